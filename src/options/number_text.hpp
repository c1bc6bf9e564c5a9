// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

// Numbers as text and back. An optional number that is not set reads "auto".
namespace csca::options {

inline std::string to_text(int value) { return fmt::format("{}", value); }
inline std::string to_text(double value) { return fmt::format("{}", value); }
template <class T>
std::string to_text(const std::optional<T>& value) {
  return value ? to_text(*value) : "auto";
}

/// Whether the whole text is such a number, which `value` then is.
template <class T>
bool parse_number(std::string_view text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}
template <class T>
bool parse_number(std::string_view text, std::optional<T>& value) {
  value.emplace();
  if (text == "auto") value.reset();
  return !value || parse_number(text, *value);
}

}  // namespace csca::options
