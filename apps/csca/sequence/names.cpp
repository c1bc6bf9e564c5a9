// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "sequence/names.hpp"

#include "io/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

namespace csca::app {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The digits that a text starts with, without leading zeros.
std::string_view leading_number(std::string_view& text) {
  const std::size_t end = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin());
  std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

}  // namespace

std::optional<NumberPattern> NumberPattern::read(std::string_view word) {
  const std::size_t percent = word.find('%');
  const std::size_t end = percent == std::string_view::npos ? percent : word.find('d', percent);
  if (end == std::string_view::npos || word.find('%', percent + 1) != std::string_view::npos) return std::nullopt;
  const std::string_view width = word.substr(percent + 1, end - percent - 1);
  if (width.size() > 2 || !std::all_of(width.begin(), width.end(), is_digit)) return std::nullopt;
  NumberPattern pattern;
  pattern.before_ = word.substr(0, percent);
  pattern.behind_ = word.substr(end + 1);
  pattern.zeros_ = width.starts_with('0');
  std::from_chars(width.data(), width.data() + width.size(), pattern.width_);
  return pattern;
}

std::string NumberPattern::at(int number) const {
  const std::string digits = zeros_ ? fmt::format("{:0{}}", number, width_) : fmt::format("{:{}}", number, width_);
  return before_ + digits + behind_;
}

std::optional<int> NumberPattern::number_in(std::string_view name) const {
  if (name.size() < before_.size() + behind_.size() || !name.starts_with(before_)) return std::nullopt;
  std::string_view digits = name.substr(before_.size(), name.size() - before_.size() - behind_.size());
  digits.remove_prefix(std::min(digits.find_first_not_of(' '), digits.size()));
  int number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return at(number) == name ? std::optional(number) : std::nullopt;
}

bool is_video(std::string_view word) {
  constexpr std::array<std::string_view, 8> endings = {".mp4", ".mkv",  ".avi", ".mov",
                                                       ".m4v", ".webm", ".mpg", ".mpeg"};
  return std::find(endings.begin(), endings.end(), io::ending_of(word)) != endings.end();
}

std::optional<int> camera_number(const std::string& word) {
  int number = 0;
  const char* end = word.data() + word.size();
  const auto read = std::from_chars(word.data(), end, number);
  if (word.empty() || read.ec != std::errc() || read.ptr != end || number < 0) return std::nullopt;
  std::error_code ignored;
  return std::filesystem::exists(word, ignored) ? std::nullopt : std::optional(number);
}

bool natural_less(std::string_view a, std::string_view b) {
  const std::string_view all_of_a = a;
  const std::string_view all_of_b = b;
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view x = leading_number(a);
      const std::string_view y = leading_number(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (a.front() != b.front()) return a.front() < b.front();
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  if (a.empty() != b.empty()) return a.empty();
  return all_of_a < all_of_b;
}

}  // namespace csca::app
