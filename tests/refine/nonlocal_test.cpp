// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>
#include <csca/select.hpp>

#include "maps.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

constexpr Levels range{-3, 40};

/// What tree and window make of a whole volume of |d - level|, at most 4, unknown pixels at a fifth of the background's
/// costs.
Volume mean_costs(const Map& map, double sigma) {
  AggregateOptions method;
  method.method = "0.4*nl+0.6*gf";
  method.nl.sigma = sigma;
  method.gf.radius = 4;
  Map background = map;
  RefineOptions fill;
  fill.fill = Fill::all;
  refine_fill(background.refinement(), fill);
  Volume costs(map.disparity.width(), map.disparity.height(), range);
  for (int y = 0; y < costs.height(); ++y) {
    for (int x = 0; x < costs.width(); ++x) {
      const float d = background.disparity(x, y);
      const float weight = std::isnan(map.disparity(x, y)) ? 0.2F : 1.0F;
      for (int k = 0; k < range.count; ++k) {
        costs.pixel(x, y)[k] = weight * std::min(std::abs(d - static_cast<float>(range.first + k)), 4.0F);
      }
    }
  }
  return aggregate(*make_aggregation(method)(map.guide), costs);
}

TEST(NonlocalRefinement, IsTheWinnerOfTreeAndWindow) {
  for (const Size size : odd_sizes) {
    for (const bool whole : {true, false}) {
      Map map(random_map(size, 0.4, whole, 7), random_image(size.width, size.height, 3, 8));
      for (float& d : map.disparity) d = 4 * d - 3;  // over all slabs of the range
      const Map before = map;
      const Plane<float> winner = select(mean_costs(map, 0.05));
      RefineOptions options;
      refine_nonlocal(map.refinement(), options);
      bool any = false;
      for (const float d : before.disparity) any = any || !std::isnan(d);
      for (std::size_t i = 0; any && i < winner.size(); ++i) {
        const float old = before.disparity.data()[i];
        const float level = winner.data()[i];
        EXPECT_EQ(map.disparity.data()[i], std::abs(old - level) < 1 ? old : level) << i;
        EXPECT_EQ(map.validity.data()[i], std::isnan(old) ? Validity::filled : 0);
      }
    }
  }
}

TEST(NonlocalRefinement, OutvotesOddOnesAndKeepsFractions) {
  Map map(Plane<float>(7, 5, 4.25F), random_image(7, 5, 3, 12));
  for (Plane<float>& channel : map.guide.channels) channel = Plane<float>(7, 5, 0.5F);
  map.disparity(3, 2) = 20;
  map.disparity(0, 0) = unknown;
  map.validity(0, 0) = Validity::occluded;
  refine_nonlocal(map.refinement(), {});
  EXPECT_EQ(map.disparity(3, 2), 4);
  EXPECT_EQ(map.disparity(0, 0), 4);
  EXPECT_EQ(map.disparity(6, 4), 4.25F);
  EXPECT_EQ(map.validity(0, 0), Validity::occluded | Validity::filled);
  EXPECT_EQ(map.validity(3, 2), 0);
}

TEST(NonlocalRefinement, LeavesPixelsWithoutDataUnlessAllAreFilled) {
  for (const Fill fill : {Fill::none, Fill::background, Fill::all}) {
    Map map(plane({{4, unknown, unknown, 4}}));
    map.validity(1, 0) = Validity::unknown_pixel;
    map.validity(2, 0) = Validity::masked;
    RefineOptions options;
    options.fill = fill;
    refine_nonlocal(map.refinement(), options);
    EXPECT_EQ(std::isnan(map.disparity(1, 0)), fill != Fill::all);
    EXPECT_EQ(std::isnan(map.disparity(2, 0)), fill != Fill::all);
  }
}

TEST(NonlocalRefinement, OccludedPixelsTakeTheBackground) {
  // One colour: only where pixels lie tells surfaces apart.
  Map map(plane({{9, 9, 9, unknown, unknown, 3, 3, 3, 3, 3, 3, 3}}));
  refine_nonlocal(map.refinement(), {});
  EXPECT_EQ(map.disparity(3, 0), 3);
  EXPECT_EQ(map.disparity(4, 0), 3);
}

}  // namespace
}  // namespace csca
