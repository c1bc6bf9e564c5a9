// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>

#include <cstddef>

#pragma GCC visibility push(default)
namespace csca {

/// Disparities [first, first + count): the levels of a range or of one slab of it.
struct Levels {
  int first = 0;
  int count = 0;

  int last() const { return first + count - 1; }
  bool operator==(const Levels&) const = default;
};

/// Columns [begin, end) of an image.
struct Columns {
  int begin = 0;
  int end = 0;

  int count() const { return end - begin; }
  bool operator==(const Columns&) const = default;
};

/// Costs (y, x, level), level contiguous, float32. Each pixel's levels are padded to whole SIMD vectors:
/// padding is zero or rubbish, never NaN, and nothing reads a result from it.
class Volume {
 public:
  Volume() = default;
  Volume(int width, int height, Levels levels);

  /// Floats from one pixel to the next for so many levels.
  static constexpr int stride_for(int level_count) { return (level_count + 7) / 8 * 8; }

  int width() const { return width_; }
  int height() const { return height_; }
  Levels levels() const { return levels_; }
  int stride() const { return stride_for(levels_.count); }
  std::size_t row_size() const { return static_cast<std::size_t>(width_) * static_cast<std::size_t>(stride()); }

  float* row(int y) { return cells_.data() + static_cast<std::size_t>(y) * row_size(); }
  const float* row(int y) const { return cells_.data() + static_cast<std::size_t>(y) * row_size(); }
  float* pixel(int x, int y) { return row(y) + static_cast<std::size_t>(x) * static_cast<std::size_t>(stride()); }
  const float* pixel(int x, int y) const {
    return row(y) + static_cast<std::size_t>(x) * static_cast<std::size_t>(stride());
  }

 private:
  int width_ = 0;
  int height_ = 0;
  Levels levels_;
  AlignedVector<float> cells_;
};

}  // namespace csca
#pragma GCC visibility pop
