// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/diagonal.hpp"

#include "naive_select.hpp"
#include "support/expect.hpp"
#include "support/simd_targets.hpp"

#include <limits>

namespace csca {
namespace {

/// Right pixel x at level d is left pixel x + d at level d.
Plane<float> naive_diagonal(const Volume& volume) {
  const Levels levels = volume.levels();
  Plane<float> result(volume.width(), volume.height(), std::numeric_limits<float>::quiet_NaN());
  for (int y = 0; y < volume.height(); ++y) {
    for (int x = 0; x < volume.width(); ++x) {
      float lowest = std::numeric_limits<float>::infinity();
      for (int d = levels.first; d <= levels.last(); ++d) {
        if (x + d < 0 || x + d >= volume.width()) continue;
        const float cost = volume.pixel(x + d, y)[d - levels.first];
        if (std::isnan(cost) || !(std::isnan(result(x, y)) || cost < lowest)) continue;
        lowest = cost;
        result(x, y) = static_cast<float>(d);
      }
    }
  }
  return result;
}

TEST(DiagonalWinner, IsTheLowestCostAlongTheDiagonal) {
  on_every_simd_target([] {
    for (const Size size : odd_sizes) {
      for (const Levels levels : {Levels{0, 1}, {0, 9}, {-4, 8}, {-20, 45}, {3, 5}, {-7, 3}, {500, 3}}) {
        const Volume volume = rough_volume(size.width, size.height, levels, 1);
        const Plane<float> expected = naive_diagonal(volume);
        for (const int slab : {1, 3, 64}) {
          DiagonalWinner winner(size.width, size.height);
          take_all(winner, shares_of(volume, slab));
          EXPECT_TRUE(same_bits(winner.disparity(), expected))
              << size.width << " x " << size.height << ", levels from " << levels.first << ", slabs of " << slab;
        }
      }
    }
  });
}

TEST(DiagonalWinner, SlabsInAnyOrderGiveTheSameMap) {
  const Volume volume = rough_volume(23, 9, {-6, 31}, 2);
  const Plane<float> expected = naive_diagonal(volume);
  std::vector<Share> shares = shares_of(volume, 4);
  std::mt19937 engine(3);
  for (int trial = 0; trial < 10; ++trial) {
    DiagonalWinner winner(23, 9);
    take_all(winner, shares);
    EXPECT_TRUE(same_bits(winner.disparity(), expected));
    std::shuffle(shares.begin(), shares.end(), engine);
  }
}

}  // namespace
}  // namespace csca
