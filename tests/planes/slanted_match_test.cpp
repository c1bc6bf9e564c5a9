// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/match.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

constexpr int width = 200;
constexpr int height = 120;
constexpr SlantedPlane slope{0.08, 0.1, 2};

/// Of the surface, where the left camera sees it at (x, y).
float texture(double x, double y) {
  double sum = 0;
  for (int i = 1; i <= 12; ++i)
    sum += std::sin(x * (0.13 * i + 0.05) + i * i) * std::cos(y * (0.11 * i + 0.07) + 3 * i);
  return static_cast<float>(0.5 + 0.06 * sum);
}

Image left_image() {
  Image image(width, height, 1, Sample::f32);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) image.row<float>(y)[x] = texture(x, y);
  }
  return image;
}

/// x_right = x - slope.at(x, y), solved for x.
Image right_image() {
  Image image(width, height, 1, Sample::f32);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      image.row<float>(y)[x] = texture((x + slope.down * y + slope.offset) / (1 - slope.along), y);
    }
  }
  return image;
}

Options slanted(int planes) {
  Options options;
  options.range = {0, 40, false};
  options.planes.most = planes;
  options.input.white = 1;
  options.input.check = false;
  return options;
}

/// Mean error of the pixels that have a partner.
double error_of(const Plane<float>& disparity) {
  double sum = 0;
  int count = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 30; x < width - 5; ++x) {
      sum += std::abs(disparity(x, y) - slope.at(x, y));
      ++count;
    }
  }
  return sum / count;
}

TEST(Slanted, PlanesHalveTheErrorOfASlope) {
  const Image left = left_image();
  const Image right = right_image();
  const Result flat = match(left, right, slanted(0));
  const Result steep = match(left, right, slanted(2));
  EXPECT_LT(error_of(steep.disparity), 0.5 * error_of(flat.disparity));
  ASSERT_FALSE(steep.planes.empty());
  int chosen = 0;
  for (const std::uint8_t plane : steep.plane) chosen += plane > 0 ? 1 : 0;
  EXPECT_GT(chosen, width * height / 2);
  EXPECT_TRUE(flat.planes.empty() && flat.plane.empty());
}

TEST(Slanted, GivenPlanesCompeteInsteadOfFoundOnes) {
  const Image left = left_image();
  const Image right = right_image();
  Hooks hooks;
  hooks.planes = {{0, 0, 3}, slope};
  for (const int most : {1, 32}) {
    const Result result = match(left, right, slanted(most), hooks);
    ASSERT_EQ(result.planes.size(), 2U);
    EXPECT_EQ(result.planes[1].along, slope.along);
    EXPECT_LT(error_of(result.disparity), 0.5 * error_of(match(left, right, slanted(0)).disparity));
    EXPECT_GT(std::count(result.plane.begin(), result.plane.end(), 2), width * height / 2);
  }
  EXPECT_TRUE(match(left, right, slanted(0), hooks).plane.empty());
  hooks.planes.resize(256);
  EXPECT_THROW(match(left, right, slanted(1), hooks), Error);
}

TEST(Slanted, AutoStopsWhereNothingIsGained) {
  const Image left = left_image();
  const Image right = right_image();
  Options options = slanted(0);
  options.planes.most.reset();
  const Result result = match(left, right, options);
  ASSERT_FALSE(result.planes.empty());
  EXPECT_LE(result.planes.size(), 3U);  // the slope is the scene
  EXPECT_LT(error_of(result.disparity), 0.5 * error_of(match(left, right, slanted(0)).disparity));
}

int known_pixels(const Result& result) {
  int known = 0;
  for (const float d : result.disparity) known += std::isnan(d) ? 0 : 1;
  return known;
}

TEST(Slanted, DiagonalsOfPlanesPassTheCheck) {
  const Image left = left_image();
  const Image right = right_image();
  Options options = slanted(2);
  options.select.right = RightView::diagonal;
  options.select.tolerance = 0.5;
  const Result steep = match(left, right, options);
  options.planes.most = 0;
  EXPECT_GT(known_pixels(steep), known_pixels(match(left, right, options)));
  EXPECT_GT(known_pixels(steep), width * height * 7 / 10);
}

TEST(Slanted, LeadsAreOverRivalsOfAllPlanes) {
  const Image left = left_image();
  const Image right = right_image();
  Options options = slanted(2);
  options.select.confidence = Confidence::peak_ratio;
  const Result steep = match(left, right, options);
  options.planes.most = 0;
  const Result flat = match(left, right, options);
  double gained = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 30; x < width; ++x) {
      if (steep.plane(x, y) > 0) gained += double{steep.confidence(x, y)} - double{flat.confidence(x, y)};
    }
  }
  EXPECT_GT(gained, 0);  // a plane's windows see one surface: its winner costs less, its rivals as before
}

TEST(Slanted, ThreadsAndSlabsDoNotMatter) {
  const Image left = left_image();
  const Image right = right_image();
  struct Setting {
    const char* method;
    RightView right;
  };
  for (const auto& [method, view] : {Setting{"box", RightView::full},
                                     {"box", RightView::diagonal},
                                     {"gf+st", RightView::full},
                                     {"nl", RightView::diagonal}}) {
    Options options = slanted(3);
    options.planes.most.reset();
    options.aggregate.method = method;
    options.select.right = view;
    options.select.confidence = Confidence::peak_ratio;
    options.run.threads = 1;
    const Result one = match(left, right, options);
    options.run.threads = 3;
    options.run.slab = 5;
    const Result other = match(left, right, options);
    EXPECT_TRUE(same_bits(one.disparity, other.disparity)) << method;
    EXPECT_TRUE(same_bits(one.right_disparity, other.right_disparity)) << method;
    EXPECT_TRUE(same_bits(one.confidence, other.confidence)) << method;
    EXPECT_TRUE(same_bits(one.plane, other.plane)) << method;
  }
}

TEST(Slanted, WinnersStayInTheRange) {
  Options options = slanted(4);
  options.range = {5, 9, false};
  const Result result = match(left_image(), right_image(), options);
  for (const float d : result.disparity) {
    EXPECT_TRUE(!std::isfinite(d) || (d >= 4.5F && d <= 13.5F)) << d;
  }
}

TEST(Slanted, TakeTheSmallestPairs) {
  for (const Size size : odd_sizes) {
    const Image one(size.width, size.height, 3, Sample::u8);
    Options options = slanted(4);
    options.input.white.reset();
    EXPECT_EQ(match(one, one, options).disparity.width(), size.width);
  }
}

}  // namespace
}  // namespace csca
