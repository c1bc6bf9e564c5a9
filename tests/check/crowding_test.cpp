// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "check/crowding.hpp"
#include "support/expect.hpp"

namespace csca {
namespace {

/// Disparities that rise evenly over the columns, from `low` to `high`, and then stay.
Plane<float> ramp(float low, float high) {
  Plane<float> map(100, 10);
  for (int y = 0; y < 10; ++y) {
    for (int x = 0; x < 100; ++x) map(x, y) = low + (high - low) * static_cast<float>(std::min(x, 79)) / 79;
  }
  return map;
}

TEST(Crowding, IsSeenAtEitherEnd) {
  const ValidityMap plain(100, 10, 0);
  const Crowding high = crowding_at_ends(ramp(4, 59), plain, {0, 60});
  EXPECT_TRUE(high.high);
  EXPECT_FALSE(high.low);
  const Crowding low = crowding_at_ends(ramp(50, 10), plain, {10, 60});
  EXPECT_FALSE(low.high);
  EXPECT_TRUE(low.low);
}

TEST(Crowding, IsNoneWhereTheRangeGoesOn) {
  const ValidityMap plain(100, 10, 0);
  EXPECT_FALSE(crowding_at_ends(ramp(4, 50), plain, {0, 60}).high);
  EXPECT_FALSE(crowding_at_ends(Plane<float>(100, 10, 0.0F), plain, {0, 60}).low) << "far things crowd at 0";
}

TEST(Crowding, LeavesOutFilledPixels) {
  const ValidityMap filled(100, 10, Validity::filled);
  EXPECT_FALSE(crowding_at_ends(ramp(4, 59), filled, {0, 60}).high);
}

TEST(Crowding, IsAWarningOfAMatchWhereTheSceneGoesOn) {
  const SynthPair pair = synthesize({.width = 320, .height = 200, .levels = 60, .repetitive = false});
  Options options;
  options.range.first = 0;
  options.range.levels = 40;
  const Result result = match(pair.left, pair.right, options);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_TRUE(contains(result.warnings[0], "upper end of the range 0 to 39")) << result.warnings[0];
  EXPECT_TRUE(contains(result.warnings[0], "Try 0 to 6")) << result.warnings[0];

  options.input.opposite_sign = true;
  const std::string turned = match(pair.left, pair.right, options).warnings.at(0);
  EXPECT_TRUE(contains(turned, "lower end of the range -39 to 0")) << turned;
  EXPECT_TRUE(contains(turned, "Try -6")) << turned;
  EXPECT_TRUE(contains(turned, " to 0.")) << turned;
}

TEST(Crowding, IsNoWarningWhereASurfaceLiesAtTheEnd) {
  const SynthPair pair = synthesize({.width = 320, .height = 200, .levels = 60, .slanted = false, .repetitive = false});
  Options options;
  options.range.first = 0;
  options.range.levels = 60;
  const Result result = match(pair.left, pair.right, options);
  ASSERT_TRUE(crowding_at_ends(result.disparity, result.validity, result.range).high);
  EXPECT_TRUE(result.warnings.empty()) << result.warnings[0];
}

}  // namespace
}  // namespace csca
