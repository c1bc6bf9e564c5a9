// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/wrap.hpp"

#include "picture/font.hpp"

#include <sstream>

namespace csca::picture {
namespace {

void drop_last_character(std::string& text) {
  while (!text.empty() && continues_character(text.back())) text.pop_back();
  if (!text.empty()) text.pop_back();
}

/// The longest beginning of a word that fits, one character at least.
std::string fitting_part(const std::string& word, int width) {
  std::size_t end = 0;
  for (std::size_t next = 1; next <= word.size(); ++next) {
    if (next < word.size() && continues_character(word[next])) continue;
    if (end > 0 && text_width(word.substr(0, next)) > width) break;
    end = next;
  }
  return word.substr(0, end);
}

}  // namespace

std::vector<std::string> wrap(std::string_view text, int width, std::size_t most_lines) {
  std::vector<std::string> lines;
  std::string line;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (!line.empty()) {
      if (text_width(line + ' ' + word) <= width) {
        line += ' ' + word;
        continue;
      }
      lines.push_back(line);
    }
    for (std::string part = fitting_part(word, width); part.size() < word.size(); part = fitting_part(word, width)) {
      lines.push_back(part);
      word.erase(0, part.size());
    }
    line = word;
  }
  if (!line.empty()) lines.push_back(line);

  if (lines.size() > most_lines) {
    lines.resize(most_lines);
    std::string& last = lines.back();
    while (!last.empty() && text_width(last + "..") > width) drop_last_character(last);
    last += "..";
  }
  return lines;
}

}  // namespace csca::picture
