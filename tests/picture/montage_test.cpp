// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "pixels.hpp"

#include <csca/error.hpp>
#include <csca/picture.hpp>

#include <gtest/gtest.h>

namespace csca::picture {
namespace {

constexpr int gap = 6;           // of tiles up to 299 pixels wide
constexpr int caption = 4 + 11;  // one line

TEST(Montage, PutsTilesInRows) {
  const Tile tile{grey_image(40, 30, 7), ""};
  const Image one = montage({tile}, 3);
  EXPECT_EQ(one.width(), 40 + 2 * gap);
  EXPECT_EQ(one.height(), 30 + 2 * gap);
  const Image five = montage({tile, tile, tile, tile, tile}, 2);
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
      montage({{grey_image(40, 30, 7), ""}, {grey_image(80, 40, 9), ""}, {grey_image(20, 20, 8), ""}}, 3);
  EXPECT_EQ(image.height(), 40 + 2 * gap);
  EXPECT_EQ(count(image, {7, 7, 7}), 40 * 30);
  EXPECT_EQ(count(image, {9, 9, 9}), 40 * 20);
  EXPECT_EQ(count(image, {8, 8, 8}), 40 * 40);
}

TEST(Montage, KeepsCaptionsWithinTheirTile) {
  const Image picture = grey_image(40, 30, 7);
  EXPECT_EQ(montage({{picture, "abc"}}, 1).height(), 30 + caption + 2 * gap);
  const Image image = montage({{picture, "a caption that is far too long for a tile so narrow"}, {picture, ""}}, 2);
  EXPECT_EQ(image.height(), 30 + caption + 2 * 11 + 2 * gap);
  EXPECT_GT(count(image, ink), 0);
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (pixel(image, x, y) != ink) continue;
      ASSERT_TRUE(x >= gap && x < gap + 40 && y >= gap + 30 && y < image.height() - gap);
    }
  }
}

TEST(Montage, SurvivesTinyTilesAndManyColumns) {
  const Image image = montage({{grey_image(1, 1, 7), "caption"}, {grey_image(500, 1, 7), "other"}}, 2'000'000'000);
  EXPECT_EQ(image.width(), 2 + 3 * gap);
}

TEST(Montage, KeepsColour) {
  Image colour(1, 1, 3, Sample::u8);
  colour.row<std::uint8_t>(0)[2] = 200;
  EXPECT_EQ(pixel(montage({{colour, ""}}, 1), gap, gap), (Colour{0, 0, 200}));
}

TEST(Montage, RefusesWhatItCannotShow) {
  const Tile tile{grey_image(4, 3, 7), ""};
  EXPECT_THROW(montage({}, 1), Error);
  EXPECT_THROW(montage({tile}, 0), Error);
  EXPECT_THROW(montage({tile}, -2), Error);
  EXPECT_THROW(montage({tile, {Image(), ""}}, 1), Error);
  EXPECT_THROW(montage({{Image(2, 2, 4, Sample::u8), ""}}, 1), Error);
  EXPECT_THROW(montage({{Image(2, 2, 1, Sample::u16), ""}}, 1), Error);
  EXPECT_THROW(montage({{grey_image(60'000, 1, 0), ""}, {grey_image(1, 60'000, 0), ""}}, 1), Error);
}

}  // namespace
}  // namespace csca::picture
