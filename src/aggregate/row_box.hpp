// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace csca {

constexpr int box_lanes = 8;  // Volume pads levels to this

/// Mean of `planes` values a cell over a window, as rows flow: rows of [x][plane][level] are added, the oldest leaves
/// by itself.
class RowBox {
 public:
  RowBox(int width, int height, int planes, int stride, int radius)
      : width_(width),
        height_(height),
        radius_(radius),
        cell_(static_cast<std::size_t>(planes) * static_cast<std::size_t>(stride)),
        rows_(std::min(2 * radius + 2, height + 1)),
        ring_(row_size() * static_cast<std::size_t>(rows_)),
        columns_(row_size()) {}

  std::size_t row_size() const { return static_cast<std::size_t>(width_) * cell_; }

  /// Where the next row is to be written before enter() is called.
  float* next() { return ring_.data() + row_size() * static_cast<std::size_t>(entered_ % rows_); }

  void enter() {
    const float* __restrict row = next();
    float* __restrict columns = columns_.data();
    const int leaving = entered_ - 2 * radius_ - 1;
    if (leaving >= 0) {
      const float* __restrict old = ring_.data() + row_size() * static_cast<std::size_t>(leaving % rows_);
      for (std::size_t i = 0; i < columns_.size(); ++i) columns[i] += row[i] - old[i];
    } else {
      for (std::size_t i = 0; i < columns_.size(); ++i) columns[i] += row[i];
    }
    ++entered_;
  }

  /// At the image's end no row enters, but old ones still leave.
  void leave(int y) {
    const float* __restrict old = ring_.data() + row_size() * static_cast<std::size_t>(y % rows_);
    for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i] -= old[i];
  }

  /// Calls use(x, mean of the cell's chunk) for each pixel: sums along the row of output row y, `chunk` planes of 8
  /// lanes at a time.
  template <int planes, class Use>
  void along(int y, int lane, int stride, const Use& use) const {
    const int rows = std::min(y + radius_, height_ - 1) - std::max(y - radius_, 0) + 1;
    float sum[planes][box_lanes] = {};
    const auto add = [&](int x, float sign) {
      const float* column = columns_.data() + static_cast<std::size_t>(x) * cell_ + static_cast<std::size_t>(lane);
      for (int p = 0; p < planes; ++p) {
        for (int k = 0; k < box_lanes; ++k) sum[p][k] += sign * column[p * stride + k];
      }
    };
    for (int x = 0; x < std::min(radius_, width_); ++x) add(x, 1);
    for (int x = 0; x < width_; ++x) {
      if (x + radius_ < width_) add(x + radius_, 1);
      if (x - radius_ - 1 >= 0) add(x - radius_ - 1, -1);
      const int cells = rows * (std::min(x + radius_, width_ - 1) - std::max(x - radius_, 0) + 1);
      const float factor = 1.0F / static_cast<float>(cells);
      float mean[planes][box_lanes];
      for (int p = 0; p < planes; ++p) {
        for (int k = 0; k < box_lanes; ++k) mean[p][k] = sum[p][k] * factor;
      }
      use(x, mean);
    }
  }

  int entered() const { return entered_; }

 private:
  int width_;
  int height_;
  int radius_;
  std::size_t cell_;
  int rows_;
  std::vector<float> ring_;
  std::vector<float> columns_;
  int entered_ = 0;
};

/// Drives a RowBox over all rows: `fill` writes row y into it, `emit` reads output row y as soon as its window is
/// complete.
template <class Fill, class Emit>
class RowBoxDriver {
 public:
  RowBoxDriver(RowBox& box, int height, int radius, Fill fill, Emit emit)
      : box_(box), height_(height), radius_(radius), fill_(fill), emit_(emit) {}

  /// The next input row is ready to be filled.
  void push() {
    fill_(box_.entered(), box_.next());
    box_.enter();
    while (emitted_ < height_ && emitted_ + radius_ < box_.entered()) emit_(emitted_++);
    if (box_.entered() == height_) finish();
  }

 private:
  void finish() {
    while (emitted_ < height_) {
      if (emitted_ - radius_ - 1 >= 0) box_.leave(emitted_ - radius_ - 1);
      emit_(emitted_++);
    }
  }

  RowBox& box_;
  int height_;
  int radius_;
  Fill fill_;
  Emit emit_;
  int emitted_ = 0;
};

}  // namespace csca
