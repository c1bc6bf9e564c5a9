// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/plot.hpp"
#include "picture/sheet.hpp"
#include "pixels.hpp"
#include "support/xml.hpp"

#include <csca/error.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace csca {
namespace {

using picture::DotShape;
using picture::LineShape;
using picture::PictureShape;
using picture::TextShape;
using test::parse_xml;

constexpr Colour blue{0, 0, 255};
constexpr Colour green{0, 160, 0};
constexpr double infinity = std::numeric_limits<double>::infinity();

Drawing drawn(const Plot& plot) { return draw({"", {{plot}}}); }

template <class Shape>
std::vector<Shape> shapes(const Drawing& drawing) {
  std::vector<Shape> found;
  for (const picture::Shape& shape : drawing.sheet->shapes) {
    if (const auto* one = std::get_if<Shape>(&shape)) found.push_back(*one);
  }
  return found;
}

/// Points of the lines of one colour, in units.
std::vector<picture::Point> line_points(const Drawing& drawing, Colour colour) {
  std::vector<picture::Point> points;
  for (const LineShape& line : shapes<LineShape>(drawing)) {
    if (line.colour == colour) points.insert(points.end(), line.points.begin(), line.points.end());
  }
  return points;
}

/// Where a number stands beside an axis; x of numbers below, y of the middle of numbers to the left.
picture::Point label_place(const Drawing& drawing, const std::string& label, TextShape::Anchor anchor) {
  for (const TextShape& text : shapes<TextShape>(drawing)) {
    if (text.text == label && text.anchor == anchor) return {text.place.x, text.place.y + text.font.cap_height() / 2};
  }
  ADD_FAILURE() << "no label " << label;
  return {};
}

Plot rising_line() {
  Plot plot;
  plot.title = "a < b & \"c\"";
  plot.x.title = "x";
  plot.series = {{"", {{0, 10}, {20, 30}, {40, 50}}, blue}};
  return plot;
}

TEST(Plot, HoldsTheDataWhereTheAxesSay) {
  const Drawing drawing = drawn(rising_line());
  const auto points = line_points(drawing, blue);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_NEAR(points[0].x, label_place(drawing, "0", TextShape::Anchor::middle).x, 0.02);
  EXPECT_NEAR(points[1].x, label_place(drawing, "20", TextShape::Anchor::middle).x, 0.02);
  EXPECT_NEAR(points[1].y, label_place(drawing, "30", TextShape::Anchor::end).y, 0.02);
  EXPECT_NEAR(points[2].y, label_place(drawing, "50", TextShape::Anchor::end).y, 0.02);
  EXPECT_NEAR(points[2].x - points[1].x, points[1].x - points[0].x, 0.02);
  EXPECT_GT(points[0].y, points[1].y);
}

TEST(Plot, SpacesDecadesEquallyOnALogarithmicAxis) {
  Plot plot = rising_line();
  plot.series = {{"", {{1, 1}, {10, 1}, {100, 1}, {0, 1}, {-5, 1}}, blue}};
  plot.x.logarithmic = true;
  const Drawing drawing = drawn(plot);
  const auto points = line_points(drawing, blue);
  ASSERT_EQ(points.size(), 3U);  // what is not above 0 has no place
  EXPECT_NEAR(points[2].x - points[1].x, points[1].x - points[0].x, 0.02);
  EXPECT_NEAR(points[1].x, label_place(drawing, "10", TextShape::Anchor::middle).x, 0.02);
}

TEST(Plot, RulesStandAmongTheData) {
  Plot plot = rising_line();
  plot.rules = {{Rule::Direction::vertical, 20, "here", green}, {Rule::Direction::horizontal, 50, "", green}};
  const Drawing drawing = drawn(plot);
  const auto data = line_points(drawing, blue);
  const auto lines = line_points(drawing, green);
  ASSERT_EQ(lines.size(), 6U);  // the legend's sample, then two each
  EXPECT_EQ(lines[2].x, data[1].x);
  EXPECT_EQ(lines[3].x, data[1].x);
  EXPECT_EQ(lines[4].y, data[2].y);
}

TEST(Plot, ShowsNoLineBeyondTheEndsOfItsAxes) {
  Plot plot = rising_line();
  plot.x.low = 10;
  plot.x.high = 30;
  const Drawing drawing = drawn(plot);
  const double left = label_place(drawing, "10", TextShape::Anchor::middle).x;
  const double right = label_place(drawing, "30", TextShape::Anchor::middle).x;
  const Image image = to_image(drawing);
  int seen = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (picture::pixel(image, x, y) != blue) continue;
      ++seen;
      EXPECT_GE(x, 2 * left - 2);
      EXPECT_LE(x, 2 * right + 2);
    }
  }
  EXPECT_GT(seen, 2 * (right - left));
}

