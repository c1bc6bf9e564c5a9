// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <algorithm>

namespace csca {
namespace {

std::unique_ptr<Aggregation> box(int radius, bool normalise) {
  AggregateOptions options;
  options.method = "box";
  options.box = {radius, normalise};
  return make_aggregation(options)(FloatImage());
}

/// Equation 4 with a kernel of 1 inside the window, cell by cell.
double window_mean(const Volume& costs, int x, int y, int k, int radius, bool normalise) {
  double sum = 0;
  int cells = 0;
  for (int v = std::max(0, y - radius); v <= std::min(costs.height() - 1, y + radius); ++v) {
    for (int u = std::max(0, x - radius); u <= std::min(costs.width() - 1, x + radius); ++u) {
      sum += costs.pixel(u, v)[k];
      ++cells;
    }
  }
  return normalise ? sum / cells : sum;
}

void expect_window_means(const Volume& costs, int radius, bool normalise, double tolerance) {
  const Volume result = aggregate(*box(radius, normalise), costs);
  for (int y = 0; y < costs.height(); ++y) {
    for (int x = 0; x < costs.width(); ++x) {
      for (int k = 0; k < costs.levels().count; ++k) {
        const double expected = window_mean(costs, x, y, k, radius, normalise);
        ASSERT_NEAR(result.pixel(x, y)[k], expected, tolerance * std::max(1.0, expected))
            << costs.width() << " x " << costs.height() << ", radius " << radius << ", x " << x << ", y " << y;
      }
    }
  }
}

TEST(Box, IsTheWindowsMeanOrSum) {
  for (const Size size : odd_sizes) {
    for (const int count : {1, 7, 8, 19}) {
      const Volume costs = random_volume(size.width, size.height, {-3, count}, 1);
      for (const int radius : {0, 1, 3, 6, 255}) {
        for (const bool normalise : {true, false}) expect_window_means(costs, radius, normalise, 1e-5);
      }
    }
  }
}

TEST(Box, RadiusZeroPassesCostsThrough) {
  const Volume costs = random_volume(11, 5, {0, 9}, 2);
  const Volume result = aggregate(*box(0, true), costs);
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 11; ++x) {
      for (int k = 0; k < 9; ++k) EXPECT_NEAR(result.pixel(x, y)[k], costs.pixel(x, y)[k], 1e-5);
    }
  }
}

TEST(Box, SlabsOfAnySizeGiveTheSameBits) {
  const Volume costs = random_volume(23, 14, {-7, 45}, 3);
  const auto aggregation = box(3, true);
  const Volume whole = aggregate(*aggregation, costs);
  for (const int size : {1, 3, 8, 16, 33}) {
    for (int first = -7; first <= 37; first += size) {
      Volume slab(23, 14, {first, std::min(size, 38 - first)});
      for (int y = 0; y < 14; ++y) {
        for (int x = 0; x < 23; ++x) std::copy_n(costs.pixel(x, y) + first + 7, slab.levels().count, slab.pixel(x, y));
      }
      ASSERT_TRUE(same_bits_inside(aggregate(*aggregation, slab), whole)) << "slabs of " << size;
    }
  }
}

TEST(Box, RunningSumsDoNotDrift) {
  expect_window_means(random_volume(5, 3000, {0, 3}, 4), 3, true, 1e-5);
  expect_window_means(random_volume(3000, 5, {0, 3}, 5), 3, true, 1e-5);
  expect_window_means(random_volume(3, 20000, {0, 1}, 6), 3, true, 2e-5);
}

TEST(Box, ForgetsLargeCostsThatLeftTheWindow) {
  // A census distance of 80 above a region of small costs: what remains of it in the sum has to stay small.
  Volume costs = random_volume(9, 60, {0, 2}, 7);
  for (int y = 0; y < 30; ++y) {
    for (std::size_t i = 0; i < costs.row_size(); ++i) costs.row(y)[i] *= 80;
  }
  expect_window_means(costs, 3, true, 1e-4);
}

}  // namespace
}  // namespace csca
