// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/plot.hpp"
#include "picture/font.hpp"
#include "picture/xml.hpp"
#include "pixels.hpp"
#include "support/xml.hpp"

#include <csca/error.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace csca {
namespace {

using test::named;
using test::parse_xml;
using test::XmlElement;

constexpr Colour blue{0, 0, 255};
constexpr Colour green{0, 160, 0};
constexpr double infinity = std::numeric_limits<double>::infinity();

Figure figure_of(const Plot& plot) { return {"", {{plot}}}; }

/// Points of the lines of one colour, in units.
std::vector<PlotPoint> line_points(const std::vector<XmlElement>& svg, const std::string& colour) {
  std::vector<PlotPoint> points;
  for (const XmlElement& line : named(svg, "polyline")) {
    if (line.attributes.at("stroke") != colour) continue;
    std::istringstream stream(line.attributes.at("points"));
    char comma = 0;
    for (PlotPoint p; stream >> p.x >> comma >> p.y;) points.push_back(p);
  }
  return points;
}

/// Where a number stands beside an axis; x of numbers below, y of the baseline of numbers to the left.
PlotPoint label_place(const std::vector<XmlElement>& svg, const std::string& label, const std::string& anchor) {
  for (const XmlElement& text : named(svg, "text")) {
    if (text.text == label && text.attributes.at("text-anchor") == anchor) return {text.number("x"), text.number("y")};
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

TEST(PlotSvg, HoldsTheDataWhereTheAxesSay) {
  const auto svg = parse_xml(figure_svg(figure_of(rising_line())));
  const auto points = line_points(svg, "#0000ff");
  ASSERT_EQ(points.size(), 3U);
  EXPECT_NEAR(points[0].x, label_place(svg, "0", "middle").x, 0.02);
  EXPECT_NEAR(points[1].x, label_place(svg, "20", "middle").x, 0.02);
  const double baseline = 3.5;  // of half a capital letter below the middle
  EXPECT_NEAR(points[1].y, label_place(svg, "30", "end").y - baseline, 0.6);
  EXPECT_NEAR(points[2].y, label_place(svg, "50", "end").y - baseline, 0.6);
  EXPECT_NEAR(points[2].x - points[1].x, points[1].x - points[0].x, 0.02);
  EXPECT_GT(points[0].y, points[1].y);
}

TEST(PlotSvg, SpacesDecadesEquallyOnALogarithmicAxis) {
  Plot plot = rising_line();
  plot.series = {{"", {{1, 1}, {10, 1}, {100, 1}, {0, 1}, {-5, 1}}, blue}};
  plot.x.logarithmic = true;
  const auto svg = parse_xml(figure_svg(figure_of(plot)));
  const auto points = line_points(svg, "#0000ff");
  ASSERT_EQ(points.size(), 3U);  // what is not above 0 has no place
  EXPECT_NEAR(points[2].x - points[1].x, points[1].x - points[0].x, 0.02);
  EXPECT_NEAR(points[1].x, label_place(svg, "10", "middle").x, 0.02);
}

TEST(PlotSvg, RulesStandAmongTheData) {
  Plot plot = rising_line();
  plot.rules = {{Rule::Direction::vertical, 20, "here", green}, {Rule::Direction::horizontal, 50, "", green}};
  const auto svg = parse_xml(figure_svg(figure_of(plot)));
  const auto data = line_points(svg, "#0000ff");
  const auto lines = line_points(svg, "#00a000");
  ASSERT_EQ(lines.size(), 6U);  // the legend's sample, then two each
  EXPECT_EQ(lines[2].x, data[1].x);
  EXPECT_EQ(lines[3].x, data[1].x);
  EXPECT_EQ(lines[4].y, data[2].y);
}

TEST(PlotSvg, CutsLinesAtTheEndsOfTheAxes) {
  Plot plot = rising_line();
  plot.x.low = 10;
  plot.x.high = 30;
  const auto points = line_points(parse_xml(figure_svg(figure_of(plot))), "#0000ff");
  ASSERT_EQ(points.size(), 3U);
  EXPECT_NEAR(points[1].x, (points[0].x + points[2].x) / 2, 0.02);
  EXPECT_NEAR(points[1].y, (points[0].y + points[2].y) / 2, 0.02);
}

TEST(PlotSvg, EmbedsTheBackdrop) {
  Plot plot;
  plot.backdrop = Backdrop{picture::grey_image(4, 3, 90), {-0.5, 2.5}, {3.5, -0.5}};
  plot.series = {{"", {{0, 0}, {3, 2}}, blue, Stroke::none, Marker::dot}};
  const auto svg = parse_xml(figure_svg(figure_of(plot)));
  const XmlElement image = named(svg, "image").at(0);
  EXPECT_TRUE(image.attributes.at("xlink:href").starts_with("data:image/png;base64,iVBORw0KGgo"));
  const auto dots = named(svg, "circle");  // two white ones behind two blue ones
  ASSERT_EQ(dots.size(), 4U);
  const double cell = image.number("width") / 4;
  EXPECT_NEAR(dots[2].number("cx"), image.number("x") + cell / 2, 0.02);
  EXPECT_NEAR(dots[3].number("cx"), image.number("x") + 3.5 * cell, 0.02);
  EXPECT_NEAR(dots[3].number("cy"), image.number("y") + image.number("height") / 6, 0.02);
}

TEST(PlotImage, HasTheColoursWhereTheLinesRun) {
  Plot plot = rising_line();
  plot.rules = {{Rule::Direction::vertical, 10, "", green, Stroke::solid}};
  const Figure figure = figure_of(plot);
  const auto points = line_points(parse_xml(figure_svg(figure)), "#0000ff");
  const double ruled = line_points(parse_xml(figure_svg(figure)), "#00a000").front().x;
  const Image image = figure_image(figure, 4);
  for (const double t : {0.1, 0.37, 0.5, 0.9}) {
    const double x = points[0].x + t * (points[2].x - points[0].x);
    const double y = points[0].y + t * (points[2].y - points[0].y);
    EXPECT_EQ(picture::pixel(image, static_cast<int>(4 * x), static_cast<int>(4 * y)), blue) << t;
    EXPECT_NE(picture::pixel(image, static_cast<int>(4 * x), static_cast<int>(4 * y) - 20), blue) << t;
  }
  EXPECT_EQ(picture::pixel(image, static_cast<int>(4 * ruled), static_cast<int>(4 * points[2].y) + 8), green);
  EXPECT_EQ(picture::pixel(image, 0, 0), picture::white);
}

TEST(PlotImage, ShowsTheBackdropInItsFrame) {
  Plot plot;
  plot.same_unit = true;
  plot.backdrop = Backdrop{picture::grey_image(4, 3, 77), {-0.5, -0.5}, {3.5, 2.5}};
  const Figure figure = figure_of(plot);
  const XmlElement frame = named(parse_xml(figure_svg(figure)), "image").at(0);
  EXPECT_NEAR(frame.number("width") / 4, frame.number("height") / 3, 0.5);
  const Image image = figure_image(figure, 2);
  EXPECT_EQ(picture::count(image, {77, 77, 77}), std::lround(4 * frame.number("width") * frame.number("height")));
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
      EXPECT_NO_THROW(parse_xml(figure_svg(figure_of(plot))));
      EXPECT_NO_THROW(figure_image(figure_of(plot), 1));
      plot.x.low = 2;  // with some points beyond
      plot.y.high = 2;
      plot.width = plot.height = 1;
      EXPECT_NO_THROW(parse_xml(figure_svg(figure_of(plot))));
      EXPECT_NO_THROW(figure_image(figure_of(plot), 1));
    }
  }
}

TEST(Plot, APointWithoutNeighboursIsADot) {
  Plot plot;
  plot.series = {{"", {{1, 1}, {2, NAN}, {3, 3}, {4, NAN}, {5, 5}, {6, 6}}, blue}};
  const auto svg = parse_xml(figure_svg(figure_of(plot)));
  EXPECT_EQ(named(svg, "circle").size(), 2U);
  EXPECT_EQ(named(svg, "polyline").size(), 1U);
}

TEST(Plot, AxesThatCannotBeAreRefused) {
  Plot plot = rising_line();
  plot.x.low = 3;
  plot.x.high = 3;
  EXPECT_THROW(figure_svg(figure_of(plot)), Error);
  plot.x.high = NAN;
  EXPECT_THROW(figure_svg(figure_of(plot)), Error);
  plot.x = {.title = "x", .logarithmic = true, .low = 0};
  EXPECT_THROW(figure_svg(figure_of(plot)), Error);
  plot.x = {};
  plot.backdrop = Backdrop{};
  EXPECT_THROW(figure_svg(figure_of(plot)), Error);
  plot.backdrop->picture = Image(2, 2, 1, Sample::f32);
  EXPECT_THROW(figure_image(figure_of(plot)), Error);
}

TEST(Figure, PutsPlotsInRowsThatDoNotOverlap) {
  std::vector<Plot> plots(3, rising_line());
  plots[1].height = 400;
  const Figure figure = in_columns("title", plots, 2);
  ASSERT_EQ(figure.rows.size(), 2U);
  const auto points = line_points(parse_xml(figure_svg(figure)), "#0000ff");
  ASSERT_EQ(points.size(), 9U);
  EXPECT_NEAR(points[3].x, points[0].x + 400, 0.02);
  EXPECT_NEAR(points[6].x, points[0].x, 0.02);
  EXPECT_GT(points[8].y, points[3].y);
  EXPECT_THROW(figure_svg(Figure{}), Error);
  EXPECT_THROW(figure_image(figure, 0), Error);
}

/// Left and right end of every number below an axis, as wide as the tool's own font draws it.
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
        for (const XmlElement& text : named(parse_xml(figure_svg(figure_of(plot))), "text")) {
          if (text.attributes.at("text-anchor") != "middle") continue;
          const double half = picture::text_width(text.text) / 2.0;
          EXPECT_GT(text.number("x") - half, last + 3) << text.text << " at width " << width;
          last = text.number("x") + half;
          ++labels;
        }
        EXPECT_GE(labels, 1);
      }
    }
  }
}

TEST(Xml, TextIsEscapedAndCleaned) {
  EXPECT_EQ(xml_escaped("a<b> & \xC3\xA9"), "a&lt;b&gt; &amp; \xC3\xA9");
  EXPECT_EQ(xml_escaped("\x01 \xFF \xC3 \xED\xA0\x80 \xC0\x80"), "? ? ? ??? ??");
}

}  // namespace
}  // namespace csca
