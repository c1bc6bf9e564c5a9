// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/ticks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace csca::picture {
namespace {

std::string labels(float low, float high, int most = 6) {
  std::string all;
  for (const Tick& tick : round_ticks(low, high, most)) all += (all.empty() ? "" : " ") + tick.label;
  return all;
}

TEST(Ticks, StandAtRoundNumbers) {
  EXPECT_EQ(labels(0, 63), "0 20 40 60");
  EXPECT_EQ(labels(0, 10), "0 2 4 6 8 10");
  EXPECT_EQ(labels(3.2F, 48.7F), "10 20 30 40");
  EXPECT_EQ(labels(3.2F, 48.7F, 11), "5 10 15 20 25 30 35 40 45");
  EXPECT_EQ(labels(0, 1), "0.0 0.2 0.4 0.6 0.8 1.0");
}

TEST(Ticks, HandleNegativeRanges) {
  EXPECT_EQ(labels(-64, 10.5F), "-60 -40 -20 0");
  EXPECT_EQ(labels(-0.3F, -0.1F), "-0.30 -0.25 -0.20 -0.15 -0.10");
}

TEST(Ticks, HandleASingleValue) {
  EXPECT_EQ(labels(3, 3), "3");
  EXPECT_EQ(labels(-2.5F, -2.5F), "-2.5");
  EXPECT_EQ(labels(1e20F, 1e20F), "1e20");
}

TEST(Ticks, HandleTinyAndHugeRanges) {
  EXPECT_EQ(labels(1000, 1000.01F), "1000.000 1000.005 1000.010");
  EXPECT_EQ(labels(0, 1e-5F), "0 2e-6 4e-6 6e-6 8e-6 1e-5");
  EXPECT_EQ(labels(-2e6F, 1e7F), "0 5e6 1e7");
  EXPECT_EQ(labels(1e6F, 1.2e6F), "1e6 1.05e6 1.1e6 1.15e6 1.2e6");
  EXPECT_EQ(labels(1e6F, 1e6F + 8), "1000000 1000002 1000004 1000006 1000008");
  constexpr float most = std::numeric_limits<float>::max();
  EXPECT_EQ(labels(-most, most), "-2e38 0 2e38");
}

TEST(Ticks, AreTwoOrMoreAndInRangeForAnyRange) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> unit(-1, 1);
  for (int i = 0; i < 2000; ++i) {
    const float scale = std::pow(10.0F, 6 * unit(random));
    const float low = scale * unit(random);
    const float high = low + scale * (0.01F + std::abs(unit(random)));
    const auto ticks = round_ticks(low, high, 6);
    ASSERT_GE(ticks.size(), 2U) << low << " to " << high;
    ASSERT_LE(ticks.size(), 6U) << low << " to " << high;
    const float slack = 1e-5F * (high - low);
    for (const Tick& tick : ticks) {
      ASSERT_GE(tick.value, low - slack);
      ASSERT_LE(tick.value, high + slack);
      ASSERT_NEAR(std::stod(tick.label), tick.value, 1e-6 * std::abs(tick.value)) << tick.label;
    }
  }
}

TEST(Ticks, AllowOneTickAtZero) { EXPECT_EQ(labels(-0.9F, 0.9F, 2), "0"); }

}  // namespace
}  // namespace csca::picture
