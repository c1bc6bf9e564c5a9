// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/ambiguity.hpp"
#include "select/winner_table.hpp"

#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

const Image left = random_texture(70, 38, 3, 1);
const Image right = shifted(left, 6, 2);

Options small_range(Confidence confidence) {
  Options options;
  options.range = {-3, 27, false};
  options.select.confidence = confidence;
  options.run.slab = 5;
  return options;
}

/// The match, and the costs that its winners were chosen from.
Volume combined_costs(const Options& options, Result& result) {
  Volume costs(70, 38, {-3, 27});
  Hooks hooks;
  hooks.observe = [&](VolumeStage stage, int, Levels levels, int y, const float* row) {
    if (stage != VolumeStage::combined) return;
    for (int x = 0; x < 70; ++x) {
      std::copy_n(row + x * Volume::stride_for(levels.count), levels.count, costs.pixel(x, y) + levels.first + 3);
    }
  };
  Options alone = options;
  alone.run.threads = 1;
  result = match(left, right, alone, hooks);
  return costs;
}

TEST(Confidence, IsMadeOfTheCombinedCosts) {
  Result result;
  const Volume costs = combined_costs(small_range(Confidence::peak_ratio), result);
  Winner winner(70, 38, {.runners_up = true});
  for (int y = 0; y < 38; ++y) winner.add(y, {0, costs.width()}, costs.levels(), costs.levels(), costs.row(y));
  EXPECT_TRUE(same_bits(result.confidence, winner.peak_ratio()));

  combined_costs(small_range(Confidence::ambiguity), result);
  Ambiguity ambiguity(winner.lowest_cost(), 27);
  for (int y = 0; y < 38; ++y) ambiguity.add(y, {0, costs.width()}, costs.levels(), costs.levels(), costs.row(y));
  EXPECT_TRUE(same_bits(result.confidence, ambiguity.confidence()));

  combined_costs(small_range(Confidence::none), result);
  EXPECT_TRUE(result.confidence.empty());
}

TEST(Confidence, IsHigherWhereTheMatchIsClear) {
  // Columns from 40 on show the same stripes again and again: any of several disparities would do.
  Image striped = left;
  for (int y = 0; y < 38; ++y) {
    for (int i = 3 * 40; i < 3 * 70; ++i) {
      striped.row<std::uint8_t>(y)[i] = static_cast<std::uint8_t>((i / 3) % 4 < 2 ? 30 : 220);
    }
  }
  const Image other = shifted(striped, 6, 3);
  for (const Confidence kind : {Confidence::peak_ratio, Confidence::ambiguity}) {
    const Plane<float> confidence = match(striped, other, small_range(kind)).confidence;
    double clear = 0;
    double unclear = 0;
    for (int y = 8; y < 30; ++y) {
      for (int x = 28; x < 34; ++x) clear += confidence(x, y);
      for (int x = 56; x < 62; ++x) unclear += confidence(x, y);
    }
    EXPECT_GT(clear, unclear);
    EXPECT_TRUE(std::all_of(confidence.begin(), confidence.end(), [](float c) { return c >= 0 && c <= 1; }));
  }
}

TEST(Confidence, IsNoneWhereAllLevelsCostTheSame) {
  // All levels cost the same: the most ambiguous of all, whichever levels compete.
  const Image flat(40, 30, 1, Sample::u8);
  for (const bool skip_zero : {false, true}) {
    Options options = small_range(Confidence::ambiguity);
    options.range.skip_zero = skip_zero;
    for (const float c : match(flat, flat, options).confidence) ASSERT_EQ(c, 0.0F) << skip_zero;
  }
}

TEST(Confidence, DoesNotChangeTheMap) {
  const Plane<float> expected = match(left, right, small_range(Confidence::none)).disparity;
  for (const Confidence kind : {Confidence::peak_ratio, Confidence::ambiguity}) {
    EXPECT_TRUE(same_bits(match(left, right, small_range(kind)).disparity, expected));
  }
}

TEST(Presets, AllMatchTheSmallestPairs) {
  for (const Preset& preset : presets()) {
    for (const Size size : odd_sizes) {
      Options options = make_options(preset.name);
      options.range.first = -2;
      options.range.levels = 8;
      const Image one = random_texture(size.width, size.height, 3, 4);
      const Image two = random_texture(size.width, size.height, 3, 5);
      const Plane<float> map = match(one, two, options).disparity;
      const auto unknown =
          static_cast<std::size_t>(std::count_if(map.begin(), map.end(), [](float d) { return std::isnan(d); }));
      // Without a single pixel that passed the check there is nothing to fill from.
      ASSERT_TRUE(options.refine.fill != Fill::all || unknown % map.size() == 0) << preset.name;
      for (const float d : map) ASSERT_TRUE(std::isnan(d) || (d >= -2 && d <= 5)) << preset.name;
    }
  }
}

}  // namespace
}  // namespace csca
