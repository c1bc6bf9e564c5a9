// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/box.hpp"

#include "aggregate/box_kernels.hpp"

#include <csca/aligned.hpp>

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

int side(const BoxOptions& options) { return 2 * options.radius + 1; }

// Rows flow: a ring holds the window's cost rows, `columns` their running sum, and a running sum along it is the
// window's. `factor_of(cells)` is what the sum of so many cells is multiplied with.
template <class Cell, class Factor, class Source, class Sink, class FactorOf>
void run_box(const Slab& slab, int radius, const Source& source, const Sink& sink, const FactorOf& factor_of) {
  const std::size_t row_size = slab.row_size();
  const int ring_rows = std::min(2 * radius + 2, slab.height);
  AlignedVector<Cell> ring(row_size * static_cast<std::size_t>(ring_rows));
  AlignedVector<Cell> columns(row_size, Cell{});
  AlignedVector<Cell> out(row_size);
  std::vector<Factor> factors(slab.width);
  const auto ring_row = [&](int y) { return ring.data() + row_size * static_cast<std::size_t>(y % ring_rows); };
  const auto cells_along = [radius](int i, int size) {
    return std::min(i + radius, size - 1) - std::max(i - radius, 0) + 1;
  };

  int entered = 0;  // cost rows pulled so far
  int summed = 0;   // rows that the factors are for
  for (int y = 0; y < slab.height; ++y) {
    const Cell* leaving = y - radius - 1 >= 0 ? ring_row(y - radius - 1) : nullptr;
    if (y + radius >= slab.height) slide_columns(nullptr, leaving, row_size, columns.data());
    for (; entered <= std::min(y + radius, slab.height - 1); ++entered) {
      source(entered, ring_row(entered));
      slide_columns(ring_row(entered), leaving, row_size, columns.data());
      leaving = nullptr;
    }
    const int rows = cells_along(y, slab.height);
    if (rows != summed) {
      for (int x = 0; x < slab.width; ++x) factors[x] = factor_of(rows * cells_along(x, slab.width));
      summed = rows;
    }
    sum_along(columns.data(), slab.width, slab.stride(), radius, factors.data(), out.data());
    sink(y, out.data());
  }
}

class Box final : public Aggregation {
 public:
  explicit Box(const BoxOptions& options) : options_(options) {}

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    run_box<float, float>(slab, options_.radius, source, sink,
                          [this](int cells) { return options_.normalise ? 1.0F / static_cast<float>(cells) : 1.0F; });
  }

 private:
  BoxOptions options_;
};

}  // namespace

AggregationFactory make_box(const AggregateOptions& options) {
  return [box = options.box](const FloatImage&) { return std::make_unique<Box>(box); };
}

std::size_t box_bytes(const AggregateOptions& options, const Slab& slab) {
  const int rows = std::min(side(options.box) + 1, slab.height) + 2;  // the ring, column sums, the row that leaves
  return sizeof(float) * slab.row_size() * static_cast<std::size_t>(rows);
}

int IntegerBox::largest_cost(const BoxOptions& options) {
  const int most = 65535 / (side(options) * side(options));
  constexpr int least = 1000;  // steps: fewer would show in the scores
  return most >= least ? most : 0;
}

float IntegerBox::unit(const BoxOptions& options) {
  return options.normalise ? 1.0F / static_cast<float>(side(options) * side(options)) : 1.0F;
}

void IntegerBox::run(const Slab& slab, const Source& source, const Sink& sink) const {
  run_box<std::uint16_t, std::uint32_t>(slab, options_.radius, source, sink, [this](int cells) {
    // Windows that the border cuts are scaled up to a whole one.
    const double grown = options_.normalise ? static_cast<double>(side(options_) * side(options_)) / cells : 1;
    const auto factor = static_cast<std::uint32_t>(std::lround(65536 * weight_ * grown));
    return factor == 65536 ? 65535 : factor;  // a weight of 1 fits 16 bits like any other
  });
}

}  // namespace csca
