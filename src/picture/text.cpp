// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/text.hpp"

#include <cairo.h>

#include <array>
#include <cstdint>
#include <memory>
#include <sstream>

#ifdef __SANITIZE_ADDRESS__
// Fontconfig loses a pattern or two of each process, which is no leak of ours.
#pragma GCC visibility push(default)
extern "C" {
const char* __lsan_default_suppressions();  // NOLINT: the sanitizer's names
const char* __lsan_default_options();       // NOLINT
}
const char* __lsan_default_suppressions() { return "leak:libfontconfig.so\n"; }  // NOLINT
const char* __lsan_default_options() { return "print_suppressions=0"; }          // NOLINT
#pragma GCC visibility pop
#endif

namespace csca::picture {
namespace {

/// Bytes of the UTF-8 character at the beginning of the text; 0 when it is none that XML allows.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return lead >= 0x20 || lead == '\t' || lead == '\n' ? 1 : 0;
  const std::size_t length = lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (length == 0 || lead < 0xC2 || text.size() < length) return 0;
  std::uint32_t code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
    code = code << 6U | (byte(i) & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  return code < least[length] || code > 0x10FFFF || surrogate || code == 0xFFFE || code == 0xFFFF ? 0 : length;
}

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

void drop_last_character(std::string& text) {
  while (!text.empty() && continues_character(text.back())) text.pop_back();
  if (!text.empty()) text.pop_back();
}

/// The longest beginning of a word that fits, one character at least.
std::string fitting_part(const std::string& word, Font font, double width) {
  std::size_t end = 0;
  for (std::size_t next = 1; next <= word.size(); ++next) {
    if (next < word.size() && continues_character(word[next])) continue;
    if (end > 0 && text_width(word.substr(0, next), font) > width) break;
    end = next;
  }
  return word.substr(0, end);
}

}  // namespace

cairo_scaled_font_t* scaled_font(Font font, double scale) {
  cairo_matrix_t size;
  cairo_matrix_t to_device;
  cairo_matrix_init_scale(&size, font.size, font.size);
  cairo_matrix_init_scale(&to_device, scale, scale);
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_face_t* face = cairo_toy_font_face_create(font_family, CAIRO_FONT_SLANT_NORMAL,
                                                       font.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_scaled_font_t* result = cairo_scaled_font_create(face, &size, &to_device, options);
  cairo_font_face_destroy(face);
  cairo_font_options_destroy(options);
  return result;
}

double text_width(std::string_view text, Font font) {
  const std::unique_ptr<cairo_scaled_font_t, decltype(&cairo_scaled_font_destroy)> scaled(
      scaled_font({100, font.bold}, 1), cairo_scaled_font_destroy);
  cairo_text_extents_t extents{};
  cairo_scaled_font_text_extents(scaled.get(), clean_text(text).c_str(), &extents);
  return extents.x_advance * font.size / 100;
}

std::vector<std::string> wrap(std::string_view text, Font font, double width, std::size_t most_lines) {
  std::vector<std::string> lines;
  std::string line;
  std::istringstream words{clean_text(text)};
  for (std::string word; words >> word;) {
    if (!line.empty()) {
      std::string longer = line;
      longer.append(1, ' ').append(word);
      if (text_width(longer, font) <= width) {
        line = longer;
        continue;
      }
      lines.push_back(line);
    }
    for (std::string part = fitting_part(word, font, width); part.size() < word.size();
         part = fitting_part(word, font, width)) {
      lines.push_back(part);
      word.erase(0, part.size());
    }
    line = word;
  }
  if (!line.empty()) lines.push_back(line);

  if (lines.size() > most_lines) {
    constexpr const char* ellipsis = "\u2026";
    lines.resize(most_lines);
    std::string& last = lines.back();
    while (!last.empty() && text_width(last + ellipsis, font) > width) drop_last_character(last);
    last += ellipsis;
  }
  return lines;
}

std::string clean_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    result += length == 0 ? "?" : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string xml_escaped(std::string_view text) {
  std::string result;
  for (const char c : clean_text(text)) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace csca::picture
