// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>
#include <csca/select.hpp>

#include "maps.hpp"

#include <cmath>

namespace csca {
namespace {

constexpr Levels range{-3, 40};

/// What the tree makes of a whole volume of |d - level|, and the level of its lowest cost.
Volume tree_costs(const Map& map, double sigma) {
  AggregateOptions method;
  method.method = "nl";
  method.nl = {sigma, 0};
  Volume costs(map.disparity.width(), map.disparity.height(), range);
  for (int y = 0; y < costs.height(); ++y) {
    for (int x = 0; x < costs.width(); ++x) {
      const float d = map.disparity(x, y);
      for (int k = 0; k < range.count; ++k) {
        costs.pixel(x, y)[k] = std::isnan(d) ? 0.0F : std::abs(d - static_cast<float>(range.first + k));
      }
    }
  }
  return aggregate(*make_aggregation(method)(map.guide), costs);
}

TEST(NonlocalRefinement, IsTheWinnerOfTheTreeFilter) {
  for (const Size size : odd_sizes) {
    for (const bool whole : {true, false}) {
      Map map(random_map(size, 0.4, whole, 7), random_image(size.width, size.height, 3, 8));
      for (float& d : map.disparity) d = 4 * d - 3;  // over all slabs of the range
      const Map before = map;
      const Plane<float> winner = select(tree_costs(map, 0.05));
      RefineOptions options;
      refine_nonlocal(map.refinement(), options);
      bool any = false;
      for (const float d : before.disparity) any = any || !std::isnan(d);
      for (std::size_t i = 0; any && i < winner.size(); ++i) {
        const float old = before.disparity.data()[i];
        const float level = winner.data()[i];
        EXPECT_EQ(map.disparity.data()[i], std::abs(old - level) < 1 ? old : level) << i;
        EXPECT_EQ(map.validity.data()[i], std::isnan(old) ? filled : 0);
      }
    }
  }
}

/// A row is its own tree: weights are exp(-|differences along the way| / sigma).
TEST(NonlocalRefinement, AgreesWithAllPairsOnARow) {
  Random random(9);
  Map map(random_map({31, 1}, 0.5, true, 10), random_image(31, 1, 1, 11, true));
  float level = 0;
  for (float& value : map.guide.channels[0]) {  // runs of three: the tree's 3x3 median leaves them as they are
    const auto x = &value - map.guide.channels[0].data();
    if (x % 3 == 0) level = static_cast<float>(random.whole(0, 60)) / 255.0F;
    value = level;
  }
  const Plane<float> before = map.disparity;
  RefineOptions options;
  options.nl.sigma = 0.2;
  refine_nonlocal(map.refinement(), options);
  for (int x = 0; x < 31; ++x) {
    const auto cost = [&](float d) {
      double sum = 0;
      for (int u = 0; u < 31; ++u) {
        if (std::isnan(before(u, 0))) continue;
        double length = 0;
        for (int v = std::min(x, u); v < std::max(x, u); ++v) {
          length += std::abs(double{map.guide.channels[0](v, 0)} - double{map.guide.channels[0](v + 1, 0)});
        }
        sum += std::exp(-length / options.nl.sigma) * std::abs(double{before(u, 0)} - double{d});
      }
      return sum;
    };
    const double taken = cost(map.disparity(x, 0));
    for (int k = 0; k < range.count; ++k) EXPECT_LE(taken, cost(static_cast<float>(range.first + k)) * (1 + 1e-5));
  }
}

TEST(NonlocalRefinement, OutvotesOddOnesAndKeepsFractions) {
  Map map(Plane<float>(7, 5, 4.25F), random_image(7, 5, 3, 12));
  for (Plane<float>& channel : map.guide.channels) channel = Plane<float>(7, 5, 0.5F);
  map.disparity(3, 2) = 20;
  map.disparity(0, 0) = unknown;
  map.validity(0, 0) = occluded;
  refine_nonlocal(map.refinement(), {});
  EXPECT_EQ(map.disparity(3, 2), 4);
  EXPECT_EQ(map.disparity(0, 0), 4);
  EXPECT_EQ(map.disparity(6, 4), 4.25F);
  EXPECT_EQ(map.validity(0, 0), occluded | filled);
  EXPECT_EQ(map.validity(3, 2), 0);
}

TEST(NonlocalRefinement, LeavesPixelsWithoutDataUnlessAllAreFilled) {
  for (const Fill fill : {Fill::none, Fill::background, Fill::all}) {
    Map map(plane({{4, unknown, unknown, 4}}));
    map.validity(1, 0) = unknown_pixel;
    map.validity(2, 0) = masked;
    RefineOptions options;
    options.fill = fill;
    refine_nonlocal(map.refinement(), options);
    EXPECT_EQ(std::isnan(map.disparity(1, 0)), fill != Fill::all);
    EXPECT_EQ(std::isnan(map.disparity(2, 0)), fill != Fill::all);
  }
}

TEST(NonlocalRefinement, PixelsThatNoWeightReachesStayUnknown) {
  Map map(Plane<float>(9, 9, unknown), random_image(9, 9, 1, 13));
  map.guide.channels[0] = Plane<float>(9, 9, 0.0F);
  for (int y = 0; y < 9; ++y) {
    for (int x = 5; x < 9; ++x) map.guide.channels[0](x, y) = 1;
  }
  map.disparity(0, 0) = 6;
  RefineOptions options;
  options.nl.sigma = 0.001;
  refine_nonlocal(map.refinement(), options);
  EXPECT_EQ(map.disparity(4, 8), 6);
  EXPECT_TRUE(std::isnan(map.disparity(5, 0)));
  EXPECT_EQ(map.validity(5, 0), 0);
}

}  // namespace
}  // namespace csca
