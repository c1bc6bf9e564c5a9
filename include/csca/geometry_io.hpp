// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/cloud.hpp>
#include <csca/plane.hpp>

#include <filesystem>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace csca {

/// Writes depths, whole or not at all; the ending chooses the form: .png (16-bit millimetres, 0 = unknown), .tif/.tiff
/// (float metres, NaN = unknown), .pfm (float metres, +inf = unknown), .npy (float metres, NaN = unknown). PNG and TIFF
/// say so inside, in a text of the key "Unit" and in the image's description; for PFM and npy a file of JSON beside
/// them does, `depth_note(file)`. `quantity` is what the texts call the numbers. Throws Error for depths of 65.536 m
/// and more in a PNG, which holds none.
void write_depth(const std::filesystem::path& file, const Plane<float>& depth, std::string_view quantity = "depth");

/// The same as bytes, in the form of an ending such as ".pfm", for what goes into a pipe.
std::string depth_bytes(std::string_view ending, const Plane<float>& depth, std::string_view quantity = "depth");

/// The file of JSON that `write_depth` puts beside this one; empty for forms that need none.
std::filesystem::path depth_note(const std::filesystem::path& file);

/// Writes a binary, little-endian PLY: x y z, then what the cloud has of nx ny nz, red green blue, confidence. Whole or
/// not at all. Throws Error for a cloud without points.
void write_ply(const std::filesystem::path& file, const Cloud& cloud);

/// The same as bytes.
std::string ply_bytes(const Cloud& cloud);

}  // namespace csca
#pragma GCC visibility pop
