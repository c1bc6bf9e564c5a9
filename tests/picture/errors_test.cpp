// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "pixels.hpp"

#include <csca/error.hpp>
#include <csca/picture.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>

namespace csca::picture {
namespace {

constexpr Colour lit{90, 90, 90};
constexpr Colour dark{30, 30, 30};
constexpr Colour red = error_red;
constexpr Colour blue = unknown_blue;

Plane<float> plane(int width, int height, std::initializer_list<float> values) {
  Plane<float> result(width, height);
  std::copy(values.begin(), values.end(), result.begin());
  return result;
}

struct PaintErrors : testing::Test {
  const Image background = grey_image(4, 3, 90);
  const Plane<float> truth = plane(4, 3, {5, 5, 5, 5, nan, 7, 7, nan, -2, -2, -2, -2});
  const Plane<float> disparity = plane(4, 3, {5, 6, 6.5F, nan, 3, 5.9F, 8, nan, -2, 2, -3, -3.25F});
};

TEST_F(PaintErrors, MarksWhatIsOffByMoreThanTheThreshold) {
  const Image painted = paint_errors(background, disparity, truth, {}, 1);
  const Colour expected[3][4] = {{lit, lit, red, blue}, {dark, red, lit, dark}, {lit, red, lit, red}};
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 4; ++x) EXPECT_EQ(pixel(painted, x, y), expected[y][x]) << x << ", " << y;
  }
}

TEST_F(PaintErrors, DarkensWhatTheMaskLeavesOut) {
  Mask mask(4, 3, 255);
  mask(0, 0) = 0;
  mask(2, 0) = 128;
  const Image painted = paint_errors(background, disparity, truth, mask, 1);
  const Colour expected[3][4] = {{dark, lit, dark, blue}, {dark, red, lit, dark}, {lit, red, lit, red}};
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 4; ++x) EXPECT_EQ(pixel(painted, x, y), expected[y][x]) << x << ", " << y;
  }
}

TEST_F(PaintErrors, TurnsColourToGrey) {
  Image colour(1, 1, 3, Sample::u8);
  colour.row<std::uint8_t>(0)[1] = 200;
  EXPECT_EQ(pixel(paint_errors(colour, plane(1, 1, {1}), plane(1, 1, {1}), {}, 0), 0, 0), (Colour{117, 117, 117}));
}

TEST_F(PaintErrors, RefusesOtherSizesAndThresholds) {
  EXPECT_THROW(paint_errors(grey_image(3, 3, 0), disparity, truth, {}, 1), Error);
  EXPECT_THROW(paint_errors(background, Plane<float>(4, 2), truth, {}, 1), Error);
  EXPECT_THROW(paint_errors(background, disparity, Plane<float>(), {}, 1), Error);
  EXPECT_THROW(paint_errors(background, disparity, truth, Mask(3, 4), 1), Error);
  EXPECT_THROW(paint_errors(background, disparity, truth, {}, -1), Error);
  EXPECT_THROW(paint_errors(background, disparity, truth, {}, nan), Error);
  EXPECT_THROW(paint_errors(ImageView{}, {}, {}, {}, 1), Error);
}

}  // namespace
}  // namespace csca::picture
