// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/plane.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace csca {

/// Reads PNG (all kinds), JPEG, TIFF, PNM or PFM, recognised by content, not by name.
/// 1-, 2- and 4-bit samples are widened to 8 bits, palettes expanded; 16-bit and float samples are kept.
/// TIFF pixels without data, by GDAL's tag, are NaN; integers become floats of the same values when there are any.
/// Throws Error with one sentence that names the file when it is missing, unreadable, truncated or not an image.
Image read_image(const std::filesystem::path& file);

/// Reads a disparity map: PFM (+inf or NaN = unknown), TIFF (NaN or GDAL's no-data value = unknown), .npy (NaN or inf =
/// unknown), or PNG / PGM integers divided by `scale` (0 = unknown). Without a scale, 16-bit PNGs are KITTI's (256) and
/// 8-bit integers are pixels; other integers of 16 bits, in .npy too, need one, and floats take none. With scale 16 and
/// a sign they are taken for OpenCV's, and so is its mark of pixels without a match: a lowest value that is whole, and
/// a pixel or more below all others. Unknown is NaN in the result.
Plane<float> read_disparity(const std::filesystem::path& file, std::optional<double> scale = {});

/// Reads an 8-bit mask: any image, its first channel, palettes expanded.
Mask read_mask(const std::filesystem::path& file);

/// Writes a disparity map; the ending chooses the form: .pfm (float, +inf = unknown), .png (KITTI: 16-bit, x256, 0 =
/// unknown), .tif/.tiff (float, NaN = unknown), .npy (float, NaN = unknown). The file appears whole or not at all.
/// KITTI PNG holds 1/256 to 255.996 only: a value outside throws Error and names the other formats; 0 becomes 1/256.
void write_disparity(const std::filesystem::path& file, const Plane<float>& disparity);

/// The same as bytes, in the form of an ending such as ".pfm", for what goes into a pipe.
std::string disparity_bytes(std::string_view ending, const Plane<float>& disparity);

/// Throws Error when no file of this name could be written: folder missing or not writable, or the name is a folder's.
/// For tools that want to know before an hour of work.
void check_writable(const std::filesystem::path& file);

/// Throws Error when `write_disparity` knows no form with the ending of this name.
void check_disparity_ending(const std::filesystem::path& file);

/// Writes an 8- or 16-bit grey or colour image as PNG, whole or not at all.
void write_png(const std::filesystem::path& file, const ImageView& image);

/// Writes a grey or RGB image of floats as PFM, whole or not at all; alpha is left out.
void write_pfm(const std::filesystem::path& file, const ImageView& image);

/// Writes an 8-bit grey or RGB image as JPEG, whole or not at all. For pictures to look at: JPEG changes values.
void write_jpeg(const std::filesystem::path& file, const ImageView& image);

/// A PNG as bytes, for what embeds pictures.
std::string png_bytes(const ImageView& image);

/// Writes bytes to a new file that gets its name when it is complete: a reader never sees half a file.
/// Devices and pipes are written in place.
void write_file(const std::filesystem::path& file, std::string_view bytes);

/// Removes all files that this process is still writing. For programs that are about to end at a signal; call it from
/// a thread, not from a signal handler. Whatever is written afterwards fails.
void remove_unfinished_files();

}  // namespace csca
#pragma GCC visibility pop
