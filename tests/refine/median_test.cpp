// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "maps.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace csca {
namespace {

/// Sorts the known values of the window and takes the lower middle.
Plane<float> naive_median(const Plane<float>& map, int radius) {
  Plane<float> result = map;
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) {
      std::vector<float> values;
      for (int v = y - radius; v <= y + radius; ++v) {
        for (int u = x - radius; u <= x + radius; ++u) {
          const bool inside = u >= 0 && v >= 0 && u < map.width() && v < map.height();
          if (inside && !std::isnan(map(u, v))) values.push_back(map(u, v));
        }
      }
      std::sort(values.begin(), values.end());
      if (!std::isnan(map(x, y))) result(x, y) = values[(values.size() - 1) / 2];
    }
  }
  return result;
}

TEST(Median, AgreesWithSortedWindows) {
  for (const Size size : odd_sizes) {
    for (const double share : {0.0, 0.3, 0.9, 1.0}) {
      for (const int radius : {1, 2, 15}) {
        Map map(random_map(size, share, radius == 2, 1));
        const Plane<float> expected = naive_median(map.disparity, radius);
        RefineOptions options;
        options.median.radius = radius;
        refine_median(map.refinement(), options);
        EXPECT_TRUE(same_bits(map.disparity, expected)) << size.width << " x " << size.height << " radius " << radius;
        EXPECT_EQ(map.validity, ValidityMap(size.width, size.height));
      }
    }
  }
}

TEST(Median, TakesTheLowerOfTwoMiddleValues) {
  Map map(plane({{4, 7, unknown, 9, 2}}));
  refine_median(map.refinement(), {});
  EXPECT_TRUE(same_bits(map.disparity, plane({{4, 4, unknown, 2, 2}})));
}

}  // namespace
}  // namespace csca
