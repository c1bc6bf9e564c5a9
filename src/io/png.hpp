// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include <string>

#include "io/source.hpp"

namespace csca::io {

/// Every kind of PNG: palettes and 1-, 2- and 4-bit samples become 8-bit, transparency becomes an alpha channel.
Image decode_png(const Source& source);

/// 8- or 16-bit samples, 1 to 4 channels.
std::string encode_png(const ImageView& image);

}  // namespace csca::io
