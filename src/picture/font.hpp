// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace csca::picture {

/// Capitals and digits are 7 dots high, descenders hang 2 dots below the baseline.
inline constexpr int cap_height = 7;
inline constexpr int glyph_height = 9;
inline constexpr int glyph_gap = 1;     ///< dots between neighbouring glyphs
inline constexpr int line_height = 11;  ///< dots from one line of text to the next

struct Glyph {
  int width = 0;
  std::uint8_t rows[glyph_height] = {};  ///< bit x is dot x, bit 0 the leftmost
};

/// The glyph of a printable ASCII character; a hollow box for anything else.
const Glyph& glyph(char character);

/// True for the second and later bytes of a UTF-8 character, so that it shows as one box, not as several.
inline bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

/// Width of a line in dots.
int text_width(std::string_view text);

}  // namespace csca::picture
