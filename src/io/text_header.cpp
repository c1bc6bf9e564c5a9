// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/text_header.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace csca::io {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

void TextHeader::skip_space() {
  while (!rest_.empty() && (is_space(rest_.front()) || rest_.front() == '#')) {
    if (rest_.front() == '#') {
      rest_.remove_prefix(std::min(rest_.find_first_of("\r\n"), rest_.size()));
    } else {
      rest_.remove_prefix(1);
    }
  }
  if (rest_.empty()) fail_truncated(source_, format_);
}

std::string_view TextHeader::word() {
  skip_space();
  std::size_t length = 0;
  while (length < rest_.size() && !is_space(rest_[length]) && rest_[length] != '#') ++length;
  const std::string_view result = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return result;
}

std::uint32_t TextHeader::number(const char* what) {
  const std::string_view text = word();
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    fail_damaged(source_, std::string(format_) + " has no number for its " + what);
  }
  return value;
}

bool TextHeader::bit() {
  skip_space();
  const char c = rest_.front();
  if (c != '0' && c != '1') fail_damaged(source_, std::string(format_) + " has a bit that is neither 0 nor 1");
  rest_.remove_prefix(1);
  return c == '1';
}

std::string_view TextHeader::body() {
  if (rest_.empty()) fail_truncated(source_, format_);
  if (!is_space(rest_.front())) fail_damaged(source_, std::string(format_) + " has no white space after its header");
  return rest_.substr(1);
}

}  // namespace csca::io
