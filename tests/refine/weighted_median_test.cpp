// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "maps.hpp"

#include <cmath>

namespace csca {
namespace {

/// Weight of the window of (x, y) by the formula, split at a value: below it, and up to it.
struct Weights {
  double below = 0;
  double reached = 0;
  double total = 0;
  bool present = false;
};

Weights split(const Plane<float>& map, const FloatImage& guide, int x, int y, const WeightedMedianOptions& options,
              float value) {
  Weights sums;
  const int step = (options.radius + 4) / 5;  // at most five pixels vote on each side
  for (int v = y - options.radius; v <= y + options.radius; ++v) {
    for (int u = x - options.radius; u <= x + options.radius; ++u) {
      if ((u - x) % step != 0 || (v - y) % step != 0) continue;
      if (u < 0 || v < 0 || u >= map.width() || v >= map.height() || std::isnan(map(u, v))) continue;
      const double space = (u - x) * (u - x) + (v - y) * (v - y);
      double colour = 0;
      for (const auto& channel : guide.channels) colour += std::pow(double{channel(u, v)} - double{channel(x, y)}, 2);
      const double weight =
          std::exp(-space / std::pow(options.sigma_space, 2)) * std::exp(-colour / std::pow(options.sigma_colour, 2));
      sums.total += weight;
      if (map(u, v) < value) sums.below += weight;
      if (map(u, v) <= value) sums.reached += weight;
      sums.present = sums.present || map(u, v) == value;
    }
  }
  return sums;
}

TEST(WeightedMedian, SplitsTheWeightOfTheFilledWindowInHalf) {
  RefineOptions options;
  for (const Size size : odd_sizes) {
    for (const int channels : {0, 1, 3}) {
      for (const bool whole : {true, false}) {
        for (const int radius : {1, 3, 9, 23}) {
          options.wm = {radius, 4, 0.3};
          const Plane<float> before = random_map(size, 0.4, whole, 3);
          Map map(before, random_image(size.width, size.height, channels, 4));
          Map background = map;
          refine_fill(background.refinement(), options);
          refine_weighted_median(map.refinement(), options);
          EXPECT_EQ(map.validity, background.validity);
          for (int y = 0; y < size.height; ++y) {
            for (int x = 0; x < size.width; ++x) {
              if (background.validity(x, y) != Validity::filled) {
                EXPECT_TRUE(map.disparity(x, y) == before(x, y) || std::isnan(before(x, y)));
                continue;
              }
              const Weights sums = split(background.disparity, map.guide, x, y, options.wm, map.disparity(x, y));
              EXPECT_TRUE(sums.present) << map.disparity(x, y) << " is no value of the window";
              EXPECT_LE(sums.below, sums.total * (0.5 + 1e-6));
              EXPECT_GE(sums.reached, sums.total * (0.5 - 1e-6));
            }
          }
        }
      }
    }
  }
}

TEST(WeightedMedian, FollowsColourAcrossTheRow) {
  // Fill takes the 2 of the background; the hole looks like the pixels of disparity 8.
  const Plane<float> before = plane({{8, 8, 8, unknown, 2, 2, 2}});
  FloatImage guide;
  guide.channels.push_back(plane({{1, 1, 1, 1, 0, 0, 0}}));
  Map map(before, guide);
  map.validity(3, 0) = Validity::mismatched;
  RefineOptions options;
  options.wm.radius = 5;  // all of the window votes
  refine_weighted_median(map.refinement(), options);
  EXPECT_TRUE(same_bits(map.disparity, plane({{8, 8, 8, 8, 2, 2, 2}})));
  EXPECT_EQ(map.validity(3, 0), Validity::mismatched | Validity::filled);
}

TEST(WeightedMedian, LeavesPixelsWithoutDataUnlessAllAreFilled) {
  for (const Fill fill : {Fill::none, Fill::background, Fill::all}) {
    Map map(plane({{4, unknown, unknown, 4}}));
    map.validity(1, 0) = Validity::unknown_pixel;
    map.validity(2, 0) = Validity::masked;
    RefineOptions options;
    options.fill = fill;
    refine_weighted_median(map.refinement(), options);
    EXPECT_EQ(std::isnan(map.disparity(1, 0)), fill != Fill::all);
    EXPECT_EQ(std::isnan(map.disparity(2, 0)), fill != Fill::all);
  }
}

TEST(WeightedMedian, SmallestAndLargestSigmasGiveNumbers) {
  for (const double sigma : {1e-300, 1e6}) {
    Map map(random_map({13, 6}, 0.4, true, 5), random_image(13, 6, 3, 6));
    RefineOptions options;
    options.wm = {50, sigma, sigma};
    refine_weighted_median(map.refinement(), options);
    for (const float d : map.disparity) EXPECT_TRUE(d >= 0 && d <= 9);
  }
}

}  // namespace
}  // namespace csca
