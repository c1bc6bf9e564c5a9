// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "support/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace csca {
namespace {

TEST(Explain, OptionsKeepTheWinnerAndLeaveOutWhatBecomesOfIt) {
  Options options = make_options("quality");
  options.select.confidence = Confidence::left_right;
  options.select.min_confidence = 0.5;
  const Options watched = explainable(options);
  validate(watched);
  EXPECT_EQ(watched.aggregate.method, options.aggregate.method);
  EXPECT_EQ(watched.select.subpixel, options.select.subpixel);
  EXPECT_EQ(watched.select.right, RightView::none);
  EXPECT_EQ(watched.select.confidence, Confidence::none);
  EXPECT_EQ(watched.run.precision, Precision::floats);
  EXPECT_EQ(watched.refine.steps, RefineOptions{}.steps);
}

TEST(Explain, CapturesTheRowsThatAnObserverSees) {
  const Image left = random_texture(50, 30, 3, 1);
  const Image right = shifted(left, 4, 2);
  for (const bool skip_zero : {false, true}) {
    Options options;
    options.range = {-2, 12, skip_zero};
    options.run.slab = 4;
    options = explainable(options);
    constexpr int y = 13;
    constexpr int from = 7;
    constexpr int to = 40;
    const Levels range = resolve_range(left, right, options);
    Capture capture({range, skip_zero}, resolve_scales(left, range, options), y, from, to);
    Volume whole(left.width(), 1, range);
    Hooks hooks;
    hooks.observe = [&](VolumeStage stage, int scale, Levels levels, int line, const float* row) {
      capture.take(stage, scale, levels, line, row);
      if (stage != VolumeStage::combined || line != y) return;
      for (int x = 0; x < left.width(); ++x, row += Volume::stride_for(levels.count)) {
        std::copy_n(row, levels.count, whole.pixel(x, 0) + (levels.first - range.first));
      }
    };
    options.run.threads = 1;  // `whole` has no lock
    options.select.subpixel = Subpixel::none;
    const Result result = match(left, right, options, hooks);
    const Volume& costs = capture.costs(VolumeStage::combined, 0);
    const Plane<float> winners = capture.winners(VolumeStage::combined, 0);
    ASSERT_EQ(costs.width(), to - from + 1);
    for (int x = from; x <= to; ++x) {
      EXPECT_TRUE(std::equal(costs.pixel(x - from, 0), costs.pixel(x - from, 0) + range.count, whole.pixel(x, 0)));
      EXPECT_EQ(winners(x - from, 0), result.disparity(x, y)) << x;
    }
    EXPECT_EQ(capture.costs(VolumeStage::raw, 1).width(), (to >> 1) - (from >> 1) + 1);
  }
}

}  // namespace
}  // namespace csca
