// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/sheet.hpp"
#include "pixels.hpp"

#include <csca/error.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace csca::picture {
namespace {

Plane<float> ramp(int width, int height) {
  Plane<float> map(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) map(x, y) = static_cast<float>(x + 2 * y);
  }
  return map;
}

std::vector<TextShape> texts(const Drawing& drawing) {
  std::vector<TextShape> found;
  for (const Shape& shape : drawing.sheet->shapes) {
    if (const auto* text = std::get_if<TextShape>(&shape)) found.push_back(*text);
  }
  return found;
}

Image image_of(const Plane<float>& map) { return to_image(preview(map)); }

TEST(Preview, HoldsTheMapAndALegend) {
  const Plane<float> map = ramp(400, 300);
  const Image shown = to_image(preview(map, ColourRange{0, 900}));
  const Image painted = paint_disparity(map, {0, 900});
  ASSERT_EQ(shown.height(), 300);
  ASSERT_GT(shown.width(), 440);
  ASSERT_LT(shown.width(), 540);
  for (int y = 0; y < 300; ++y) {
    for (int x = 0; x < 400; ++x) ASSERT_EQ(pixel(shown, x, y), pixel(painted, x, y));
  }
  // Down the middle of the bar: white, colours from bright to dark, white.
  const int x = 400 + 16;
  std::vector<Colour> column;
  for (int y = 25; y < 300; ++y) {
    const Colour c = pixel(shown, x, y);
    if (c != white && c != ink) column.push_back(c);
  }
  ASSERT_GT(column.size(), 200U);
  EXPECT_NEAR(column.front().green, colour_map().back().green, 3);
  EXPECT_NEAR(column.back().green, colour_map().front().green, 3);
  EXPECT_GT(column.front().green, column.back().green);
}

TEST(Preview, HasNumbersAndTheirUnitInsideThePicture) {
  for (const int height : {1, 20, 375, 2000}) {
    const Drawing drawing = preview(ramp(60, height), ColourRange{0, 128});
    std::vector<std::string> words;
    double below = -1e9;
    for (const TextShape& text : texts(drawing)) {
      words.push_back(text.text);
      EXPECT_GE(text.left(), 60);
      EXPECT_LE(text.right(), drawing.sheet->width);
      EXPECT_GE(text.place.y, 0);
      EXPECT_LE(text.place.y + text.font.size, drawing.sheet->height);
    }
    EXPECT_EQ(words.front(), "px");
    ASSERT_GE(words.size(), 4U);
    EXPECT_EQ(words[1], "0");
    for (std::size_t i = 2; i < words.size(); ++i) {  // upwards, with air between them
      const TextShape text = texts(drawing)[i];
      EXPECT_GT(std::stod(words[i]), std::stod(words[i - 1]));
      EXPECT_TRUE(i == 2 || text.place.y + text.font.line_height() < below) << height;
      below = text.place.y;
    }
    const std::string svg = to_svg(drawing);
    for (const std::string& word : words) EXPECT_NE(svg.find(word + "\n"), std::string::npos) << word;
  }
}

TEST(Preview, ShowsUnknownOnlyWhenThereIsSome) {
  Plane<float> map = ramp(400, 300);
  EXPECT_LT(count(image_of(map), unknown_grey), 10);  // edges of letters
  map(3, 3) = nan;
  EXPECT_GT(count(image_of(map), unknown_grey), 50);
}

TEST(Preview, IsDeterministic) {
  const Plane<float> map = ramp(123, 77);
  EXPECT_EQ(image_of(map), image_of(map));
  EXPECT_EQ(to_svg(preview(map)), to_svg(preview(map)));
  EXPECT_EQ(image_of(map), to_image(preview(map, colour_range(map))));
}

TEST(Preview, GrowsForLowMapsAndScalesForHighOnes) {
  const Image low = image_of(ramp(30, 1));
  EXPECT_GE(low.height(), 100);
  EXPECT_GT(count(low, ink), 20);
  const Image high = image_of(ramp(30, 2000));
  EXPECT_EQ(high.height(), 2000);
  EXPECT_GT(high.width() - 30, 3 * (low.width() - 30));
}

TEST(Preview, SurvivesDegenerateMaps) {
  EXPECT_GT(count(image_of(Plane<float>(1, 1, 3)), ink), 0);
  EXPECT_GT(count(image_of(Plane<float>(5, 4, nan)), unknown_grey), 20);
  EXPECT_GT(to_image(preview(Plane<float>(1, 1, 3), ColourRange{-3e38F, 3e38F})).width(), 1);
  EXPECT_THROW(preview({}), Error);
  EXPECT_THROW(preview(Plane<float>(2, 2), ColourRange{1, 0}), Error);
}

}  // namespace
}  // namespace csca::picture
