// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/canvas.hpp"
#include "picture/font.hpp"
#include "picture/resize.hpp"
#include "picture/wrap.hpp"
#include "pixels.hpp"

#include <csca/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace csca::picture {
namespace {

using Lines = std::vector<std::string>;

TEST(Font, DrawsEachCharacterDifferently) {
  for (char a = '!'; a <= '~'; ++a) {
    EXPECT_GT(glyph(a).width, 0) << a;
    for (char b = '!'; b < a; ++b) {
      if (a == 'O' && b == '0') continue;  // alike on purpose: context tells them apart
      EXPECT_FALSE(std::equal(glyph(a).rows, glyph(a).rows + glyph_height, glyph(b).rows)) << a << " and " << b;
    }
  }
}

TEST(Font, GivesAllDigitsTheSameWidth) {
  for (char digit = '0'; digit <= '9'; ++digit) EXPECT_EQ(glyph(digit).width, 5) << digit;
}

TEST(Font, MeasuresText) {
  EXPECT_EQ(text_width(""), 0);
  EXPECT_EQ(text_width("0"), 5);
  EXPECT_EQ(text_width("00"), 11);
  EXPECT_EQ(text_width("\xC3\xA9"), 5);  // one box, though two bytes
}

TEST(Wrap, BreaksBetweenWordsFirst) {
  EXPECT_EQ(wrap("00 00 00", 27, 3), (Lines{"00 00", "00"}));
  EXPECT_EQ(wrap("  00\n00 ", 27, 3), (Lines{"00 00"}));
  EXPECT_EQ(wrap("", 27, 3), Lines{});
  EXPECT_EQ(wrap(" ", 27, 3), Lines{});
}

TEST(Wrap, BreaksLongWordsAndCutsLongTexts) {
  EXPECT_EQ(wrap("00000", 17, 3), (Lines{"000", "00"}));
  EXPECT_EQ(wrap("0000000000", 17, 2), (Lines{"000", "00.."}));
  EXPECT_EQ(wrap("000", 1, 3), (Lines{"0", "0", "0"}));
  EXPECT_EQ(wrap("\xC3\xA9\xC3\xA9", 1, 3), (Lines{"\xC3\xA9", "\xC3\xA9"}));
}

TEST(Canvas, EnlargesText) {
  Canvas canvas(20, 20);
  canvas.text(0, 0, "|", 2, ink);
  const Image image = canvas.take();
  EXPECT_EQ(count(image, ink), 2 * 2 * glyph_height);
  EXPECT_EQ(pixel(image, 1, 17), ink);
  EXPECT_EQ(pixel(image, 2, 17), white);
}

TEST(Canvas, CutsOffWhatIsOutside) {
  Canvas canvas(3, 2);
  canvas.fill({-5, -5, 6, 6}, ink);
  canvas.text(2, -3, "WWW", 3, ink);
  canvas.paste(Image(9, 9, 3, Sample::u8), -20, 0);
  canvas.paste(Image(2, 2, 3, Sample::u8), 2, 1);
  const Image image = canvas.take();
  EXPECT_EQ(pixel(image, 0, 0), ink);
  EXPECT_EQ(pixel(image, 1, 1), white);
  EXPECT_EQ(pixel(image, 2, 1), (Colour{0, 0, 0}));
}

TEST(Canvas, DrawsLinesWithSmoothEdges) {
  Canvas canvas(20, 12);
  canvas.line(17, 5, 3, 5, 2, ink);  // rows 4 and 5 are covered whole
  const Image image = canvas.take();
  EXPECT_EQ(count(image, ink), 2 * 14);
  EXPECT_EQ(pixel(image, 3, 4), ink);
  EXPECT_EQ(pixel(image, 16, 5), ink);
  EXPECT_EQ(pixel(image, 10, 3), white);
  EXPECT_EQ(pixel(image, 10, 6), white);
  EXPECT_NE(pixel(image, 2, 4), ink);  // the round end
  EXPECT_NE(pixel(image, 2, 4), white);
  EXPECT_EQ(pixel(image, 0, 4), white);
}

TEST(Canvas, DrawsSteepLinesWithoutGaps) {
  for (const double end : {2.0, 9.0, 30.0, -40.0}) {
    Canvas canvas(60, 50);
    canvas.line(15, -20, 15 + end, 70, 3, ink);
    const Image image = canvas.take();
    for (int y = 0; y < 50; ++y) {
      const double x = 15 + end * (y + 0.5 + 20) / 90;
      if (x < 1) continue;  // it has left the picture
      EXPECT_EQ(pixel(image, static_cast<int>(x), y), ink) << end << " row " << y;
    }
  }
}

TEST(Canvas, RefusesGiants) { EXPECT_THROW(Canvas(100'000, 100'000), Error); }

TEST(Resize, AveragesAreasWhenShrinking) {
  Image image(4, 2, 1, Sample::u8);
  for (int x = 0; x < 4; ++x) {
    image.row<std::uint8_t>(0)[x] = static_cast<std::uint8_t>(10 * x);
    image.row<std::uint8_t>(1)[x] = static_cast<std::uint8_t>(10 * x + 100);
  }
  const Image half = resize(image, 2, 1);
  EXPECT_EQ(pixel(half, 0, 0), (Colour{55, 55, 55}));
  EXPECT_EQ(pixel(half, 1, 0), (Colour{75, 75, 75}));
}

TEST(Resize, RepeatsPixelsWhenEnlarging) {
  Image image(2, 1, 3, Sample::u8);
  put(image.row<std::uint8_t>(0), {1, 2, 3});
  put(image.row<std::uint8_t>(0) + 3, {200, 100, 0});
  const Image large = resize(image, 6, 3);
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 6; ++x) EXPECT_EQ(pixel(large, x, y), (x < 3 ? Colour{1, 2, 3} : Colour{200, 100, 0}));
  }
}

TEST(Resize, KeepsAConstantForOddRatios) {
  const Image result = resize(grey_image(17, 5, 255), 7, 11);
  EXPECT_EQ(count(result, white), 7 * 11);
}

}  // namespace
}  // namespace csca::picture
