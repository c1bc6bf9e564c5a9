// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/warp.hpp"

#include "support/expect.hpp"
#include "support/random.hpp"

#include <algorithm>
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

/// One pixel of the moved image by Catmull and Rom's cubic; -1: unknown.
float naive(const SlantedPlane& plane, const FloatImage& right, std::size_t channel, int x, int y) {
  const int width = right.width();
  const double from = x - plane.at(x, y);
  if (!(from >= 0 && from <= width - 1)) return -1;
  const int left = std::min(static_cast<int>(from), std::max(width - 2, 0));
  const auto t = static_cast<float>(from - left);
  const float u = 1 - t;
  const float weights[4] = {-0.5F * t * u * u, 1 + t * t * (1.5F * t - 2.5F), 1 + u * u * (1.5F * u - 2.5F),
                            -0.5F * u * t * t};
  float sum = 0;
  for (int i = 0; i < 4; ++i) {
    const int column = std::clamp(left - 1 + i, 0, width - 1);
    if ((i == 1 || i == 2) && !right.known.empty() && right.known(column, y) == 0) return -1;
    sum += weights[i] * right.channels[channel](column, y);
  }
  return std::clamp(sum, 0.0F, 1.0F);
}

TEST(Warp, HasTheBitsOfTheCubic) {
  Random random(11);
  for (const Size size : {Size{211, 5}, Size{67, 3}, Size{5, 2}, Size{4, 1}, Size{1, 1}}) {
    for (const SlantedPlane& plane : {SlantedPlane{0.1, 0.05, -1.7}, {-0.4, 0.3, 20}, {1.5, 0, 3}, {1, -2, 0.25}}) {
      FloatImage right;
      for (int c = 0; c < 3; ++c) right.channels.emplace_back(size.width, size.height);
      for (Plane<float>& channel : right.channels) {
        for (float& sample : channel) sample = static_cast<float>(random.real(0, 1));
      }
      for (const bool masked : {false, true}) {
        if (masked) right.known = Mask(size.width, size.height, 1);
        for (std::uint8_t& known : right.known) known = random.chance(0.1) ? 0 : 1;
        const FloatImage warped = warped_to(plane, right, 2);
        for (std::size_t c = 0; c < 3; ++c) {
          for (int y = 0; y < size.height; ++y) {
            for (int x = 0; x < size.width; ++x) {
              const float expected = naive(plane, right, c, x, y);
              ASSERT_EQ(warped.known(x, y), expected < 0 ? 0 : 1);
              ASSERT_EQ(warped.channels[c](x, y), std::max(expected, 0.0F));
            }
          }
        }
      }
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
