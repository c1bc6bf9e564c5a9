// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/synth.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace csca {
namespace {

SynthPair at(double time) {
  return synthesize({.width = 120, .height = 90, .levels = 24, .noise = 0.01, .time = time});
}

TEST(Time, MovesObjectsAndKeepsTheRange) {
  const SynthPair before = at(0);
  const SynthPair after = at(0.2);
  std::size_t moved = 0;
  for (std::size_t i = 0; i < before.truth_left.size(); ++i) {
    moved += before.truth_left.data()[i] != after.truth_left.data()[i] ? 1 : 0;
  }
  EXPECT_GT(moved, before.truth_left.size() / 50);
  EXPECT_LT(moved, before.truth_left.size() * 3 / 4);  // the room stays
  const auto [low, high] = std::minmax_element(after.truth_left.begin(), after.truth_left.end());
  EXPECT_GE(*low, 0);
  EXPECT_LE(*high, 23);
}

TEST(Time, AWholeSwingLaterAllIsInItsPlaceAgainUnderOtherNoise) {
  const SynthPair before = at(0);
  const SynthPair after = at(1);
  for (std::size_t i = 0; i < before.truth_left.size(); ++i) {
    ASSERT_NEAR(before.truth_left.data()[i], after.truth_left.data()[i], 1e-3);
  }
  EXPECT_FALSE(before.left == after.left);
}

}  // namespace
}  // namespace csca
