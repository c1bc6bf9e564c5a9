// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "pixels.hpp"

#include <csca/error.hpp>
#include <csca/picture.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace csca::picture {
namespace {

TEST(ColourRangeOfMap, IsThe1stTo99thPercentileOfKnownValues) {
  Plane<float> map(11, 10, nan);
  for (int i = 0; i <= 100; ++i) map.data()[109 - i] = static_cast<float>(i);
  const ColourRange range = colour_range(map);
  EXPECT_EQ(range.low, 1);
  EXPECT_EQ(range.high, 99);
}

TEST(ColourRangeOfMap, SurvivesDegenerateMaps) {
  for (const Plane<float>& map : {Plane<float>(), Plane<float>(3, 2, nan), Plane<float>(1, 1, INFINITY)}) {
    EXPECT_EQ(colour_range(map).low, 0);
    EXPECT_EQ(colour_range(map).high, 1);
  }
  EXPECT_EQ(colour_range(Plane<float>(1, 1, -4)).low, -4);
  EXPECT_EQ(colour_range(Plane<float>(1, 1, -4)).high, -4);
}

TEST(PaintDisparity, SpansTheMapAndClampsOutside) {
  Plane<float> map(6, 1, nan);
  const float values[] = {-5, 10, 20, 30, 99};
  std::copy(std::begin(values), std::end(values), map.begin());
  const Image painted = paint_disparity(map, {10, 30});
  const auto& colours = colour_map();
  EXPECT_EQ(pixel(painted, 0, 0), colours.front());
  EXPECT_EQ(pixel(painted, 1, 0), colours.front());
  EXPECT_EQ(pixel(painted, 2, 0), colours[128]);
  EXPECT_EQ(pixel(painted, 3, 0), colours.back());
  EXPECT_EQ(pixel(painted, 4, 0), colours.back());
  EXPECT_EQ(pixel(painted, 5, 0), unknown_grey);
}

TEST(PaintDisparity, ShowsARangeOfOneValue) {
  Plane<float> map(3, 1, 7);
  map(0, 0) = 6;
  map(2, 0) = 8;
  const Image painted = paint_disparity(map, {7, 7});
  EXPECT_EQ(pixel(painted, 0, 0), colour_map().front());
  EXPECT_EQ(pixel(painted, 1, 0), colour_map()[128]);
  EXPECT_EQ(pixel(painted, 2, 0), colour_map().back());
}

TEST(PaintDisparity, RefusesEmptyMapsAndSenselessRanges) {
  EXPECT_THROW(paint_disparity({}, {0, 1}), Error);
  EXPECT_THROW(paint_disparity(Plane<float>(1, 1), {2, 1}), Error);
  EXPECT_THROW(paint_disparity(Plane<float>(1, 1), {0, INFINITY}), Error);
  EXPECT_THROW(paint_disparity(Plane<float>(1, 1), {nan, 1}), Error);
}

TEST(ToDisplay, KeepsBytes) {
  for (int value = 0; value < 256; ++value) {
    const auto v = static_cast<std::uint8_t>(value);
    EXPECT_EQ(pixel(to_display(grey_image(1, 1, v)), 0, 0), (Colour{v, v, v}));
  }
}

TEST(ToDisplay, DropsAlpha) {
  Image image(1, 1, 4, Sample::u8);
  for (int c = 0; c < 4; ++c) image.row<std::uint8_t>(0)[c] = static_cast<std::uint8_t>(10 * c + 10);
  EXPECT_EQ(pixel(to_display(image), 0, 0), (Colour{10, 20, 30}));
}

TEST(ToDisplay, ScalesWhiteOfDeepImages) {
  Image image(2, 1, 1, Sample::u16);
  image.row<std::uint16_t>(0)[0] = 4095;  // a 12-bit sensor
  EXPECT_EQ(pixel(to_display(image), 0, 0), white);
  EXPECT_EQ(pixel(to_display(image), 1, 0), (Colour{0, 0, 0}));
}

TEST(ToDisplay, ShowsUnknownAsBlackAndNegativeToo) {
  Image image(3, 1, 1, Sample::f32);
  image.row<float>(0)[0] = 1;
  image.row<float>(0)[1] = nan;
  image.row<float>(0)[2] = -3;
  const Image shown = to_display(image);
  EXPECT_EQ(pixel(shown, 0, 0), white);
  EXPECT_EQ(pixel(shown, 1, 0), (Colour{0, 0, 0}));
  EXPECT_EQ(pixel(shown, 2, 0), (Colour{0, 0, 0}));
}

TEST(ToDisplay, RefusesNoImage) { EXPECT_THROW(to_display(ImageView{}), Error); }

TEST(PaintGrey, RisesWithTheValueAndLeavesRoomForMarks) {
  Plane<float> values(4, 1);
  values(0, 0) = -1;
  values(1, 0) = 0;
  values(2, 0) = 1;
  values(3, 0) = picture::nan;
  const Image image = paint_grey(values, {-1, 1});
  const Colour low = picture::pixel(image, 0, 0);
  const Colour high = picture::pixel(image, 2, 0);
  EXPECT_GT(low.red, 30);
  EXPECT_GT(picture::pixel(image, 1, 0).red, low.red);
  EXPECT_GT(high.red, picture::pixel(image, 1, 0).red);
  EXPECT_EQ(high.red, high.blue);
  EXPECT_NE(picture::pixel(image, 3, 0).red, picture::pixel(image, 3, 0).blue);
  EXPECT_THROW(paint_grey({}, {0, 1}), Error);
  EXPECT_THROW(paint_grey(values, {1, 0}), Error);
}

}  // namespace
}  // namespace csca::picture