TEST(Plot, HasItsBackdropUnderTheMarks) {
  Plot plot;
  plot.backdrop = Backdrop{picture::grey_image(4, 3, 90), {-0.5, 2.5}, {3.5, -0.5}};
  plot.series = {{"", {{0, 0}, {3, 2}}, blue, Stroke::none, Marker::dot}};
  const Drawing drawing = drawn(plot);
  const picture::Frame frame = shapes<PictureShape>(drawing).at(0).frame;
  const auto dots = shapes<DotShape>(drawing);  // two white ones behind two blue ones
  ASSERT_EQ(dots.size(), 4U);
  const double cell = frame.width / 4;
  EXPECT_NEAR(dots[2].middle.x, frame.x + cell / 2, 0.02);
  EXPECT_NEAR(dots[3].middle.x, frame.x + 3.5 * cell, 0.02);
  EXPECT_NEAR(dots[3].middle.y, frame.y + frame.height / 6, 0.02);
}

TEST(Plot, SaysWhatItsColoursMean) {
  Plot plot;
  plot.backdrop = Backdrop{picture::grey_image(4, 3, 90), {-0.5, 2.5}, {3.5, -0.5}};
  plot.colours = {{0, 60}, true};
  const Drawing drawing = drawn(plot);
  const picture::Frame frame = shapes<PictureShape>(drawing).at(0).frame;
  int beside = 0;
  for (const TextShape& text : shapes<TextShape>(drawing)) {
    EXPECT_LE(text.right(), drawing.sheet->width) << text.text;
    if (text.left() > frame.right() && (text.text == "px" || text.text == "20" || text.text == "unknown")) ++beside;
  }
  EXPECT_EQ(beside, 3);
}

TEST(Plot, NamesStandAtTheirRowsWithNotesBesideThem) {
  Plot plot;
  plot.x.logarithmic = true;
  plot.y = {.title = "", .reversed = true, .names = {"a first name", "b"}, .notes = {"1.00 ns, much", "20.0 ns"}};
  plot.series = {{"", {{1, 0}, {20, 1}}, blue, Stroke::none, Marker::dot}};
  const Drawing drawing = drawn(plot);
  const auto dots = shapes<DotShape>(drawing);
  ASSERT_EQ(dots.size(), 2U);
  EXPECT_LT(dots[0].middle.y, dots[1].middle.y);
  EXPECT_NEAR(label_place(drawing, "a first name", TextShape::Anchor::end).y, dots[0].middle.y, 0.02);
  EXPECT_NEAR(label_place(drawing, "20.0 ns", TextShape::Anchor::start).y, dots[1].middle.y, 0.02);
  for (const TextShape& text : shapes<TextShape>(drawing)) {
    EXPECT_GE(text.left(), 0) << text.text;
    EXPECT_LE(text.right(), plot.width) << text.text;
  }
  EXPECT_GT(label_place(drawing, "20.0 ns", TextShape::Anchor::start).x, dots[1].middle.x);
}

TEST(Plot, HasTheColoursWhereTheLinesRun) {
  Plot plot = rising_line();
  plot.rules = {{Rule::Direction::vertical, 10, "", green, Stroke::solid}};
  const Drawing drawing = drawn(plot);
  const auto points = line_points(drawing, blue);
  const double ruled = line_points(drawing, green).front().x;
  const Image image = to_image(drawing, 2);  // 4 pixels to a unit
  for (const double t : {0.1, 0.37, 0.5, 0.9}) {
    const double x = points[0].x + t * (points[2].x - points[0].x);
    const double y = points[0].y + t * (points[2].y - points[0].y);
    EXPECT_EQ(picture::pixel(image, static_cast<int>(4 * x), static_cast<int>(4 * y)), blue) << t;
    EXPECT_NE(picture::pixel(image, static_cast<int>(4 * x), static_cast<int>(4 * y) - 20), blue) << t;
  }
  EXPECT_EQ(picture::pixel(image, static_cast<int>(4 * ruled), static_cast<int>(4 * points[2].y) + 8), green);
  EXPECT_EQ(picture::pixel(image, 0, 0), picture::white);
}

TEST(Plot, ShowsTheBackdropInItsFrame) {
  Plot plot;
  plot.same_unit = true;
  plot.backdrop = Backdrop{picture::grey_image(4, 3, 77), {-0.5, -0.5}, {3.5, 2.5}};
  const Drawing drawing = drawn(plot);
  const picture::Frame frame = shapes<PictureShape>(drawing).at(0).frame;
  EXPECT_NEAR(frame.width / 4, frame.height / 3, 0.5);
  const Image image = to_image(drawing);
  EXPECT_EQ(picture::count(image, {77, 77, 77}), std::lround(4 * frame.width * frame.height));
}

