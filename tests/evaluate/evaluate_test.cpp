// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/evaluate.hpp>

#include "evaluate/planes.hpp"
#include "support/expect.hpp"

#include <cmath>

namespace csca {
namespace {

// Errors, by hand:    0    1    1.5  -    2    1      (row 0; the fourth truth is unknown)
//                     u    3    0    1    m    m      (row 1; u: no estimate, m: masked)
//                     0    0    0    0    0    0
//                     u    0.25 0    m    0    4
const Plane<float> truth = plane<float>(6, 4, {5, 5, 5, u, 5, 5,  //
                                               5, 5, 5, 5, 5, 5,  //
                                               1, 2, 3, 4, 5, 6,  //
                                               9, 9, 9, 9, 9, 9});
const Plane<float> estimate = plane<float>(6, 4, {5,        6,     6.5F, 5, 3, 4,  //
                                                  u,        8,     5,    6, u, 9,  //
                                                  1,        2,     3,    4, 5, 6,  //
                                                  infinity, 9.25F, 9,    u, 9, 13});
const Mask mask = plane<std::uint8_t>(6, 4, {255, 255, 255, 255, 255, 255,  //
                                             255, 255, 255, 255, 0,   128,  //
                                             255, 255, 255, 255, 255, 255,  //
                                             255, 255, 255, 254, 255, 255});

TEST(Evaluate, GoldenExample) {
  const Score score = evaluate(estimate, truth, mask);
  EXPECT_EQ(score.pixels, 20U);       // 24 less one unknown truth and three masked
  EXPECT_EQ(score.unknown, 2U);       // NaN and infinity
  EXPECT_DOUBLE_EQ(score.bad, 30.0);  // 1.5, 2, 3, 4 and the two unknown: errors of exactly 1 are good
  EXPECT_DOUBLE_EQ(score.average, 13.75 / 18);
  EXPECT_DOUBLE_EQ(score.rms, std::sqrt((1 + 2.25 + 4 + 1 + 9 + 1 + 0.0625 + 16) / 18));
}

TEST(Evaluate, ThresholdIsStrict) {
  EXPECT_DOUBLE_EQ(evaluate(estimate, truth, mask, 3).bad, 15.0);
  EXPECT_DOUBLE_EQ(evaluate(estimate, truth, mask, 2.99).bad, 20.0);
  EXPECT_DOUBLE_EQ(evaluate(estimate, truth, mask, 0).bad, 50.0);
}

TEST(Evaluate, WithoutMaskEveryKnownTruthCounts) {
  const Score score = evaluate(estimate, truth, {});
  EXPECT_EQ(score.pixels, 23U);
  EXPECT_EQ(score.unknown, 4U);
}

TEST(Evaluate, MapWithoutValuesIsAllBadAndHasNoMean) {
  const Score score = evaluate(Plane<float>(6, 4, u), truth, {});
  EXPECT_DOUBLE_EQ(score.bad, 100);
  EXPECT_TRUE(std::isnan(score.average));
  EXPECT_TRUE(std::isnan(score.rms));
}

TEST(Evaluate, RefusesOtherSizes) {
  const std::string error = error_of([] { evaluate(Plane<float>(5, 4), truth, mask); });
  EXPECT_TRUE(contains(error, "5 x 4"));
  EXPECT_TRUE(contains(error, "the truth is 6 x 4"));
  EXPECT_TRUE(contains(error_of([] { evaluate(estimate, truth, Mask(6, 3)); }), "the mask is 6 x 3"));
}

TEST(Evaluate, RefusesMapsOfHalfTheSize) {
  EXPECT_TRUE(contains(error_of([] { evaluate(Plane<float>(3, 2), truth, mask); }), "the truth is 6 x 4"));
}

TEST(Evaluate, RefusesWhenNothingCounts) {
  EXPECT_TRUE(contains(error_of([] { evaluate(estimate, Plane<float>(6, 4, u), {}); }), "no pixel counts"));
  EXPECT_TRUE(contains(error_of([] { evaluate(estimate, truth, Mask(6, 4, 128)); }), "no pixel counts"));
}

TEST(Evaluate, RefusesThresholdsThatAreNoDistance) {
  EXPECT_TRUE(contains(error_of([] { evaluate(estimate, truth, {}, -1); }), "threshold is -1"));
  EXPECT_TRUE(contains(error_of([] { evaluate(estimate, truth, {}, std::nan("")); }), "threshold is nan"));
}

}  // namespace
}  // namespace csca
