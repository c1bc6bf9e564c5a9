// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "check/wrong_pairs.hpp"
#include "support/expect.hpp"
#include "support/random.hpp"

namespace csca {
namespace {

using namespace wrong;

SynthPair rendered(std::uint64_t seed = 1) {
  return synthesize({.width = 480, .height = 360, .first = 4, .levels = 44, .seed = seed});
}

TEST(CheckPair, FindsNothingWrongWithRenderedPairs) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
    for (const double noise : {0.0, 0.02}) {
      const SynthPair pair =
          synthesize({.width = 480, .height = 360, .first = 4, .levels = 44, .seed = seed, .noise = noise});
      EXPECT_EQ(list(check_pair({pair.left, pair.right})), "") << "seed " << seed << ", noise " << noise;
    }
  }
  for (const int first : {-20, 0}) {
    const SynthPair pair = synthesize({.width = 900, .height = 300, .first = first, .levels = 60, .exposure = 0.7});
    EXPECT_EQ(list(check_pair({pair.left, pair.right})), "") << "first " << first;
  }
}

TEST(CheckPair, FindsSwappedImages) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const SynthPair pair = rendered(seed);
    const std::vector<Finding> findings = check_pair({pair.right, pair.left});
    const Finding* swapped = find(findings, FindingKind::swapped);
    ASSERT_NE(swapped, nullptr) << "seed " << seed << "\n" << list(findings);
    EXPECT_GT(swapped->measure, 0.95);
    EXPECT_EQ(findings.size(), 1U) << list(findings);
  }
}

TEST(CheckPair, MeasuresHowFarRowsAreShifted) {
  const SynthPair pair = rendered();
  for (const double down : {-10.0, -3.0, 2.0, 5.0}) {
    const std::vector<Finding> findings = check_pair({pair.left, moved(pair.right, {.down = down})});
    const Finding* shift = find(findings, FindingKind::row_shift);
    ASSERT_NE(shift, nullptr) << down << "\n" << list(findings);
    EXPECT_NEAR(shift->measure, down, 0.3);
    EXPECT_TRUE(contains(shift->message, down > 0 ? "lower" : "higher")) << shift->message;
  }
}

TEST(CheckPair, MeasuresHowFarTheRightImageIsRotated) {
  const SynthPair pair = rendered();
  for (const double degrees : {-3.0, -1.0, 2.0}) {
    const std::vector<Finding> findings = check_pair({pair.left, moved(pair.right, {.degrees = degrees})});
    const Finding* rotation = find(findings, FindingKind::rotation);
    ASSERT_NE(rotation, nullptr) << degrees << "\n" << list(findings);
    EXPECT_NEAR(rotation->measure, degrees, 0.3);
  }
}

TEST(CheckPair, MeasuresHowMuchLargerTheRightImageIs) {
  const SynthPair pair = rendered();
  for (const double scale : {0.96, 1.05}) {
    const std::vector<Finding> findings = check_pair({pair.left, moved(pair.right, {.scale = scale})});
    const Finding* finding = find(findings, FindingKind::scale);
    ASSERT_NE(finding, nullptr) << scale << "\n" << list(findings);
    EXPECT_NEAR(finding->measure, 100 * (scale - 1), 0.7);
  }
}

TEST(CheckPair, FindsDifferentScenes) {
  for (const std::uint64_t seed : {2U, 3U}) {
    const std::vector<Finding> findings = check_pair({rendered(1).left, rendered(seed).right});
    EXPECT_NE(find(findings, FindingKind::other_scene), nullptr) << "seed " << seed << "\n" << list(findings);
  }
}

TEST(CheckPair, FindsOneImageGivenTwice) {
  const SynthPair pair = rendered();
  EXPECT_NE(find(check_pair({pair.left, pair.left}), FindingKind::same_image), nullptr);
}

