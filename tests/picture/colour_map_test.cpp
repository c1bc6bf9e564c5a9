// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/colour_map.hpp"

#include "pixels.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace csca::picture {
namespace {

double linear(std::uint8_t sample) {
  const double v = sample / 255.0;
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

double luminance(Colour c) { return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue); }

TEST(ColourMap, LuminanceRisesStrictly) {
  const auto& map = colour_map();
  for (std::size_t i = 1; i < map.size(); ++i) EXPECT_GT(luminance(map[i]), luminance(map[i - 1])) << "at " << i;
}

TEST(ColourMap, RunsFromDarkToBright) {
  EXPECT_LT(luminance(colour_map().front()), 0.01);
  EXPECT_GT(luminance(colour_map().back()), 0.85);
}

TEST(ColourMap, HasNoJumps) {
  const auto& map = colour_map();
  for (std::size_t i = 1; i < map.size(); ++i) {
    EXPECT_LE(std::abs(map[i].red - map[i - 1].red), 3) << "at " << i;
    EXPECT_LE(std::abs(map[i].green - map[i - 1].green), 3) << "at " << i;
    EXPECT_LE(std::abs(map[i].blue - map[i - 1].blue), 3) << "at " << i;
  }
}

TEST(ColourMap, GreysAreNotInIt) {
  for (const Colour c : colour_map()) {
    EXPECT_GE(std::max({c.red, c.green, c.blue}) - std::min({c.red, c.green, c.blue}), 20);
    EXPECT_NE(c, unknown_grey);
  }
}

}  // namespace
}  // namespace csca::picture
