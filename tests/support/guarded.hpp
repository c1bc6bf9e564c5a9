// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace csca {

/// Room for values that kernels write, between guards that show a write beyond it.
template <class T>
class Guarded {
 public:
  explicit Guarded(std::size_t size, T value = {}) : size_(size), all_(size + 2 * guards, guard) {
    std::fill_n(data(), size, value);
  }

  T* data() { return all_.data() + guards; }
  T& operator[](std::size_t i) { return data()[i]; }

  /// Nothing was written outside.
  bool intact() const {
    const auto is_guard = [](T value) { return value == guard; };
    const auto room = all_.begin() + guards;
    return std::all_of(all_.begin(), room, is_guard) &&
           std::all_of(room + static_cast<std::ptrdiff_t>(size_), all_.end(), is_guard);
  }

 private:
  static constexpr std::ptrdiff_t guards = 64;  // more than the longest vector holds
  static constexpr T guard = static_cast<T>(171);

  std::size_t size_;
  std::vector<T> all_;
};

}  // namespace csca
