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

constexpr int gap = 6;             // of tiles up to 240 pixels wide
constexpr int caption = gap + 10;  // one line

Image image_of(const std::vector<Tile>& tiles, int columns) { return to_image(montage(tiles, columns)); }

TEST(Montage, PutsTilesInRows) {
  const Tile tile{grey_image(40, 30, 7), ""};
  const Image one = image_of({tile}, 3);
  EXPECT_EQ(one.width(), 40 + 2 * gap);
  EXPECT_EQ(one.height(), 30 + 2 * gap);
  const Image five = image_of({tile, tile, tile, tile, tile}, 2);
  EXPECT_EQ(five.width(), 2 * 40 + 3 * gap);
  EXPECT_EQ(five.height(), 3 * 30 + 4 * gap);
  EXPECT_EQ(count(five, {7, 7, 7}), 5 * 40 * 30);
  EXPECT_EQ(pixel(five, gap, gap), (Colour{7, 7, 7}));
  EXPECT_EQ(pixel(five, gap - 1, gap), white);
  EXPECT_EQ(pixel(five, 2 * gap + 40, 2 * gap + 30), (Colour{7, 7, 7}));
  EXPECT_EQ(pixel(five, 2 * gap + 40, 3 * gap + 60), white);  // the sixth place is empty
}

TEST(Montage, ScalesToTheWidthOfTheFirst) {
  const Image image =
      image_of({{grey_image(40, 30, 7), ""}, {grey_image(80, 40, 9), ""}, {grey_image(20, 20, 8), ""}}, 3);
  EXPECT_EQ(image.height(), 40 + 2 * gap);
  EXPECT_EQ(count(image, {7, 7, 7}), 40 * 30);
  EXPECT_EQ(count(image, {9, 9, 9}), 40 * 20);
  EXPECT_EQ(count(image, {8, 8, 8}), 40 * 40);
}

TEST(Montage, KeepsCaptionsWithinTheirTile) {
  const Image picture = grey_image(40, 30, 7);
  EXPECT_EQ(image_of({{picture, "abc"}}, 1).height(), 30 + caption + 2 * gap);
  const Image image = image_of({{picture, "a caption that is far too long for a tile so narrow"}, {picture, ""}}, 2);
  EXPECT_EQ(image.height(), 30 + caption + 2 * 12.5 + 2 * gap);
  int seen = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const Colour c = pixel(image, x, y);
      if (c == white || c == Colour{7, 7, 7}) continue;
      ++seen;
      ASSERT_TRUE(x >= gap && x < gap + 40 && y >= gap + 30 && y < image.height() - gap);
    }
  }
  EXPECT_GT(seen, 100);
}

TEST(Montage, SurvivesTinyTilesAndManyColumns) {
  const Image image = image_of({{grey_image(1, 1, 7), "caption"}, {grey_image(500, 1, 7), "other"}}, 2'000'000'000);
  EXPECT_EQ(image.width(), 2 + 3 * gap);
}

TEST(Montage, LeavesPlacesOfEmptyTilesFree) {
  const Tile tile{grey_image(40, 30, 7), ""};
  const Image image = image_of({tile, {}, tile, tile}, 2);
  EXPECT_EQ(count(image, {7, 7, 7}), 3 * 40 * 30);
  EXPECT_EQ(pixel(image, 2 * gap + 40, gap), white);
}

TEST(Montage, SaysWhatItsColoursMean) {
  const Tile tile{grey_image(300, 200, 7), "map"};
  const Drawing drawing =
      montage({tile, tile}, 2, {.disparities = ColourRange{0, 64}, .unknown = true, .threshold = 0.5});
  std::string words;
  for (const Shape& shape : drawing.sheet->shapes) {
    const auto* text = std::get_if<TextShape>(&shape);
    if (text == nullptr) continue;
    words += text->text + ' ';
    EXPECT_GE(text->left(), 0);
    EXPECT_LE(text->right(), drawing.sheet->width);
    EXPECT_LE(text->place.y + text->font.size, drawing.sheet->height);
  }
  for (const char* word : {"px ", " 20 ", " 60 ", "unknown ", "off by more than 0.5 px", "not scored"}) {
    EXPECT_NE(words.find(word), std::string::npos) << word << " in " << words;
  }
  const Image image = to_image(drawing);
  EXPECT_GT(count(image, error_red), 20);
  EXPECT_GT(count(image, unknown_grey), 20);
  EXPECT_GT(count(image, unknown_blue), 20);
}

TEST(Montage, KeepsColour) {
  Image colour(1, 1, 3, Sample::u8);
  colour.row<std::uint8_t>(0)[2] = 200;
  EXPECT_EQ(pixel(image_of({{colour, ""}}, 1), gap, gap), (Colour{0, 0, 200}));
}

TEST(Montage, RefusesWhatItCannotShow) {
  const Tile tile{grey_image(4, 3, 7), ""};
  EXPECT_THROW(montage({}, 1), Error);
  EXPECT_THROW(montage({tile}, 0), Error);
  EXPECT_THROW(montage({tile}, -2), Error);
  EXPECT_THROW(montage({{Image(), ""}, tile}, 1), Error);
  EXPECT_THROW(montage({{Image(2, 2, 4, Sample::u8), ""}}, 1), Error);
  EXPECT_THROW(montage({{Image(2, 2, 1, Sample::u16), ""}}, 1), Error);
  EXPECT_THROW(montage({{grey_image(60'000, 1, 0), ""}, {grey_image(1, 60'000, 0), ""}}, 1), Error);
}

}  // namespace
}  // namespace csca::picture
