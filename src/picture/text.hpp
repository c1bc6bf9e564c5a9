// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using cairo_scaled_font_t = struct _cairo_scaled_font;  // NOLINT(bugprone-reserved-identifier): Cairo's own

namespace csca::picture {

/// The font that all text is set in. Fontconfig gives the nearest one where it is not installed.
inline constexpr const char* font_family = "DejaVu Sans";

struct Font {
  double size = 10;  ///< units from one line to the next, without the space between them
  bool bold = false;

  constexpr double cap_height() const { return 0.729 * size; }
  constexpr double line_height() const { return 1.25 * size; }
};

/// Cairo's form of a font that is drawn `scale` times as large; the caller releases it. Shapes and widths of letters do
/// not depend on the scale: no hinting.
cairo_scaled_font_t* scaled_font(Font font, double scale);

double text_width(std::string_view text, Font font);

/// Splits text into at most `most_lines` lines no wider than `width`: between words where possible, inside a word that
/// is too long for a line. What is left over is dropped and the last line ends in an ellipsis.
/// A line holds one character at least, even if that is wider.
std::vector<std::string> wrap(std::string_view text, Font font, double width, std::size_t most_lines);

/// Text that every document may hold: what is no character is replaced by '?'.
std::string clean_text(std::string_view text);

/// Clean text with the markup of XML escaped.
std::string xml_escaped(std::string_view text);

}  // namespace csca::picture
