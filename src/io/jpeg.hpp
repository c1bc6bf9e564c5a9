// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include <string>

#include "io/source.hpp"

namespace csca::io {

/// Grey or RGB; CMYK becomes RGB. A file that lost data is an error, where libjpeg would fill in grey.
Image decode_jpeg(const Source& source);

/// 8-bit grey or RGB.
std::string encode_jpeg(const ImageView& image);

}  // namespace csca::io
