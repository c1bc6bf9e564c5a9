// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/plane.hpp>

#include <string>

#include "io/source.hpp"

namespace csca::io {

/// The first page. 8- and 16-bit integers and floats are kept, other numbers become float; bitmaps, palettes and
/// unusual colours become 8-bit.
Image decode_tiff(const Source& source);

/// 32-bit float, one channel, deflate.
std::string encode_tiff(const Plane<float>& plane);

}  // namespace csca::io
