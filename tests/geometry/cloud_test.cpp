// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <csca/cloud.hpp>

#include <cmath>
#include <limits>

#include "geometry/scenes.hpp"
#include "support/expect.hpp"

namespace csca {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Every pixel has another colour.
Image colours(int width, int height) {
  Image image(width, height, 3, Sample::u8);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      image.row<std::uint8_t>(y)[3 * x] = static_cast<std::uint8_t>(x);
      image.row<std::uint8_t>(y)[3 * x + 1] = static_cast<std::uint8_t>(y);
      image.row<std::uint8_t>(y)[3 * x + 2] = 200;
    }
  }
  return image;
}

TEST(Cloud, HasThePointsOfThePixels) {
  const Calibration camera = small_camera(31, 6);
  const Plane<float> disparity = random_map(31, 6, -12, 60);
  const Plane<float> confidence = random_map(31, 6, 0, 1);
  for (const int step : {1, 4}) {
    const CloudOptions options{.range = {0.9, 5}, .min_confidence = 0.25, .step = step, .edge = 0};
    const Cloud made = cloud(disparity, colours(31, 6), camera, options, confidence);
    std::size_t i = 0;
    for (int y = 0; y < 6; y += step) {
      for (int x = 0; x < 31; x += step) {
        const double z = 480 * 0.12 / (disparity(x, y) + 7.0);
        if (!(z >= 0.9 && z <= 5) || confidence(x, y) < 0.25) continue;
        ASSERT_LT(i, made.points.size());
        EXPECT_NEAR(made.points[i][0], (x - 17.5) / 480 * z, 1e-6);
        EXPECT_NEAR(made.points[i][1], (y - 2.25) / 480 * z, 1e-6);
        EXPECT_NEAR(made.points[i][2], z, 1e-6);
        EXPECT_EQ(made.colours[i],
                  (std::array<std::uint8_t, 3>{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y), 200}));
        EXPECT_EQ(made.confidence[i], confidence(x, y));
        ++i;
      }
    }
    EXPECT_EQ(i, made.points.size());
    EXPECT_TRUE(made.normals.empty());
  }
}

TEST(Cloud, NeedsNoImage) {
  const Cloud made = cloud(Plane<float>(5, 4, 10), ImageView{}, small_camera(5, 4));
  EXPECT_EQ(made.points.size(), 20U);
  EXPECT_TRUE(made.colours.empty());
  EXPECT_TRUE(made.confidence.empty());
}

TEST(Cloud, TakesGreyAndDeepColours) {
  Image deep(1, 1, 1, Sample::u16);
  deep.row<std::uint16_t>(0)[0] = 65'535;
  const CloudOptions every_pixel{.edge = 0};
  const Cloud made = cloud(Plane<float>(1, 1, 10), deep, small_camera(1, 1), every_pixel);
  EXPECT_EQ(made.colours[0], (std::array<std::uint8_t, 3>{255, 255, 255}));
}

// Two walls with a column between them that belongs to neither, as sub-pixel fits and median filters leave it.
TEST(Cloud, LosesFlyingPixels) {
  Plane<float> disparity(12, 8, 10);
  for (int y = 0; y < 8; ++y) {
    for (int x = 6; x < 12; ++x) disparity(x, y) = 40;
    disparity(5, y) = 25;
  }
  disparity(2, 3) = 33;  // alone
  disparity(9, 2) = nan;
  const Calibration camera = small_camera(12, 8);
  EXPECT_EQ(cloud(disparity, ImageView{}, camera, {.edge = 0}).points.size(), 12U * 8 - 1);
  const Cloud made = cloud(disparity, ImageView{}, camera, {.edge = 1});
  EXPECT_EQ(made.points.size(), 12U * 8 - 1 - 8 - 1);
  for (const auto& point : made.points) {
    EXPECT_TRUE(std::abs(point[2] - camera.depth_of(10)) < 1e-5 || std::abs(point[2] - camera.depth_of(40)) < 1e-5);
  }
}

