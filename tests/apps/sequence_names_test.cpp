// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "sequence/names.hpp"

#include <gtest/gtest.h>

#include <array>

namespace csca::app {
namespace {

TEST(NumberPattern, WritesAndReadsNumbers) {
  const auto zeros = NumberPattern::read("left/a_%04d.png");
  ASSERT_TRUE(zeros);
  EXPECT_EQ(zeros->at(7), "left/a_0007.png");
  EXPECT_EQ(zeros->at(12345), "left/a_12345.png");
  EXPECT_EQ(zeros->number_in("left/a_0042.png"), 42);
  EXPECT_EQ(zeros->number_in("left/a_12345.png"), 12345);
  for (const char* other : {"left/a_042.png", "left/a_00042.png", "left/a_.png", "left/a_0042.jpg", "b_0042.png", ""}) {
    EXPECT_FALSE(zeros->number_in(other)) << other;
  }
  EXPECT_EQ(NumberPattern::read("%d")->at(3), "3");
  EXPECT_EQ(NumberPattern::read("%d")->number_in("3"), 3);
  EXPECT_EQ(NumberPattern::read("%3d.png")->at(3), "  3.png");
  EXPECT_EQ(NumberPattern::read("%3d.png")->number_in("  3.png"), 3);
}

TEST(NumberPattern, RefusesOtherWords) {
  for (const char* word : {"left.png", "50%.png", "%s.png", "%04d_%04d.png", "%x d.png", "%123d", "%"}) {
    EXPECT_FALSE(NumberPattern::read(word)) << word;
  }
}

TEST(NaturalOrder, CountsDigitsAsNumbers) {
  constexpr std::array rising = {"a", "a01", "a1", "a2", "a10", "a10b", "b1"};
  for (std::size_t a = 0; a < rising.size(); ++a) {
    for (std::size_t b = 0; b < rising.size(); ++b)
      EXPECT_EQ(natural_less(rising[a], rising[b]), a < b) << a << ' ' << b;
  }
}

TEST(Videos, AreKnownByTheirEnding) {
  EXPECT_TRUE(is_video("a/left.MP4"));
  EXPECT_TRUE(is_video("left.mkv"));
  EXPECT_FALSE(is_video("left.png"));
  EXPECT_FALSE(is_video("mp4"));
}

}  // namespace
}  // namespace csca::app
