// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"
#include "support/scenes.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

/// Share of the pixels seen by both cameras whose true disparity the range leaves out.
double left_out(const SynthPair& pair, Levels range) {
  std::size_t seen = 0;
  std::size_t outside = 0;
  for (std::size_t i = 0; i < pair.truth_left.size(); ++i) {
    if (pair.visible_left.data()[i] == 0) continue;
    ++seen;
    const auto truth = static_cast<double>(pair.truth_left.data()[i]);
    outside += truth < range.first || truth > range.last() ? 1 : 0;
  }
  return static_cast<double>(outside) / static_cast<double>(seen);
}

TEST(EstimateRange, CoversTheSceneOnBothSidesOfZero) {
  for (const int first : {0, 12, -30, -60}) {
    for (const std::uint64_t seed : {1U, 2U}) {
      const SynthPair pair = synthesize({.width = 320, .height = 240, .first = first, .levels = 48, .seed = seed});
      const Levels range = estimate_range(pair.left, pair.right);
      EXPECT_LT(left_out(pair, range), 0.005)
          << "scene from " << first << ", estimate " << range.first << " to " << range.last();
      EXPECT_LE(range.count, 3 * 48) << "scene from " << first;
    }
  }
}

TEST(EstimateRange, CoversALargeScene) {
  const SynthPair pair = synthesize({.width = 1100, .height = 500, .first = 3, .levels = 120});
  const Levels range = estimate_range(pair.left, pair.right);
  EXPECT_LT(left_out(pair, range), 0.005) << range.first << " to " << range.last();
}

TEST(EstimateRange, BearsAnotherExposure) {
  const SynthPair pair = synthesize({.width = 320, .height = 240, .levels = 40, .exposure = 0.7, .noise = 0.01});
  const Levels range = estimate_range(pair.left, pair.right);
  EXPECT_LT(left_out(pair, range), 0.005) << range.first << " to " << range.last();
}

TEST(EstimateRange, IsUsedForWhatTheOptionsLeaveOpen) {
  const SynthPair pair = synthesize({.width = 200, .height = 120, .first = -10, .levels = 30});
  const Levels estimate = estimate_range(pair.left, pair.right);
  EXPECT_EQ(match(pair.left, pair.right).range, estimate);
  Options options;
  options.range.first = -12;
  const Levels range = match(pair.left, pair.right, options).range;
  EXPECT_EQ(range.first, -12);
  EXPECT_EQ(range.last(), estimate.last());
  options.range = {};
  options.range.levels = 9;
  EXPECT_EQ(match(pair.left, pair.right, options).range, (Levels{0, 9}));
}

TEST(EstimateRange, RefusesAFirstBeyondAllThatThePairShows) {
  const SynthPair pair = synthesize({.width = 200, .height = 120, .levels = 30});
  Options options;
  options.range.first = 100;
  EXPECT_TRUE(contains(error_of([&] { resolve_range(pair.left, pair.right, options); }), "first is 100 but the pair"));
  options.range.levels = 5;
  EXPECT_EQ(resolve_range(pair.left, pair.right, options), (Levels{100, 5}));
}

TEST(EstimateRange, IsNotNegativeWithoutEvidence) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    const SynthPair pair =
        synthesize({.width = 320, .height = 200, .first = 1, .levels = 40, .seed = seed, .noise = 0.02});
    EXPECT_GE(estimate_range(pair.left, pair.right).first, 0) << "seed " << seed;
  }
}

TEST(EstimateRange, LeavesOutMaskedPixels) {
  // The lower half is another scene, far behind.
  const SynthPair pair = synthesize({.width = 240, .height = 160, .first = 20, .levels = 20});
  const SynthPair other = synthesize({.width = 240, .height = 160, .first = -60, .levels = 10, .seed = 2});
  Image left = pair.left;
  Image right = pair.right;
  Mask mask(240, 160, 255);
  for (int y = 80; y < 160; ++y) {
    std::copy_n(other.left.row<std::uint8_t>(y), left.row_bytes(), left.row<std::uint8_t>(y));
    std::copy_n(other.right.row<std::uint8_t>(y), right.row_bytes(), right.row<std::uint8_t>(y));
    std::fill_n(mask.row(y), 240, std::uint8_t{0});
  }
  EXPECT_LT(estimate_range(left, right).first, -40);
  EXPECT_GE(estimate_range(Pair{left, right, mask, mask}).first, 0);
}

TEST(EstimateRange, HoldsWhatRealScenesShow) {
  if (!scenes::data_folder()) GTEST_SKIP() << "set CSCA_DATA to a folder with scenes";
  for (const char* group : {"v2", "kitti"}) {
    for (const scenes::Scene& scene : scenes::group(group)) {
      const scenes::Pair pair = scenes::load(scene);
      const Levels range = estimate_range(pair.left, pair.right);
      std::size_t known = 0;
      std::size_t outside = 0;
      for (const float truth : pair.truth) {
        known += std::isnan(truth) ? 0 : 1;
        outside += truth < static_cast<float>(range.first) - 0.5F || truth > static_cast<float>(range.last()) + 0.5F;
      }
      EXPECT_GE(range.first, 0) << scene.name;
      EXPECT_LE(outside * 500, known) << scene.name << ": " << range.first << " to " << range.last();
    }
  }
}

TEST(EstimateRange, IsTheSameForAnyNumberOfThreads) {
  const SynthPair pair = synthesize({.width = 200, .height = 120, .levels = 30});
  Options one;
  one.run.threads = 1;
  Options three;
  three.run.threads = 3;
  EXPECT_EQ(estimate_range(pair.left, pair.right, one), estimate_range(pair.left, pair.right, three));
}

TEST(EstimateRange, IsSomethingForImagesOfTheSmallestFloats) {
  Image image(32, 24, 1, Sample::f32);
  for (int y = 0; y < 24; ++y) {
    for (int x = 0; x < 32; ++x) image.row<float>(y)[x] = (x + y) % 5 == 0 ? 1.0e-44F : 0.0F;
  }
  Options options;
  options.input.white = 1;
  EXPECT_GE(estimate_range(image, image, options).count, 1);
}

TEST(EstimateRange, IsSomethingForImagesThatShowNothing) {
  for (const Size size : odd_sizes) {
    const Image flat(size.width, size.height, 1, Sample::u8);
    EXPECT_GE(estimate_range(flat, flat).count, 1);
    const Image left = random_texture(size.width, size.height, 1, 1);
    EXPECT_GE(estimate_range(left, random_texture(size.width, size.height, 1, 2)).count, 1);
  }
}

TEST(EstimateRange, RefusesViewsThatCannotBeRead) {
  const Image image = random_texture(8, 8, 1, 3);
  EXPECT_TRUE(contains(error_of([&] { estimate_range(ImageView(), image); }), "the left image is empty"));
  EXPECT_TRUE(contains(error_of([&] { estimate_range(image, ImageView()); }), "the right image is empty"));
}

TEST(EstimateRange, RefusesMasksOfAnotherSize) {
  const Image image = random_texture(8, 8, 1, 3);
  const Pair left{image, image, Mask(64, 64), {}};
  const Pair right{image, image, {}, Mask(8, 7)};
  EXPECT_TRUE(contains(error_of([&] { estimate_range(left); }), "the left mask is 64 x 64"));
  EXPECT_TRUE(contains(error_of([&] { estimate_range(right); }), "the right mask is 8 x 7"));
  EXPECT_TRUE(contains(error_of([&] { resolve_range(left, {}); }), "the left mask is 64 x 64"));
}

}  // namespace
}  // namespace csca
