// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/place.hpp"

#include "support/expect.hpp"
#include "support/random.hpp"

#include <cmath>
#include <limits>

namespace csca {
namespace {

constexpr SlantedPlane plane{0.1, -0.05, 4};

/// The definition in plain loops: of the 21 x 21 cells of four pixels around, more than a twentieth lies on the plane.
bool naive(const Plane<float>& map, int x, int y) {
  int on = 0;
  for (int v = y / 4 - 10; v <= y / 4 + 10; ++v) {
    for (int u = x / 4 - 10; u <= x / 4 + 10; ++u) {
      if (u < 0 || v < 0 || 4 * u >= map.width() || 4 * v >= map.height()) continue;
      const int column = std::min(4 * u + 2, map.width() - 1);
      const int row = std::min(4 * v + 2, map.height() - 1);
      on += std::abs(plane.at(column, row) - map(column, row)) <= 1 ? 1 : 0;
    }
  }
  return on > 22;  // of 441
}

TEST(Place, IsWhereEnoughOfTheMapLiesOnThePlane) {
  Random random(3);
  for (const Size size : {Size{190, 130}, Size{61, 47}, Size{1, 1}, Size{200, 1}}) {
    Plane<float> map(size.width, size.height);
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        const bool there = x + y < size.width / 2 || random.chance(0.04);
        map(x, y) = there ? static_cast<float>(plane.at(x, y) + random.real(-0.9, 0.9)) : 60.0F;
        if (random.chance(0.1)) map(x, y) = std::numeric_limits<float>::quiet_NaN();
      }
    }
    const Place place(plane, map);
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) ASSERT_EQ(place.has(x, y), naive(map, x, y)) << x << ", " << y;
    }
  }
}

TEST(Place, WindowHoldsAllOfIt) {
  Plane<float> map(199, 118, 60.0F);
  EXPECT_LE(Place(plane, map).window(199, 118).columns.count(), 0);
  for (const bool at_the_end : {false, true}) {
    for (int y = 70; y < 118; ++y) {
      for (int x = at_the_end ? 170 : 60; x < (at_the_end ? 199 : 90); ++x) {
        map(x, y) = static_cast<float>(plane.at(x, y));
      }
    }
    const Place place(plane, map);
    const Rectangle window = place.window(199, 118);
    Rectangle expected{{199, 0}, 118, 0};
    for (int y = 0; y < 118; ++y) {
      for (int x = 0; x < 199; ++x) {
        if (!place.has(x, y)) continue;
        expected.columns = {std::min(expected.columns.begin, x), std::max(expected.columns.end, x + 1)};
        expected.top = std::min(expected.top, y);
        expected.bottom = y + 1;
      }
    }
    EXPECT_EQ(window.columns, expected.columns);
    EXPECT_EQ(window.top, expected.top);
    EXPECT_EQ(window.bottom, expected.bottom);
  }
}

}  // namespace
}  // namespace csca
