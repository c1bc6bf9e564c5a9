// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/sheet.hpp"
#include "pixels.hpp"
#include "support/xml.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace csca::picture {
namespace {

using test::named;
using test::parse_xml;

Drawing with(Shape shape, double width = 60, double height = 40) {
  return drawing_of(Sheet{.width = width, .height = height, .title = "a & b", .shapes = {std::move(shape)}});
}

TEST(Draw, FillsWholePixelsExactly) {
  const Image image = to_image(with(FilledShape{{2, 3, 4, 5}, ink}));
  EXPECT_EQ(image.width(), 60);
  EXPECT_EQ(image.height(), 40);
  EXPECT_EQ(count(image, ink), 4 * 5);
  EXPECT_EQ(count(image, white), 60 * 40 - 4 * 5);
  EXPECT_EQ(pixel(image, 2, 3), ink);
}

TEST(Draw, LinesHaveSmoothEdgesAndStayInTheirClip) {
  const LineShape line{{{-20, -20}, {80, 60}}, ink, 2, false, Frame{10, 0, 20, 40}};
  const Image image = to_image(with(line));
  int mixed = 0;
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 60; ++x) {
      const Colour c = pixel(image, x, y);
      EXPECT_TRUE((x >= 10 && x < 30) || c == white) << x << ", " << y;
      if (c != white && c != ink) ++mixed;
    }
  }
  EXPECT_GT(count(image, ink), 10);
  EXPECT_GT(mixed, 10);
}

TEST(Draw, DashesHaveGaps) {
  const Image image = to_image(with(LineShape{{{0, 20}, {60, 20}}, ink, 2, true}));
  EXPECT_GT(count(image, ink), 30);
  EXPECT_LT(count(image, ink), 90);
}

/// Text covers the place that its width and its capitals' height promise, at any scale.
TEST(Draw, TextFillsItsPlace) {
  for (const auto anchor : {TextShape::Anchor::start, TextShape::Anchor::middle, TextShape::Anchor::end}) {
    const TextShape text{{120, 20}, anchor, "HIJ 0123 H", ink, {20}};
    for (const double scale : {1.0, 3.0}) {
      const Image image = to_image(with(text, 250, 60), scale);
      double left = 1e9;
      double right = 0;
      double top = 1e9;
      double bottom = 0;
      for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
          if (pixel(image, x, y) == white) continue;
          left = std::min(left, x / scale);
          right = std::max(right, (x + 1) / scale);
          top = std::min(top, y / scale);
          bottom = std::max(bottom, (y + 1) / scale);
        }
      }
      EXPECT_NEAR(left, text.left(), 3);
      EXPECT_NEAR(right, text.right(), 3);
      EXPECT_GE(left, text.left());
      EXPECT_LE(right, text.right());
      EXPECT_NEAR(top, 20, 1.1);
      EXPECT_GE(bottom, 20 + text.font.cap_height() - 1);
    }
  }
}

TEST(Draw, PicturesKeepTheirPixels) {
  Image picture(3, 2, 3, Sample::u8);
  for (std::size_t i = 0; i < 18; ++i)
    picture.row<std::uint8_t>(static_cast<int>(i / 9))[i % 9] = static_cast<std::uint8_t>(14 * i);
  EXPECT_EQ(to_image(drawing_of(picture)), picture);
  const Image large = to_image(with(PictureShape{{6, 4, 12, 8}, picture}));
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 12; ++x) EXPECT_EQ(pixel(large, 6 + x, 4 + y), pixel(picture, x / 4, y / 4));
  }
}

TEST(Draw, PicturesAreAveragedWhenTheyShrink) {
  Image stripes(40, 20, 1, Sample::u8);
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 40; ++x) stripes.row<std::uint8_t>(y)[x] = x % 2 == 0 ? 0 : 200;
  }
  const Image small = to_image(with(PictureShape{{0, 0, 10, 5}, stripes}, 10, 5));
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 10; ++x) EXPECT_NEAR(pixel(small, x, y).red, 100, 12) << x;
  }
  const Image odd = to_image(with(PictureShape{{0, 0, 17, 11}, grey_image(7, 5, 255)}, 17, 11));
  EXPECT_EQ(count(odd, white), 17 * 11);
}

