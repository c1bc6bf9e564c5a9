// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace csca::picture {
namespace {

using Lines = std::vector<std::string>;

constexpr Font font{10};
constexpr const char* e_acute = "\xC3\xA9";
constexpr const char* ellipsis = "\xE2\x80\xA6";

/// Wide enough for so many digits and no more.
double digits(int count) { return (count + 0.5) * text_width("0", font); }

TEST(Text, GrowsWithTheFont) {
  EXPECT_EQ(text_width("", font), 0);
  EXPECT_GT(text_width("0", font), 3);
  EXPECT_LT(text_width("0", font), 10);
  EXPECT_NEAR(text_width("disparity", {30}), 3 * text_width("disparity", font), 1e-6);
  EXPECT_GT(text_width("disparity", {10, true}), text_width("disparity", font));
}

TEST(Text, GivesAllDigitsTheSameWidth) {
  for (char digit = '0'; digit <= '9'; ++digit) EXPECT_EQ(text_width({&digit, 1}, font), text_width("0", font));
}

TEST(Text, IsCleanedAndEscaped) {
  EXPECT_EQ(xml_escaped("a<b> & \xC3\xA9"), "a&lt;b&gt; &amp; \xC3\xA9");
  EXPECT_EQ(xml_escaped("\x01 \xFF \xC3 \xED\xA0\x80 \xC0\x80"), "? ? ? ??? ??");
  EXPECT_EQ(text_width("\xFF", font), text_width("?", font));
}

TEST(Wrap, BreaksBetweenWordsFirst) {
  EXPECT_EQ(wrap("00 00 00", font, digits(5), 3), (Lines{"00 00", "00"}));
  EXPECT_EQ(wrap("  00\n00 ", font, digits(5), 3), (Lines{"00 00"}));
  EXPECT_EQ(wrap("", font, digits(5), 3), Lines{});
  EXPECT_EQ(wrap(" ", font, digits(5), 3), Lines{});
}

TEST(Wrap, BreaksLongWordsAndCutsLongTexts) {
  EXPECT_EQ(wrap("00000", font, digits(3), 3), (Lines{"000", "00"}));
  EXPECT_EQ(wrap("000", font, 1, 3), (Lines{"0", "0", "0"}));
  EXPECT_EQ(wrap(std::string(e_acute) + e_acute, font, 1, 3), (Lines{e_acute, e_acute}));
  const Lines cut = wrap("0000000000", font, digits(5), 1);
  ASSERT_EQ(cut.size(), 1U);
  EXPECT_TRUE(cut.front().starts_with("000") && cut.front().ends_with(ellipsis)) << cut.front();
  EXPECT_LE(text_width(cut.front(), font), digits(5));
}

}  // namespace
}  // namespace csca::picture