TEST(Plot, OddInputIsDrawnAsFarAsItGoes) {
  const std::vector<std::vector<PlotPoint>> odd = {
      {},
      {{3, 4}},
      {{NAN, NAN}},
      {{NAN, 1}, {2, 3}, {4, NAN}},
      {{1, 1}, {2, infinity}, {3, 1}, {-infinity, 0}},
      {{0, 0}, {0, 0}, {0, 0}},
      {{1e300, -1e300}, {1e-300, 1e29}, {1, 1}},
      {{1e9, 1e9}, {1e9 + 1e-3, 1e9 + 1e-3}},
  };
  for (const auto& points : odd) {
    for (const bool logarithmic : {false, true}) {
      Plot plot;
      plot.series = {{"name", points, blue, Stroke::dashed, Marker::cross}};
      plot.rules = {{Rule::Direction::horizontal, points.empty() ? NAN : points.front().y, "rule"}};
      plot.x.logarithmic = plot.y.logarithmic = logarithmic;
      EXPECT_NO_THROW(parse_xml(to_svg(drawn(plot))));
      EXPECT_NO_THROW(to_image(drawn(plot)));
      plot.x.low = 2;  // with some points beyond
      plot.y.high = 2;
      plot.width = plot.height = 1;
      EXPECT_NO_THROW(parse_xml(to_svg(drawn(plot))));
      EXPECT_NO_THROW(to_image(drawn(plot)));
    }
  }
}

TEST(Plot, APointWithoutNeighboursIsADot) {
  Plot plot;
  plot.series = {{"", {{1, 1}, {2, NAN}, {3, 3}, {4, NAN}, {5, 5}, {6, 6}}, blue}};
  const Drawing drawing = drawn(plot);
  EXPECT_EQ(shapes<DotShape>(drawing).size(), 2U);
  EXPECT_EQ(shapes<LineShape>(drawing).size(), 1U);
}

TEST(Plot, AxesThatCannotBeAreRefused) {
  Plot plot = rising_line();
  plot.x.low = 3;
  plot.x.high = 3;
  EXPECT_THROW(drawn(plot), Error);
  plot.x.high = NAN;
  EXPECT_THROW(drawn(plot), Error);
  plot.x = {.title = "x", .logarithmic = true, .low = 0};
  EXPECT_THROW(drawn(plot), Error);
  plot.x = {};
  plot.backdrop = Backdrop{};
  EXPECT_THROW(drawn(plot), Error);
  plot.backdrop->picture = Image(2, 2, 1, Sample::f32);
  EXPECT_THROW(drawn(plot), Error);
}

TEST(Figure, PutsPlotsInRowsThatDoNotOverlap) {
  std::vector<Plot> plots(3, rising_line());
  plots[1].height = 400;
  const Figure figure = in_columns("title", plots, 2);
  ASSERT_EQ(figure.rows.size(), 2U);
  const auto points = line_points(draw(figure), blue);
  ASSERT_EQ(points.size(), 9U);
  EXPECT_NEAR(points[3].x, points[0].x + 400, 0.02);
  EXPECT_NEAR(points[6].x, points[0].x, 0.02);
  EXPECT_GT(points[8].y, points[3].y);
  EXPECT_THROW(draw(Figure{}), Error);
}

TEST(Figure, NumbersBelowAnAxisDoNotTouch) {
  for (const double high : {1.0, 7.0, 123456.0, 1e-7, 3e12}) {
    for (const bool logarithmic : {false, true}) {
      for (const int width : {60, 150, 400}) {
        Plot plot;
        plot.width = width;
        plot.x.logarithmic = logarithmic;
        plot.series = {{"", {{high / 1000, 0}, {high, 1}}, blue}};
        double last = -infinity;
        int labels = 0;
        for (const TextShape& text : shapes<TextShape>(drawn(plot))) {
          if (text.anchor != TextShape::Anchor::middle) continue;
          EXPECT_GT(text.left(), last + 3) << text.text << " at width " << width;
          last = text.right();
          ++labels;
        }
        EXPECT_GE(labels, 1);
      }
    }
  }
}

TEST(Figure, AllItsTextIsInsideAndInTheSvgToo) {
  Plot plot = rising_line();
  plot.series.front().name = "a long name of a series, which needs a line of its own";
  plot.rules = {{Rule::Direction::vertical, 20, "a rule with a name that is long as well"}};
  plot.y.title = "bad pixels, %";
  const Drawing drawing = draw(in_columns("a title", {plot, plot, plot}, 2));
  const std::string svg = to_svg(drawing);
  EXPECT_NO_THROW(parse_xml(svg));
  for (const TextShape& text : shapes<TextShape>(drawing)) {
    EXPECT_GE(text.left(), 0) << text.text;
    EXPECT_LE(text.right(), drawing.sheet->width) << text.text;
    EXPECT_GE(text.place.y, 0) << text.text;
    EXPECT_LE(text.place.y + text.font.size, drawing.sheet->height) << text.text;
    EXPECT_NE(svg.find(picture::xml_escaped(text.text) + "\n"), std::string::npos) << text.text;
  }
  const Image image = to_image(drawing);
  EXPECT_EQ(image.width(), 2 * 800);
  EXPECT_EQ(image.height(), std::lround(2 * drawing.sheet->height));
}

}  // namespace
}  // namespace csca
