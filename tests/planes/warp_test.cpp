// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/warp.hpp"

#include "support/expect.hpp"

#include <cmath>

namespace csca {
namespace {

float wave(double x, double y) { return static_cast<float>(0.5 + 0.3 * std::sin(0.4 * x) * std::cos(0.2 * y)); }

FloatImage waves(int width, int height) {
  FloatImage image;
  image.channels.emplace_back(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) image.channels[0](x, y) = wave(x, y);
  }
  return image;
}

TEST(Warp, ShowsThePlanesPartners) {
  const SlantedPlane plane{0.1, 0.05, -1.7};
  const FloatImage warped = warped_to(plane, waves(80, 30), 2);
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 80; ++x) {
      const double from = x - plane.at(x, y);
      const bool inside = from >= 0 && from <= 79;
      ASSERT_EQ(warped.known(x, y), inside ? 1 : 0) << x << ", " << y;
      if (from < 1 || from > 78) continue;
      EXPECT_NEAR(warped.channels[0](x, y), wave(from, y), 2e-3);
    }
  }
}

TEST(Warp, WholeShiftsKeepTheBits) {
  const FloatImage right = waves(40, 9);
  const FloatImage warped = warped_to({0, 0, 3}, right, 1);
  for (int y = 0; y < 9; ++y) {
    for (int x = 3; x < 40; ++x) EXPECT_EQ(warped.channels[0](x, y), right.channels[0](x - 3, y));
  }
}

TEST(Warp, UnknownPixelsStayUnknown) {
  FloatImage right = waves(40, 3);
  right.known = Mask(40, 3, 1);
  right.known(20, 1) = 0;
  const FloatImage warped = warped_to({0, 0, 0.5}, right, 1);
  EXPECT_EQ(warped.known(20, 1), 0);
  EXPECT_EQ(warped.known(21, 1), 0);
  EXPECT_EQ(warped.known(22, 1), 1);
  EXPECT_EQ(warped.known(20, 0), 1);
}

TEST(Warp, TakesTheSmallestImages) {
  EXPECT_EQ(warped_to({0, 0, 0}, waves(1, 1), 1).known(0, 0), 1);
  EXPECT_EQ(warped_to({0, 0, 5}, waves(1, 1), 1).known(0, 0), 0);
}

}  // namespace
}  // namespace csca
