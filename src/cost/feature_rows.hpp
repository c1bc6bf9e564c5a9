// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>

#include "core/offset.hpp"

#include <algorithm>
#include <cstddef>

namespace csca {

/// Rows of an image feature with room at both ends: a kernel may read a whole vector at any column.
template <class T>
class FeatureRows {
 public:
  static constexpr int margin = 64;

  FeatureRows() = default;
  FeatureRows(int width, int rows) : width_(width), pitch_(pitch_for(width)), values_(cells(width, rows)) {
    std::fill_n(values_.begin(), margin, T{});
    std::fill_n(values_.end() - margin, margin, T{});
  }

  /// Zeros behind row y: whoever writes the row does this too, so that no other thread has to touch it first.
  void clear_behind(int y) { std::fill_n(row(y) + width_, pitch_ - static_cast<std::size_t>(width_), T{}); }

  /// Values that so many rows take, with their margins.
  static std::size_t cells(int width, int rows) {
    return pitch_for(width) * static_cast<std::size_t>(rows) + 2 * static_cast<std::size_t>(margin);
  }

  T* row(int y) { return values_.data() + margin + offset(y, pitch_); }
  const T* row(int y) const { return values_.data() + margin + offset(y, pitch_); }

 private:
  static std::size_t pitch_for(int width) { return static_cast<std::size_t>(width + margin + 63) / 64 * 64; }

  int width_ = 0;
  std::size_t pitch_ = 0;  // one row's end margin is the next one's start margin
  AlignedVector<T> values_;
};

}  // namespace csca