TEST(Draw, GiantsShrinkOrAreRefused) {
  const Image wide = to_image(drawing_of(grey_image(70'000, 2, 7)));
  EXPECT_EQ(wide.width(), 30'000);
  EXPECT_EQ(wide.height(), 1);
  EXPECT_EQ(pixel(wide, 29'999, 0), (Colour{7, 7, 7}));
  EXPECT_THROW(drawing_of(Sheet{.width = 100'000, .height = 100'000}), Error);
  EXPECT_THROW(to_image(with(FilledShape{}), 0), Error);
  EXPECT_THROW(to_image(with(FilledShape{}), NAN), Error);
  EXPECT_THROW(drawing_of(Image()), Error);
  EXPECT_THROW(drawing_of(Image(2, 2, 1, Sample::f32)), Error);
}

TEST(Svg, HasItsSizeTitleAndWords) {
  const auto svg = parse_xml(to_svg(with(TextShape{{5, 5}, TextShape::Anchor::start, "1 < 2 px", ink, {10}})));
  EXPECT_EQ(svg.front().name, "svg");
  EXPECT_EQ(svg.front().number("width"), 60);
  EXPECT_EQ(svg.front().number("height"), 40);
  EXPECT_EQ(named(svg, "title").at(0).text, "a &amp; b");
  EXPECT_EQ(named(svg, "desc").at(0).text, "1 &lt; 2 px\n");
  EXPECT_GE(named(svg, "use").size(), 6U);  // a letter each
  EXPECT_EQ(named(svg, "image").size(), 0U);
}

/// Cairo's own names of images would count on.
TEST(Svg, AndPdfHaveTheSameBytesEachTime) {
  const Drawing drawing = with(PictureShape{{0, 0, 30, 20}, grey_image(30, 20, 9)});
  const std::string first = to_svg(drawing);
  EXPECT_EQ(to_svg(drawing), first);
  const auto image = named(parse_xml(first), "image").at(0);
  EXPECT_TRUE(image.attributes.at("xlink:href").starts_with("data:image/png;base64,iVBORw0KGgo"));
  const auto use = named(parse_xml(first), "use").at(0);
  EXPECT_EQ(use.attributes.at("xlink:href"), "#" + image.attributes.at("id"));
  EXPECT_EQ(to_pdf(*drawing.sheet), to_pdf(*drawing.sheet));
  EXPECT_EQ(to_pdf(*drawing.sheet).find("CreationDate"), std::string::npos);
}

TEST(WritePicture, TheNameSaysTheForm) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "csca_write_picture";
  std::filesystem::create_directories(folder);
  const Drawing drawing = drawing_of(grey_image(30, 20, 9));
  const std::pair<const char*, const char*> forms[] = {{"a.png", "\x89PNG"},
                                                       {"a.JPG", "\xff\xd8\xff"},
                                                       {"a.jpeg", "\xff\xd8\xff"},
                                                       {"a.svg", "<?xml"},
                                                       {"a.pdf", "%PDF"}};
  for (const auto& [name, magic] : forms) {
    write_picture(folder / name, drawing);
    std::ifstream file(folder / name, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_TRUE(bytes.starts_with(magic)) << name;
  }
  for (const char* name : {"a.png", "a.jpeg"}) {
    const Image read = read_image(folder / name);
    EXPECT_EQ(read.width(), 30);
    EXPECT_NEAR(pixel(read, 29, 19).green, 9, 1) << name;
  }
  for (const char* name : {"a.gif", "a", "png"}) {
    EXPECT_THROW(check_picture_ending(folder / name), Error) << name;
    EXPECT_THROW(write_picture(folder / name, drawing), Error) << name;
    EXPECT_FALSE(std::filesystem::exists(folder / name));
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace csca::picture
