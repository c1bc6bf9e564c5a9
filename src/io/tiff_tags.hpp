// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/source.hpp"
#include "io/tiff_memory.hpp"

namespace csca::io {

/// How the numbers in a TIFF become an image.
enum class TiffWay {
  samples,    ///< they are the samples
  converted,  ///< libtiff makes 8-bit RGB of them
  light,      ///< libtiff makes floats of logarithms: Y, or X, Y and Z
  refused,
};

struct TiffTags {
  std::uint32_t width = 0, height = 0;
  std::uint16_t channels = 1, bits = 1, format = SAMPLEFORMAT_UINT, planes = PLANARCONFIG_CONTIG,
                compression = COMPRESSION_NONE, colours = PHOTOMETRIC_MINISBLACK, orientation = ORIENTATION_TOPLEFT;
  TiffWay way = TiffWay::refused;

  bool grey() const { return colours == PHOTOMETRIC_MINISBLACK || colours == PHOTOMETRIC_MINISWHITE; }
};

/// Reads what says how to read the rest. Throws Error that names the colours, samples or compression for every file
/// that csca does not know how to read. With `light`, libtiff is set to make floats.
TiffTags read_tags(const Source& source, TIFF* tiff);

/// "'x.tif' cannot be used: its samples are 16-bit floats; ..."
[[noreturn]] void fail_samples(const Source& source, const TiffTags& tags);

}  // namespace csca::io
