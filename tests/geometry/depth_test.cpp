// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <csca/depth.hpp>

#include <cmath>
#include <limits>

#include "geometry/scenes.hpp"
#include "support/expect.hpp"

namespace csca {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST(Depth, IsTheFormula) {
  const Calibration camera = small_camera(37, 5);
  const Plane<float> disparity = random_map(37, 5, -9, 60);
  const Plane<float> metres = depth(disparity, camera);
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 37; ++x) {
      const double sum = disparity(x, y) + camera.doffs;
      if (sum > 0) {
        EXPECT_FLOAT_EQ(metres(x, y), static_cast<float>(camera.focal_length * camera.baseline / sum));
      } else {
        EXPECT_TRUE(std::isnan(metres(x, y))) << disparity(x, y);
      }
    }
  }
}

TEST(Depth, LeavesUnknownWhatNoPointHas) {
  Plane<float> disparity(5, 1);
  const float values[] = {nan, std::numeric_limits<float>::infinity(), -7, -8, -6.5F};  // doffs is 7
  std::copy(std::begin(values), std::end(values), disparity.begin());
  const Plane<float> metres = depth(disparity, small_camera(5, 1));
  for (int x = 0; x < 4; ++x) EXPECT_TRUE(std::isnan(metres(x, 0))) << x;
  EXPECT_FLOAT_EQ(metres(4, 0), static_cast<float>(480 * 0.12 / 0.5));
}

TEST(Depth, KeepsToTheRange) {
  const Calibration camera = small_camera(3, 1);
  Plane<float> disparity(3, 1);
  for (int x = 0; x < 3; ++x) disparity(x, 0) = static_cast<float>(camera.disparity_of(1 + x));
  const Plane<float> metres = depth(disparity, camera, {1.5, 2.5});
  EXPECT_TRUE(std::isnan(metres(0, 0)));
  EXPECT_NEAR(metres(1, 0), 2, 1e-6);
  EXPECT_TRUE(std::isnan(metres(2, 0)));
}

TEST(Depth, DeviationIsTheSlopeOfTheFormula) {
  const Calibration camera = small_camera(11, 3);
  const Plane<float> disparity = random_map(11, 3, 1, 60);
  const Plane<float> metres = depth(disparity, camera);
  const Plane<float> deviation = depth_deviation(metres, camera, 0.25);
  constexpr double step = 1e-4;
  for (std::size_t i = 0; i < metres.size(); ++i) {
    const double d = disparity.data()[i];
    const double slope = (camera.depth_of(d - step) - camera.depth_of(d + step)) / (2 * step);
    EXPECT_NEAR(deviation.data()[i], 0.25 * slope, 1e-5 * slope);
  }
}

TEST(Depth, DeviationShrinksWithConfidence) {
  const Calibration camera = small_camera(4, 1);
  Plane<float> confidence(4, 1);
  const float values[] = {0, 0.01F, 0.15F, 1};
  std::copy(std::begin(values), std::end(values), confidence.begin());
  const Plane<float> deviation = depth_deviation(Plane<float>(4, 1, 2), camera, 0.3, confidence);
  const double typical = 4 / (480 * 0.12) * 0.3;
  EXPECT_NEAR(deviation(2, 0), typical, 1e-6);
  EXPECT_NEAR(deviation(3, 0), typical * std::pow(1 / 0.15, -2.0 / 3), 1e-6);
  EXPECT_NEAR(deviation(1, 0), typical * std::pow(0.01 / 0.15, -2.0 / 3), 1e-5);
  EXPECT_EQ(deviation(0, 0), deviation(1, 0));
}

TEST(Depth, RefusesWhatDoesNotFit) {
  const Plane<float> map(4, 2, 10);
  EXPECT_TRUE(contains(error_of([&] { depth(map, small_camera(5, 2)); }),
                       "of images of 5 x 2 pixels and the disparity map has 4 x 2"));
  const Calibration camera = small_camera(4, 2);
  for (const DepthRange range : {DepthRange{2, 1}, DepthRange{-1, 1}, DepthRange{nan, 1}, DepthRange{0, nan}}) {
    EXPECT_TRUE(contains(error_of([&] { depth(map, camera, range); }), "two rising numbers"));
  }
  for (const double bad : {0.0, -1.0, static_cast<double>(nan)}) {
    EXPECT_TRUE(contains(error_of([&] { depth_deviation(map, camera, bad); }), "subpixel is"));
  }
  EXPECT_TRUE(contains(error_of([&] { depth_deviation(map, camera, 0.3, Plane<float>(2, 4)); }), "maps of one match"));
}

}  // namespace
}  // namespace csca
