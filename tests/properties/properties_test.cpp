// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "properties/trial.hpp"

#include <csca/simd.hpp>
#include <csca/tiles.hpp>

#include "support/expect.hpp"
#include "tiles/pairs.hpp"

#include <rapidcheck.h>

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

// What holds for any pair and any options, tried at random: always the same way, unless RC_PARAMS="seed=2
// max_success=1000", for example, asks for other and more trials.
namespace csca {
namespace {

[[maybe_unused]] const int same_each_time = ::setenv("RC_PARAMS", "seed=1", 0);

/// Adds a step to all samples, which are at most 200 before.
Image brighter(const Image& bytes, int step) {
  Image result = bytes;
  for (int y = 0; y < bytes.height(); ++y) {
    auto* row = result.row<std::uint8_t>(y);
    for (int i = 0; i < bytes.width() * bytes.channels(); ++i) {
      row[i] = static_cast<std::uint8_t>(row[i] * 200 / 255 + step);
    }
  }
  return result;
}

RC_GTEST_PROP(Properties, AMirroredPairGivesTheMirroredRightMap, ()) {
  Trial trial = any_trial();
  RC_LOG() << trial << '\n';
  const Image left = trial.left();
  const Image right = trial.right();
  const Plane<float> expected = mirror_of(match(mirror_of(right), mirror_of(left), trial.options).disparity);
  trial.options.select.right = RightView::full;
  RC_ASSERT(bool(same_bits(match(left, right, trial.options).right_disparity, expected)));
}

// The guided, the bilateral and the semi-global filter look at the guide in floats, whose differences round: winners
// between equals may be others.
RC_GTEST_PROP(Properties, AConstantChangesNothingForCensus, ()) {
  const bool exact = *rc::gen::arbitrary<bool>();
  Trial trial = exact ? any_trial({"none", "box"}) : any_trial();
  trial.sample = Sample::u8;
  trial.channels = 1;
  trial.options.cost.method = "cen";
  trial.options.cost.outside = Outside::mean;
  if (exact) {  // coarser scales and moved images are floats too
    trial.options.scale.scales = 1;
    trial.options.planes.most = 0;
  }
  const int step = *rc::gen::inRange(1, 56);
  RC_LOG() << trial << ", step " << step << '\n';
  const Image left = trial.left();
  const Image right = trial.right();
  const Plane<float> dark = match(brighter(left, 0), brighter(right, 0), trial.options).disparity;
  const Plane<float> bright = match(brighter(left, step), brighter(right, step), trial.options).disparity;
  if (exact) {
    RC_ASSERT(bool(same_bits(dark, bright)));
  } else {
    RC_ASSERT(others(dark, bright, trial) <= 2 + dark.size() / 20);
  }
}

RC_GTEST_PROP(Properties, LambdaZeroIsThePlainMethod, ()) {
  Trial trial = any_trial();
  RC_LOG() << trial << '\n';
  trial.options.scale.lambda = 0;
  const Plane<float> regularised = match(trial.left(), trial.right(), trial.options).disparity;
  trial.options.scale.scales = 1;
  RC_ASSERT(bool(same_bits(match(trial.left(), trial.right(), trial.options).disparity, regularised)));
}

// Paths of semi-global matching see all levels together, and means for missing cells are taken over them.
RC_GTEST_PROP(Properties, WinnersInsideANarrowerRangeStay, ()) {
  Trial trial = any_trial({"none", "box", "bf", "gf", "nl", "st", "gf+st"});
  trial.options.cost.outside = Outside::black;
  trial.options.select.subpixel = Subpixel::none;
  trial.options.planes.most = 0;
  trial.options.scale.scales = 1;
  const int before = *rc::gen::inRange(0, 7);
  const int after = *rc::gen::inRange(0, 7);
  RC_LOG() << trial << ", before " << before << ", after " << after << '\n';
  const Plane<float> narrow = match(trial.left(), trial.right(), trial.options).disparity;
  const Levels range{*trial.options.range.first, *trial.options.range.levels};
  trial.options.range.first = range.first - before;
  trial.options.range.levels = range.count + before + after;
  const Plane<float> wide = match(trial.left(), trial.right(), trial.options).disparity;
  for (std::size_t i = 0; i < wide.size(); ++i) {
    const float d = wide.data()[i];
    const bool inside = d >= static_cast<float>(range.first) && d <= static_cast<float>(range.last());
    if (inside) RC_ASSERT(narrow.data()[i] == d);
  }
}

RC_GTEST_PROP(Properties, MasksNeverLeak, ()) {
  Trial trial = any_trial();
  add_later_steps(trial.options);
  if (*rc::gen::arbitrary<bool>()) trial.options.range = {};  // estimated
  RC_LOG() << trial << '\n';
  const Mask left_mask = any_mask(trial.width, trial.height);
  const Mask right_mask = any_mask(trial.width, trial.height);
  const Image left = trial.left();
  const Image right = trial.right();
  const Result expected = match({left, right, left_mask, right_mask}, trial.options);
  const Image other_left = scribbled(left, left_mask);
  const Image other_right = scribbled(right, right_mask);
  const Result result = match({other_left, other_right, left_mask, right_mask}, trial.options);
  RC_ASSERT(bool(same_bits(result.disparity, expected.disparity)));
  RC_ASSERT(bool(same_bits(result.right_disparity, expected.right_disparity)));
  RC_ASSERT(bool(same_bits(result.confidence, expected.confidence)));
  RC_ASSERT(bool(same_bits(result.validity, expected.validity)));
}

RC_GTEST_PROP(Properties, ThreadsAndSlabsChangeNothing, ()) {
  Trial trial = any_trial();
  add_later_steps(trial.options);
  const int threads = *rc::gen::inRange(2, 6);
  const int slab = *rc::gen::inRange(1, 33);
  RC_LOG() << trial << ", threads " << threads << ", slab " << slab << '\n';
  const Image left = trial.left();
  const Image right = trial.right();
  const Result one = match(left, right, trial.options);
  trial.options.run.threads = threads;
  trial.options.run.slab = slab;
  const Result other = match(left, right, trial.options);
  RC_ASSERT(bool(same_bits(one.disparity, other.disparity)));
  RC_ASSERT(bool(same_bits(one.right_disparity, other.right_disparity)));
  RC_ASSERT(bool(same_bits(one.confidence, other.confidence)));
}

RC_GTEST_PROP(Properties, TilesOfAnySizeChangeNothingWhereExact, ()) {
  Trial trial = any_trial({"none", "box", "bf", "gf"});
  trial.width = *rc::gen::inRange(100, 260);
  trial.height = *rc::gen::inRange(100, 200);
  trial.options.planes.most = 0;
  trial.options.scale.scales = *rc::gen::inRange(1, 3);
  const int tile = 64 * *rc::gen::inRange(1, 3);
  RC_LOG() << trial << ", tile " << tile << '\n';
  const Image left = trial.left();
  const Image right = trial.right();
  ImageWindows left_windows(left);
  ImageWindows right_windows(right);
  const WindowedPair pair{left_windows, right_windows};
  const TilePlan plan = plan_tiles(pair, trial.options, {.size = tile});
  RC_PRE(plan.exact);
  RC_ASSERT(bool(same_bits(match_in_tiles(pair, plan).disparity, match(left, right, trial.options).disparity)));
}

// Newer instruction sets fuse products and sums: costs differ in the last bit, and so do winners between equals.
RC_GTEST_PROP(Properties, InstructionSetsDifferInTiesAlone, ()) {
  Trial trial = any_trial();
  RC_LOG() << trial << '\n';
  const Image left = trial.left();
  const Image right = trial.right();
  const std::string_view before = simd_target();
  const Plane<float> expected = match(left, right, trial.options).disparity;
  std::size_t most = 0;
  for (const std::string_view target : simd_targets()) {
    use_simd_target(target);
    most = std::max(most, others(match(left, right, trial.options).disparity, expected, trial));
  }
  use_simd_target(before);
  RC_ASSERT(most <= 2 + expected.size() / 50);
}

}  // namespace
}  // namespace csca
