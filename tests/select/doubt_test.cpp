// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/doubt.hpp"

#include <csca/match.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <cmath>

namespace csca {
namespace {

const Image left = random_texture(70, 38, 3, 1);
const Image right = random_texture(70, 38, 3, 2);  // of something else: few pixels are sure

Options small_range(const SelectOptions& select) {
  Options options;
  options.range = {0, 20, false};
  options.select = select;
  return options;
}

/// The map of those pixels alone that are as sure as asked.
void expect_sure_pixels(const SelectOptions& select, const SelectOptions& measured, double least) {
  const Result all = match(left, right, small_range(measured));
  const Result sure = match(left, right, small_range(select));
  int kept = 0;
  for (std::size_t i = 0; i < all.disparity.size(); ++i) {
    const float d = sure.disparity.data()[i];
    const bool is_sure = static_cast<double>(all.confidence.data()[i]) >= least;
    EXPECT_EQ(std::isnan(d), !is_sure) << i;
    if (is_sure) {
      EXPECT_EQ(d, all.disparity.data()[i]) << i;
    } else {
      EXPECT_NE(sure.validity.data()[i] & Validity::mismatched, 0) << i;
    }
    kept += is_sure ? 1 : 0;
  }
  EXPECT_GT(kept, 0);
  EXPECT_LT(kept, static_cast<int>(all.disparity.size()));
}

TEST(Doubt, UniquenessIsALeadInPercent) {
  expect_sure_pixels({.uniqueness = 5}, {.confidence = Confidence::peak_ratio}, 0.05);
}

TEST(Doubt, UniquenessGoesWithAnyConfidence) {
  const Result one = match(left, right, small_range({.uniqueness = 5}));
  const Result other = match(left, right, small_range({.confidence = Confidence::ambiguity, .uniqueness = 5}));
  EXPECT_TRUE(same_bits(one.disparity, other.disparity));
}

TEST(Doubt, LeastConfidenceIsOfTheChosenKind) {
  expect_sure_pixels({.confidence = Confidence::ambiguity, .min_confidence = 0.02},
                     {.confidence = Confidence::ambiguity}, 0.02);
}

TEST(Doubt, WithoutAKindItIsThePeakRatio) {
  expect_sure_pixels({.min_confidence = 0.05}, {.confidence = Confidence::peak_ratio}, 0.05);
}

TEST(Doubt, LeftRightConfidenceComesAfterTheRightView) {
  const SelectOptions select{
      .right = RightView::full, .tolerance = 1000, .confidence = Confidence::left_right, .min_confidence = 0.4};
  const Result result = match(left, right, small_range(select));
  for (std::size_t i = 0; i < result.disparity.size(); ++i) {
    const bool sure = result.confidence.data()[i] >= 0.4F;
    EXPECT_TRUE(sure || std::isnan(result.disparity.data()[i]));
  }
}

}  // namespace
}  // namespace csca