TEST(CheckPair, MeasuresExposureAndFocus) {
  const SynthPair pair = rendered();
  const std::vector<Finding> dark = check_pair({pair.left, brightened(pair.right, 0.3)});
  ASSERT_NE(find(dark, FindingKind::exposure), nullptr) << list(dark);
  EXPECT_NEAR(find(dark, FindingKind::exposure)->measure, 0.3, 0.05);
  const std::vector<Finding> soft = check_pair({pair.left, blurred(pair.right, 3)});
  ASSERT_NE(find(soft, FindingKind::focus), nullptr) << list(soft);
  EXPECT_TRUE(contains(find(soft, FindingKind::focus)->message, "the right image is more blurred"));
}

TEST(CheckPair, FindsBlankAndOverexposedImages) {
  const Image flat(200, 100, 1, Sample::u8);
  EXPECT_NE(find(check_pair({flat, flat}), FindingKind::blank), nullptr);
  const SynthPair pair = rendered();
  const std::vector<Finding> bright = check_pair({brightened(pair.left, 6), brightened(pair.right, 6)});
  EXPECT_NE(find(bright, FindingKind::saturated), nullptr) << list(bright);
}

TEST(CheckPair, FindsARangeThatDoesNotFitTheImage) {
  const SynthPair pair = rendered();
  Options options;
  options.range.first = 500;
  options.range.levels = 20;
  const std::vector<Finding> findings = check_pair({pair.left, pair.right}, options);
  ASSERT_NE(find(findings, FindingKind::range), nullptr);
  EXPECT_EQ(find(findings, FindingKind::range)->measure, 0);
  options.range.first = 0;
  EXPECT_EQ(list(check_pair({pair.left, pair.right}, options)), "");
}

TEST(CheckPair, LeavesOutMaskedPixels) {
  // All below the middle belongs to another scene.
  const SynthPair pair = rendered();
  const SynthPair other = rendered(2);
  Image right = pair.right;
  Mask mask(480, 360, 1);
  for (int y = 120; y < 360; ++y) {
    std::copy_n(other.right.row<std::uint8_t>(y), right.row_bytes(), right.row<std::uint8_t>(y));
    std::fill_n(mask.row(y), 480, std::uint8_t{0});
  }
  EXPECT_EQ(list(check_pair({pair.left, right, mask, mask})), "");
}

TEST(CheckPair, BearsImagesOfAnySize) {
  for (const Size size : odd_sizes) {
    const Image left = random_texture(size.width, size.height, 1, 1);
    EXPECT_NO_THROW(check_pair({left, random_texture(size.width, size.height, 1, 2)}));
    EXPECT_NO_THROW(check_pair({left, left, Mask(size.width, size.height, 0), Mask(size.width, size.height, 0)}));
  }
}

TEST(CheckPair, RefusesImagesOfDifferentSize) {
  EXPECT_TRUE(contains(error_of([] {
                         check_pair({random_texture(8, 8, 1, 1), random_texture(9, 8, 1, 1)});
                       }),
                       "the left image is 8 x 8 pixels but the right one is 9 x 8"));
}

TEST(CheckPair, SpeaksThroughMatch) {
  const SynthPair pair = rendered();
  const Result good = match(pair.left, pair.right);
  EXPECT_TRUE(good.warnings.empty());
  const Image shifted = moved(pair.right, {.down = 5});
  Options options;
  const Result result = match(pair.left, shifted, options);
  ASSERT_FALSE(result.warnings.empty());
  EXPECT_TRUE(contains(result.warnings.front(), "5.0 pixels lower"));
  options.input.strict = true;
  EXPECT_TRUE(contains(error_of([&] { match(pair.left, shifted, options); }), "5.0 pixels lower"));
  options.input.check = false;
  EXPECT_TRUE(match(pair.left, shifted, options).warnings.empty());
}

TEST(CheckPair, ChangesNoMap) {
  const SynthPair pair = rendered();
  for (const RangeOptions& range : {RangeOptions{}, RangeOptions{-3, 40, true}, RangeOptions{{}, 40, true}}) {
    Options options;
    options.range = range;
    const Result with = match(pair.left, pair.right, options);
    options.input.check = false;
    const Result without = match(pair.left, pair.right, options);
    EXPECT_EQ(with.range, without.range);
    EXPECT_TRUE(std::equal(with.disparity.begin(), with.disparity.end(), without.disparity.begin(),
                           [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }));
  }
}

}  // namespace
}  // namespace csca
