// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace csca::fuzz {

/// Turns bytes into choices, one after the other; when they end, every choice is the first.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto first = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return first;
  }
  bool flag() { return (byte() & 1) != 0; }

  /// From `least` to `most`.
  int whole(int least, int most) {
    const std::uint32_t number = byte() | byte() << 8;
    return least + static_cast<int>(number % (static_cast<std::uint32_t>(most - least) + 1));
  }
  double real(double least, double most) { return least + (most - least) * (byte() | byte() << 8) / 65535; }

  template <class Values>
  auto one_of(const Values& values) {
    return *(std::begin(values) + whole(0, static_cast<int>(std::size(values)) - 1));
  }
  template <class T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[whole(0, static_cast<int>(values.size()) - 1)];
  }

  /// Some bytes, as long as the first of them says.
  std::string text(int most) {
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(whole(0, most)));
    rest_.remove_prefix(taken.size());
    return std::string(taken);
  }
  void fill(void* to, std::size_t count) {
    const std::size_t taken = std::min(count, rest_.size());
    std::memcpy(to, rest_.data(), taken);
    std::memset(static_cast<char*>(to) + taken, 0, count - taken);
    rest_.remove_prefix(taken);
  }
  std::string rest() { return std::string(std::exchange(rest_, {})); }

 private:
  std::string_view rest_;
};

}  // namespace csca::fuzz
