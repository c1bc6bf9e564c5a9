// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/plane.hpp>

#include <string>

#include "io/counts.hpp"
#include "io/source.hpp"

namespace csca::io {

/// The first page. 8- and 16-bit integers and floats are kept, other numbers become float; bitmaps, palettes, YCbCr and
/// CMYK become 8-bit, CIE LogL and LogLuv float. Pixels that the file says to have no data (GDAL's tag) become NaN, for
/// which integers become floats of the same values when there are such pixels.
Image decode_tiff(const Source& source);

/// The same for files whose numbers mean something, such as disparities: integers stay, and 0 is unknown.
Image decode_tiff_counts(const Source& source);

/// What the file holds before it is decoded.
Counts tiff_counts(const Source& source);

/// 32-bit float, one channel, deflate; with a description where there is one.
std::string encode_tiff(const Plane<float>& plane, const std::string& description = "");

}  // namespace csca::io
