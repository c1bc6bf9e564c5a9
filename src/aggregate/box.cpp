// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/box.hpp"

#include "aggregate/box_kernels.hpp"
#include "aggregate/restarts.hpp"
#include "core/offset.hpp"

#include <csca/aligned.hpp>

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

int side(const BoxOptions& options) { return 2 * options.radius + 1; }

// Rows flow: a ring holds the window's cost rows, `sums` their running sum, and a running sum along it is the window's.
void run_box(const Slab& slab, const BoxOptions& options, int period, const RowSource& source, const RowSink& sink) {
  const int radius = options.radius;
  // Sums of the strip's results need some columns more on both sides.
  const Columns results = slab.results();
  const Columns columns{std::max(0, results.begin - radius), std::min(slab.width, results.end + radius)};
  const auto stride = static_cast<std::size_t>(slab.stride());
  const std::size_t row_size = offset(columns.count(), stride);
  const int ring_rows = std::min(2 * radius + 2, slab.height);
  AlignedVector<float> ring(row_size * static_cast<std::size_t>(ring_rows));
  AlignedVector<float> sums(row_size, 0.0F);
  AlignedVector<float> out(row_size);
  PooledVector<float> factors(columns.count());
  const auto ring_row = [&](int y) { return ring.data() + row_size * static_cast<std::size_t>(y % ring_rows); };
  const auto cells_along = [radius](int i, int size) {
    return std::min(i + radius, size - 1) - std::max(i - radius, 0) + 1;
  };

  int entered = 0;  // cost rows pulled so far
  int summed = 0;   // rows that the factors are for
  for (int y = 0; y < slab.height; ++y) {
    const float* leaving = y - radius - 1 >= 0 ? ring_row(y - radius - 1) : nullptr;
    if (y > 0 && y % period == 0) {
      std::fill(sums.begin(), sums.end(), 0.0F);
      for (int v = std::max(0, y - radius); v < entered; ++v)
        slide_columns(ring_row(v), nullptr, row_size, sums.data());
      leaving = nullptr;
    }
    if (y + radius >= slab.height) slide_columns(nullptr, leaving, row_size, sums.data());
    for (; entered <= std::min(y + radius, slab.height - 1); ++entered) {
      source(entered, columns, ring_row(entered));
      slide_columns(ring_row(entered), leaving, row_size, sums.data());
      leaving = nullptr;
    }
    const int rows = cells_along(y, slab.height);
    if (rows != summed) {
      for (int x = columns.begin; x < columns.end; ++x) {
        factors[x - columns.begin] =
            options.normalise ? 1.0F / static_cast<float>(rows * cells_along(x, slab.width)) : 1.0F;
      }
      summed = rows;
    }
    sum_along(sums.data(), columns.count(), slab.stride(), radius, {results.begin - columns.begin, period},
              factors.data(), out.data());
    sink(y, out.data() + offset(results.begin - columns.begin, stride));
  }
}

class Box final : public Aggregation {
 public:
  Box(const BoxOptions& options, int scale) : options_(options), period_(restart_period(scale)) {}

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    run_box(slab, options_, period_, source, sink);
  }

  int strip() const override { return box_strip; }

 private:
  BoxOptions options_;
  int period_;
};

}  // namespace

AggregationFactory make_box(const AggregateOptions& options) {
  return [box = options.box](const FloatImage& guide) { return std::make_unique<Box>(box, guide.scale); };
}

std::size_t box_bytes(const AggregateOptions& options, const Slab& slab) {
  const int rows = std::min(side(options.box) + 1, slab.height) + 2;  // the ring, column sums, the row that leaves
  const int columns = std::min(slab.width, box_strip + box_strip / 2 + side(options.box));
  return sizeof(float) * static_cast<std::size_t>(columns * slab.stride()) * static_cast<std::size_t>(rows);
}

int IntegerBox::largest_cost(const BoxOptions& options) {
  const int most = 65535 / (side(options) * side(options));
  constexpr int least = 1000;  // steps: fewer would show in the scores
  return most >= least ? most : 0;
}

float IntegerBox::unit(const BoxOptions& options) {
  return options.normalise ? 1.0F / static_cast<float>(side(options) * side(options)) : 1.0F;
}

std::uint32_t IntegerBox::factor(int inside, int known) const {
  if (known == 0) return 0;
  // Windows that the border cuts are scaled up to a whole one where they are means; unknown cells are made up for.
  const double grown = static_cast<double>(options_.normalise ? side(options_) * side(options_) : inside) / known;
  const auto factor = static_cast<std::uint32_t>(std::lround(65536 * weight_ * grown));
  return factor == 65536 ? 65535 : factor;  // a weight of 1 fits 16 bits like any other
}

}  // namespace csca
