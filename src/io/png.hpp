// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include <span>
#include <string>

#include "io/source.hpp"

namespace csca::io {

/// Every kind of PNG: palettes and 1-, 2- and 4-bit samples become 8-bit, transparency becomes an alpha channel.
Image decode_png(const Source& source);

/// A text that a PNG carries: the key is Latin-1, 1 to 79 letters.
struct PngNote {
  std::string key;
  std::string text;
};

/// 8- or 16-bit samples, 1 to 4 channels.
std::string encode_png(const ImageView& image, std::span<const PngNote> notes = {});

}  // namespace csca::io
