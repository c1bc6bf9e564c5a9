// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// The sample that the made files hold at place i of row y, of the given depth.
inline std::uint32_t sample_at(int i, int y, int bits) {
  const std::uint32_t mixed = static_cast<std::uint32_t>(i) * 2654435761U + static_cast<std::uint32_t>(y) * 40503U + 7;
  return (mixed >> 5) & ((std::uint32_t{1} << bits) - 1);
}

struct PngKind {
  int width = 13, height = 7;
  int colour = 0;  ///< libpng's colour type
  int bits = 8;
  bool interlaced = false;
  bool transparent = false;  ///< with a tRNS chunk: sample 1 or the second palette entry
};
std::string make_png(const PngKind& kind);

struct JpegKind {
  int width = 33, height = 17;
  int channels = 3;  ///< 1 grey, 3 RGB, 4 CMYK
  bool progressive = false;
  bool arithmetic = false;
  bool noise = false;  ///< sample_at instead of a ramp
};
std::string make_jpeg(const JpegKind& kind);

struct TiffKind {
  int width = 37, height = 21;
  int channels = 1;
  int bits = 8;
  int format = 1;       ///< SAMPLEFORMAT_UINT
  int colours = 1;      ///< PHOTOMETRIC_MINISBLACK
  int compression = 1;  ///< COMPRESSION_NONE
  bool tiled = false;
  bool separate = false;
  std::string mode = "w";
};
struct tiff;  // libtiff's TIFF
/// What libtiff writes when `fill` sets tags and writes pixels.
std::string make_tiff(const std::string& mode, const std::function<void(tiff*)>& fill);

/// Samples are sample_at(x * channels + c, y, ...): of 8 bits for floats (a quarter of it) and the lowest bit for
/// bitmaps.
std::string make_tiff(const TiffKind& kind);

/// A small file of each kind that read_image knows.
struct NamedBytes {
  std::string name, bytes;
};
std::vector<NamedBytes> one_of_each();
