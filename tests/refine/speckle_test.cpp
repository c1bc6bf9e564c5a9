// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "maps.hpp"

#include <cmath>
#include <vector>

namespace csca {
namespace {

/// Spreads labels until nothing changes: slow, and nothing to get wrong.
Plane<float> naive_speckle(const Plane<float>& map, int size, double difference) {
  const int width = map.width();
  Plane<int> label(width, map.height());
  for (std::size_t i = 0; i < label.size(); ++i) label.data()[i] = static_cast<int>(i);
  for (bool changed = true; changed;) {
    changed = false;
    const auto join = [&](int x, int y, int u, int v) {
      if (u >= width || v >= map.height() || label(x, y) == label(u, v)) return;
      if (!(std::abs(double{map(x, y)} - double{map(u, v)}) <= difference)) return;
      label(x, y) = label(u, v) = std::min(label(x, y), label(u, v));
      changed = true;
    };
    for (int y = 0; y < map.height(); ++y) {
      for (int x = 0; x < width; ++x) {
        join(x, y, x + 1, y);
        join(x, y, x, y + 1);
      }
    }
  }
  std::vector<int> pixels(label.size());
  for (const int l : label) ++pixels[l];
  Plane<float> result = map;
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (pixels[label.data()[i]] <= size) result.data()[i] = unknown;
  }
  return result;
}

RefineOptions speckles(int size, double difference) {
  RefineOptions options;
  options.speckle = {size, difference};
  return options;
}

TEST(Speckle, AgreesWithNaiveLabels) {
  for (const Size size : odd_sizes) {
    for (const double share : {0.0, 0.2, 1.0}) {
      for (const int most : {1, 4, 20, 1000}) {
        for (const double difference : {0.0, 1.0, 2.5}) {
          Map map(random_map(size, share, true, 2));
          const Plane<float> before = map.disparity;
          refine_speckle(map.refinement(), speckles(most, difference));
          EXPECT_TRUE(same_bits(map.disparity, naive_speckle(before, most, difference)));
          for (std::size_t i = 0; i < before.size(); ++i) {
            const bool removed = std::isnan(map.disparity.data()[i]) && !std::isnan(before.data()[i]);
            EXPECT_EQ(map.validity.data()[i], removed ? Validity::speckle : 0);
          }
        }
      }
    }
  }
}

TEST(Speckle, BlobsGrowStepByStepAndOverSidesOnly) {
  // 1 2 3 4 is one blob, though its ends differ by 3; the 9s touch at a corner alone.
  Map map(plane({{1, 2, 3, 4}, {9, 50, 20, 30}, {50, 9, 60, 70}}));
  refine_speckle(map.refinement(), speckles(3, 1));
  EXPECT_TRUE(
      same_bits(map.disparity,
                plane({{1, 2, 3, 4}, {unknown, unknown, unknown, unknown}, {unknown, unknown, unknown, unknown}})));
}

TEST(Speckle, AFilledPixelThatGoesIsNoLongerFilled) {
  Map map(plane({{5}}));
  map.validity(0, 0) = Validity::occluded | Validity::filled;
  refine_speckle(map.refinement(), {});
  EXPECT_EQ(map.validity(0, 0), Validity::occluded | Validity::speckle);
}

TEST(Speckle, ALargeBlobNeedsNoDeepStack) {
  Map map(Plane<float>(2000, 1000, 3.0F));
  refine_speckle(map.refinement(), speckles(1'999'999, 1));
  EXPECT_EQ(map.disparity(1999, 999), 3.0F);
  refine_speckle(map.refinement(), speckles(2'000'000, 1));
  EXPECT_TRUE(std::isnan(map.disparity(0, 0)));
}

}  // namespace
}  // namespace csca