// Points of a plane have its normal, at image borders and beside holes too.
TEST(Cloud, HasNormalsOfPlanes) {
  const Calibration camera = small_camera(40, 30);
  const std::array<std::array<double, 3>, 3> planes = {{{0, 0, -1}, {0.3, -0.2, -0.9}, {-0.05, -0.7, -0.6}}};
  for (const auto& direction : planes) {
    const double length = std::hypot(direction[0], direction[1], direction[2]);
    Plane<float> disparity(40, 30);
    for (int y = 0; y < 30; ++y) {
      for (int x = 0; x < 40; ++x) {
        // The plane goes through (0, 0, 2); rays are ((x - cx) / f, (y - cy) / f, 1) z.
        const double along = direction[0] * (x - camera.cx) / 480 + direction[1] * (y - camera.cy) / 480 + direction[2];
        disparity(x, y) = static_cast<float>(camera.disparity_of(2 * direction[2] / along));
      }
    }
    disparity(20, 15) = nan;
    const Cloud made = cloud(disparity, ImageView{}, camera, {.normals = true});
    ASSERT_EQ(made.normals.size(), 40U * 30 - 1);
    for (const auto& normal : made.normals) {
      for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(normal[i], direction[i] / length, 2e-3);
    }
  }
}

TEST(Cloud, KeepsNormalsOfBothSidesOfAnEdge) {
  Plane<float> disparity(20, 10, 10);
  for (int y = 0; y < 10; ++y) {
    for (int x = 10; x < 20; ++x) disparity(x, y) = 40;
  }
  for (const auto& normal : cloud(disparity, ImageView{}, small_camera(20, 10), {.normals = true}).normals) {
    EXPECT_NEAR(normal[2], -1, 1e-6);
  }
}

TEST(Cloud, CanStandUpright) {
  const Calibration camera = small_camera(9, 7);
  const Plane<float> disparity(9, 7, 10);
  const Cloud down = cloud(disparity, ImageView{}, camera, {.normals = true});
  const Cloud up = cloud(disparity, ImageView{}, camera, {.normals = true, .upright = true});
  ASSERT_EQ(up.points.size(), down.points.size());
  for (std::size_t i = 0; i < up.points.size(); ++i) {
    EXPECT_EQ(up.points[i], (std::array{down.points[i][0], -down.points[i][1], -down.points[i][2]}));
    EXPECT_EQ(up.normals[i], (std::array{down.normals[i][0], -down.normals[i][1], -down.normals[i][2]}));
  }
}

TEST(Cloud, OfOnePixelAndOfNone) {
  const Calibration camera = small_camera(1, 1);
  EXPECT_EQ(cloud(Plane<float>(1, 1, 10), ImageView{}, camera, {.edge = 0}).points.size(), 1U);
  EXPECT_TRUE(cloud(Plane<float>(1, 1, 10), ImageView{}, camera, {.normals = true, .edge = 0}).points.empty());
  EXPECT_TRUE(cloud(Plane<float>(1, 1, nan), ImageView{}, camera).points.empty());
}

TEST(Cloud, RefusesWhatDoesNotFit) {
  const Plane<float> map(4, 3, 10);
  const Calibration camera = small_camera(4, 3);
  const auto refusal = [&](const CloudOptions& options) {
    return error_of([&] { cloud(map, ImageView{}, camera, options); });
  };
  EXPECT_TRUE(contains(refusal({.step = 0}), "step is 0"));
  EXPECT_TRUE(contains(refusal({.edge = -1}), "edge is -1"));
  EXPECT_TRUE(contains(refusal({.edge = nan}), "edge is nan"));
  EXPECT_TRUE(contains(refusal({.min_confidence = 2}), "min_confidence is 2"));
  EXPECT_TRUE(contains(refusal({.min_confidence = 0.5}), "needs a confidence map"));
  EXPECT_TRUE(contains(refusal({.range = {3, 1}}), "two rising numbers"));
  EXPECT_TRUE(contains(error_of([&] { cloud(map, colours(3, 4), camera); }), "the left image has 3 x 4 pixels"));
  EXPECT_TRUE(
      contains(error_of([&] { cloud(map, colours(4, 3), camera, {}, Plane<float>(3, 3)); }), "the confidence map has"));
  EXPECT_TRUE(contains(error_of([&] { cloud(map, colours(4, 3), small_camera(8, 6)); }), "of images of 8 x 6"));
}

}  // namespace
}  // namespace csca
