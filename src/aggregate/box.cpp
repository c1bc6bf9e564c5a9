// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/box.hpp"

#include <algorithm>

namespace csca {
namespace {

constexpr int lanes = 8;  // Volume pads levels to this: loops over it have no remainder

class Box final : public Aggregation {
 public:
  explicit Box(const BoxOptions& options) : options_(options) {}

  // Rows flow: a ring holds the window's cost rows, `columns` their running sum, and a running sum along it is the
  // window's.
  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    const int radius = options_.radius;
    const std::size_t row_size = slab.row_size();
    const int ring_rows = std::min(2 * radius + 1, slab.height);
    std::vector<float> ring(row_size * static_cast<std::size_t>(ring_rows));
    std::vector<float> columns(row_size);
    std::vector<float> out(row_size);
    const auto ring_row = [&](int y) { return ring.data() + row_size * static_cast<std::size_t>(y % ring_rows); };

    int entered = 0;  // cost rows pulled so far
    for (int y = 0; y < slab.height; ++y) {
      if (y - radius - 1 >= 0) subtract(ring_row(y - radius - 1), row_size, columns.data());
      for (; entered <= std::min(y + radius, slab.height - 1); ++entered) {
        source(entered, ring_row(entered));
        add(ring_row(entered), row_size, columns.data());
      }
      const int rows = std::min(y + radius, slab.height - 1) - std::max(y - radius, 0) + 1;
      sum_along(slab, columns.data(), rows, out.data());
      sink(y, out.data());
    }
  }

 private:
  static void add(const float* __restrict row, std::size_t size, float* __restrict columns) {
    for (std::size_t i = 0; i < size; ++i) columns[i] += row[i];
  }
  static void subtract(const float* __restrict row, std::size_t size, float* __restrict columns) {
    for (std::size_t i = 0; i < size; ++i) columns[i] -= row[i];
  }

  void sum_along(const Slab& slab, const float* columns, int rows, float* out) const {
    const int radius = options_.radius;
    const int stride = slab.stride();
    const auto column = [&](int x) { return columns + static_cast<std::size_t>(x) * static_cast<std::size_t>(stride); };
    for (int lane = 0; lane < stride; lane += lanes) {
      float sum[lanes] = {};
      for (int x = 0; x < std::min(radius, slab.width); ++x) {
        for (int k = 0; k < lanes; ++k) sum[k] += column(x)[lane + k];
      }
      for (int x = 0; x < slab.width; ++x) {
        if (x + radius < slab.width) {
          for (int k = 0; k < lanes; ++k) sum[k] += column(x + radius)[lane + k];
        }
        if (x - radius - 1 >= 0) {
          for (int k = 0; k < lanes; ++k) sum[k] -= column(x - radius - 1)[lane + k];
        }
        const int cells = rows * (std::min(x + radius, slab.width - 1) - std::max(x - radius, 0) + 1);
        const float factor = options_.normalise ? 1.0F / static_cast<float>(cells) : 1.0F;
        float* target = out + static_cast<std::size_t>(x) * static_cast<std::size_t>(stride) + lane;
        for (int k = 0; k < lanes; ++k) target[k] = sum[k] * factor;
      }
    }
  }

  BoxOptions options_;
};

}  // namespace

AggregationFactory make_box(const AggregateOptions& options) {
  return [box = options.box](const FloatImage&) { return std::make_unique<Box>(box); };
}

std::size_t box_bytes(const AggregateOptions& options, const Slab& slab) {
  const int rows = std::min(2 * options.box.radius + 1, slab.height) + 2;  // the ring, column sums, the row that leaves
  return sizeof(float) * slab.row_size() * static_cast<std::size_t>(rows);
}

}  // namespace csca
