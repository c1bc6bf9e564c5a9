// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/find_planes.hpp"

#include "support/expect.hpp"
#include "support/random.hpp"

#include <cmath>
#include <limits>

namespace csca {
namespace {

constexpr SlantedPlane road{0.01, 0.2, 3};
constexpr SlantedPlane wall{-0.1, 0, 40};

/// The road below, the wall above, a tenth of the pixels anywhere.
Plane<float> street() {
  Random random(5);
  Plane<float> map(300, 200);
  for (int y = 0; y < 200; ++y) {
    for (int x = 0; x < 300; ++x) {
      const SlantedPlane& plane = y < 80 ? wall : road;
      map(x, y) = static_cast<float>(random.chance(0.1) ? random.real(0, 60) : plane.at(x, y) + random.real(-0.3, 0.3));
    }
  }
  return map;
}

void expect_near(const SlantedPlane& found, const SlantedPlane& expected) {
  for (const double x : {0.0, 299.0}) {
    for (const double y : {0.0, 199.0}) EXPECT_NEAR(found.at(x, y), expected.at(x, y), 0.5);
  }
}

TEST(FindPlanes, FindsTheLargestFirst) {
  const auto planes = find_planes(street(), 2);
  ASSERT_EQ(planes.size(), 2U);
  expect_near(planes[0], road);
  expect_near(planes[1], wall);
}

TEST(FindPlanes, OnesThatFaceTheCameraComeLast) {
  Plane<float> map = street();
  for (int y = 0; y < 200; ++y) {
    for (int x = 0; x < 150; ++x) map(x, y) = 55.5F;  // half of it
  }
  for (const int most : {2, 3}) {
    const auto planes = find_planes(map, most);
    ASSERT_EQ(static_cast<int>(planes.size()), most);
    expect_near(planes[0], road);
    expect_near(planes[1], wall);
  }
}

TEST(FindPlanes, AreTheSameEachTime) {
  const auto one = find_planes(street(), 4);
  const auto other = find_planes(street(), 4);
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].at(17, 5), other[i].at(17, 5));
}

TEST(FindPlanes, NeedSupport) {
  EXPECT_TRUE(find_planes(street(), 0).empty());
  EXPECT_TRUE(find_planes(Plane<float>(300, 200, std::numeric_limits<float>::quiet_NaN()), 4).empty());
  EXPECT_TRUE(find_planes(Plane<float>(3, 1, 1.0F), 4).empty());
}

}  // namespace
}  // namespace csca
