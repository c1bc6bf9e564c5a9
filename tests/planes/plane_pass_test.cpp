// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/plane_pass.hpp"

#include "support/expect.hpp"
#include "support/random.hpp"

#include <cmath>
#include <limits>

namespace csca {
namespace {

constexpr int width = 60;
constexpr int height = 40;
constexpr Ranges ranges{{0, 30}, {-3, 7}};
constexpr SlantedPlane slope{0.2, 0.05, 3};

Plane<float> noise(Random& random, double low, double high) {
  Plane<float> map(width, height);
  for (float& value : map) value = static_cast<float>(random.real(low, high));
  return map;
}

/// Winners near the slope in the left half, and elsewhere in the right one.
Selection winners(Random& random) {
  Selection best;
  best.disparity = noise(random, 0, 29);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width / 2; ++x) best.disparity(x, y) = static_cast<float>(slope.at(x, y));
  }
  best.cost = noise(random, 0, 1);
  best.rival = noise(random, 1, 2);
  best.right_diagonal = noise(random, 0, 29);
  best.right_cost = noise(random, 0, 1);
  best.plane = Plane<std::uint8_t>(width, height);
  best.planes = {slope};
  return best;
}

Selection around_slope(Random& random) {
  Selection around;
  around.disparity = noise(random, -3, 3);
  around.cost = noise(random, 0, 1);
  return around;
}

/// The rules in plain words, a pixel at a time.
struct Naive {
  bool valid;
  double disparity;
  bool wins;

  Naive(const Selection& around, const Selection& before, const Place& place, int x, int y) {
    const double step = around.disparity(x, y);
    disparity = slope.at(x, y) + step * (1 - slope.along);
    const double partner = x - disparity;
    valid = place.has(x, y) && std::abs(step) < 2.5 && partner >= 0 && partner <= width - 1 && disparity >= 0 &&
            disparity <= 29;
    wins = valid && around.cost(x, y) < before.cost(x, y);
  }
};

TEST(PlanePass, TheLowerCostWinsWhereThePlaneHasItsPlace) {
  Random random(7);
  const Selection before = winners(random);
  const Selection around = around_slope(random);
  const Place place(slope, before.disparity);
  Selection best = before;
  double expected = 0;
  int won = 0;
  const double gain = compete(around, ranges, place, 0, best);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Naive naive(around, before, place, x, y);
      won += naive.wins ? 1 : 0;
      if (naive.wins) expected += double{before.cost(x, y)} - double{around.cost(x, y)};
      EXPECT_EQ(best.plane(x, y), naive.wins ? 1 : 0);
      EXPECT_EQ(best.cost(x, y), naive.wins ? around.cost(x, y) : before.cost(x, y));
      EXPECT_EQ(best.disparity(x, y), naive.wins ? static_cast<float>(naive.disparity) : before.disparity(x, y));
    }
  }
  EXPECT_EQ(gain, expected);
  EXPECT_NEAR(energy_of(best), energy_of(before) - gain, 1e-3);
  EXPECT_GT(won, 100);
}

TEST(PlanePass, TheLoserIsARivalUnlessItIsBesideTheWinner) {
  Random random(8);
  const Selection before = winners(random);
  const Selection around = around_slope(random);
  const Place place(slope, before.disparity);
  Selection best = before;
  compete(around, ranges, place, 0, best);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Naive naive(around, before, place, x, y);
      float rival = before.rival(x, y);
      if (naive.valid && std::abs(naive.disparity - before.disparity(x, y)) > 1) {
        rival = std::min(rival, std::max(around.cost(x, y), before.cost(x, y)));
      }
      EXPECT_EQ(best.rival(x, y), rival);
    }
  }
}

TEST(PlanePass, TheRightViewTakesTheLowestOfAllThatPointAtIt) {
  Random random(9);
  const Selection before = winners(random);
  const Selection around = around_slope(random);
  const Place place(slope, before.disparity);
  Selection best = before;
  compete(around, ranges, place, 0, best);
  Plane<float> lowest = before.right_cost;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Naive naive(around, before, place, x, y);
      if (!naive.valid) continue;
      for (int column = 0; column < width; ++column) {
        const double away = column - (x - naive.disparity);
        if (away > -1 && away <= 1) lowest(column, y) = std::min(lowest(column, y), around.cost(x, y));
      }
    }
    for (int x = 0; x < width; ++x) {
      EXPECT_EQ(best.right_cost(x, y), lowest(x, y));
      // A disparity of the right view is one of the plane there, moved by less than its levels reach.
      if (lowest(x, y) == before.right_cost(x, y)) continue;
      const double there = (slope.along * x + slope.down * y + slope.offset) / (1 - slope.along);
      EXPECT_NEAR(best.right_diagonal(x, y), there, 2.5);
    }
  }
}

TEST(PlanePass, PlanesComeInAnyOrder) {
  Random random(10);
  Selection one = winners(random);
  one.planes = {slope, {0.19, 0.05, 3.4}};
  Selection other = one;
  const Selection first = around_slope(random);
  const Selection second = around_slope(random);
  const Plane<float> map = one.disparity;
  compete(first, ranges, Place(one.planes[0], map), 0, one);
  compete(second, ranges, Place(one.planes[1], map), 1, one);
  compete(second, ranges, Place(one.planes[1], map), 1, other);
  compete(first, ranges, Place(one.planes[0], map), 0, other);
  EXPECT_TRUE(same_bits(one.disparity, other.disparity));
  EXPECT_TRUE(same_bits(one.right_diagonal, other.right_diagonal));
}

}  // namespace
}  // namespace csca
