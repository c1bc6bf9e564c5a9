// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "maps.hpp"

namespace csca {
namespace {

RefineOptions filling(Fill fill) {
  RefineOptions options;
  options.fill = fill;
  return options;
}

void expect_fill(const Plane<float>& before, const Plane<float>& after) {
  for (const Fill fill : {Fill::none, Fill::background, Fill::all}) {
    Map map(before);
    refine_fill(map.refinement(), filling(fill));
    EXPECT_TRUE(same_bits(map.disparity, after));
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_EQ(map.validity.data()[i], before.data()[i] == after.data()[i] ? 0 : Validity::filled) << i;
    }
  }
}

TEST(Fill, TakesTheLowerOfLeftAndRight) {
  expect_fill(plane({{3, unknown, unknown, 7, unknown, 2}}), plane({{3, 3, 3, 7, 2, 2}}));
  expect_fill(plane({{-3, unknown, -7}}), plane({{-3, -7, -7}}));
}

TEST(Fill, TakesTheOnlySideAtTheBorder) { expect_fill(plane({{unknown, unknown, 7, unknown}}), plane({{7, 7, 7, 7}})); }

TEST(Fill, KnownPixelsStay) {
  expect_fill(plane({{1.5F, 9, 4}, {0, -2, 8}}), plane({{1.5F, 9, 4}, {0, -2, 8}}));
  expect_fill(plane({{6}}), plane({{6}}));
}

TEST(Fill, PixelsOfEmptyRowsTakeTheNearestOfTheirColumn) {
  expect_fill(plane({{unknown, unknown}, {1, 2}, {unknown, unknown}, {unknown, unknown}, {3, unknown}}),
              plane({{1, 2}, {1, 2}, {1, 2}, {3, 2}, {3, 3}}));
}

TEST(Fill, PixelsOfEmptyRowsTakeTheLowerOfTwoEquallyNear) {
  expect_fill(plane({{1, 8}, {unknown, unknown}, {5, 6}}), plane({{1, 8}, {1, 6}, {5, 6}}));
}

TEST(Fill, PixelsWithAnEmptyRowAndColumnTakeTheirNeighbour) {
  expect_fill(plane({{unknown, 4, unknown}, {unknown, unknown, unknown}}), plane({{4, 4, 4}, {4, 4, 4}}));
}

TEST(Fill, AnUnknownMapStaysUnknown) {
  for (const Fill fill : {Fill::background, Fill::all}) {
    Map map(Plane<float>(3, 2, unknown));
    refine_fill(map.refinement(), filling(fill));
    EXPECT_TRUE(same_bits(map.disparity, Plane<float>(3, 2, unknown)));
    EXPECT_EQ(map.validity, ValidityMap(3, 2));
  }
}

TEST(Fill, PixelsWithoutDataAreFilledOnlyWithAll) {
  const Plane<float> before = plane({{2, unknown, unknown, unknown, 9}, {unknown, unknown, unknown, unknown, unknown}});
  Map map(before);
  map.validity(1, 0) = Validity::masked;
  map.validity(2, 0) = Validity::occluded;
  map.validity(3, 0) = Validity::unknown_pixel | Validity::partial_range;
  map.validity(1, 1) = Validity::masked;
  Map all = map;
  refine_fill(map.refinement(), filling(Fill::background));
  // The second row's other pixels are filled from above even where the source itself must not be.
  EXPECT_TRUE(same_bits(map.disparity, plane({{2, unknown, 2, unknown, 9}, {2, unknown, 2, 2, 9}})));
  EXPECT_EQ(map.validity(1, 0), Validity::masked);
  EXPECT_EQ(map.validity(2, 0), Validity::occluded | Validity::filled);
  EXPECT_EQ(map.validity(3, 0), Validity::unknown_pixel | Validity::partial_range);
  EXPECT_EQ(map.validity(3, 1), Validity::filled);

  refine_fill(all.refinement(), filling(Fill::all));
  EXPECT_TRUE(same_bits(all.disparity, plane({{2, 2, 2, 2, 9}, {2, 2, 2, 2, 9}})));
  EXPECT_EQ(all.validity(1, 0), Validity::masked | Validity::filled);
}

}  // namespace
}  // namespace csca
