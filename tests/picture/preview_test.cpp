// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "pixels.hpp"

#include <csca/error.hpp>
#include <csca/picture.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace csca::picture {
namespace {

Plane<float> ramp(int width, int height) {
  Plane<float> map(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) map(x, y) = static_cast<float>(x + 2 * y);
  }
  return map;
}

TEST(Preview, HoldsTheMapAndALegend) {
  const Plane<float> map = ramp(400, 300);
  const Image shown = preview(map, ColourRange{0, 900});
  const Image painted = paint_disparity(map, {0, 900});
  ASSERT_EQ(shown.height(), 300);
  ASSERT_GT(shown.width(), 440);
  ASSERT_LT(shown.width(), 540);
  for (int y = 0; y < 300; ++y) {
    for (int x = 0; x < 400; ++x) ASSERT_EQ(pixel(shown, x, y), pixel(painted, x, y));
  }
  // Down the middle of the bar: white, all colours from bright to dark, white.
  const int x = 400 + 12 + 5;
  std::vector<Colour> column;
  for (int y = 0; y < 300; ++y) {
    const Colour c = pixel(shown, x, y);
    if (c != white && c != ink) column.push_back(c);
  }
  ASSERT_GT(column.size(), 200U);
  EXPECT_EQ(column.front(), colour_map().back());
  EXPECT_EQ(column.back(), colour_map().front());
}

TEST(Preview, ShowsUnknownOnlyWhenThereIsSome) {
  Plane<float> map = ramp(400, 300);
  EXPECT_EQ(count(preview(map), unknown_grey), 0);
  map(3, 3) = nan;
  EXPECT_GT(count(preview(map), unknown_grey), 50);
}

TEST(Preview, IsDeterministic) {
  const Plane<float> map = ramp(123, 77);
  EXPECT_EQ(preview(map), preview(map));
  const ColourRange range = colour_range(map);
  EXPECT_EQ(preview(map), preview(map, range));
}

TEST(Preview, GrowsForLowMapsAndScalesForHighOnes) {
  const Image low = preview(ramp(30, 1));
  EXPECT_GE(low.height(), 150);
  EXPECT_GT(count(low, ink), 200);
  const Image high = preview(ramp(30, 2000));
  EXPECT_EQ(high.height(), 2000);
  EXPECT_GT(high.width() - 30, 3 * (low.width() - 30));
}

TEST(Preview, SurvivesDegenerateMaps) {
  EXPECT_GT(count(preview(Plane<float>(1, 1, 3)), ink), 0);
  EXPECT_GT(count(preview(Plane<float>(5, 4, nan)), unknown_grey), 20);
  EXPECT_GT(preview(Plane<float>(1, 1, 3), ColourRange{-3e38F, 3e38F}).width(), 1);
  EXPECT_THROW(preview({}), Error);
  EXPECT_THROW(preview(Plane<float>(2, 2), ColourRange{1, 0}), Error);
}

}  // namespace
}  // namespace csca::picture
