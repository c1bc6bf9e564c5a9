// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/png.hpp"
#include "picture/resize.hpp"
#include "picture/shapes.hpp"
#include "picture/xml.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace csca {
namespace {

using picture::Frame;

std::string hex(Colour c) { return fmt::format("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue); }

/// Two digits behind the point at most, no zeros at the end.
std::string number(double value) {
  std::string text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string attributes(const Frame& frame) {
  return fmt::format("x='{}' y='{}' width='{}' height='{}'", number(frame.x), number(frame.y), number(frame.width),
                     number(frame.height));
}

std::string base64(const std::string& bytes) {
  constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t held = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8U | (k < held ? static_cast<std::uint8_t>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) text += k <= held ? letters[bits >> (18 - 6 * k) & 63U] : '=';
  }
  return text;
}

std::string written(const picture::FilledShape& shape) {
  return fmt::format("<rect {} fill='{}'/>\n", attributes(shape.frame), hex(shape.colour));
}

std::string written(const picture::PictureShape& shape) {
  // Enlarged here: viewers would blur a small picture.
  constexpr double pixels_per_unit = 2;
  const auto length = [](double units) { return std::max(1, static_cast<int>(std::lround(pixels_per_unit * units))); };
  const std::string png =
      io::encode_png(picture::resize(shape.picture, length(shape.frame.width), length(shape.frame.height)));
  return fmt::format("<image {} preserveAspectRatio='none' xlink:href='data:image/png;base64,{}'/>\n",
                     attributes(shape.frame), base64(png));
}

std::string written(const picture::LineShape& shape) {
  std::string points;
  for (const PlotPoint& p : shape.points) {
    points += fmt::format("{}{},{}", points.empty() ? "" : " ", number(p.x), number(p.y));
  }
  const std::string dashes =
      shape.dashed ? fmt::format(" stroke-dasharray='{} {}'", picture::dash_length, picture::dash_gap) : "";
  return fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-width='{}'{}/>\n", points, hex(shape.colour),
                     number(shape.width), dashes);
}

std::string written(const picture::DotShape& shape) {
  return fmt::format("<circle cx='{}' cy='{}' r='{}' fill='{}'/>\n", number(shape.middle.x), number(shape.middle.y),
                     number(shape.diameter / 2), hex(shape.colour));
}

std::string written(const picture::TextShape& shape) {
  constexpr std::array<const char*, 3> anchors = {"start", "middle", "end"};
  constexpr double cap_height = 7;
  constexpr double font_size = 9.5;  // capitals of common fonts are then 7 high, and no wider than the font's dots
  return fmt::format("<text x='{}' y='{}' font-size='{}' text-anchor='{}' fill='{}'>{}</text>\n", number(shape.place.x),
                     number(shape.place.y + cap_height * shape.size), number(font_size * shape.size),
                     anchors[static_cast<std::size_t>(shape.anchor)], hex(shape.colour), xml_escaped(shape.text));
}

}  // namespace

std::string figure_svg(const Figure& figure) {
  const picture::Drawing drawing = picture::lay_out(figure);
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 {0} {1}' "
      "width='{0}' height='{1}' font-family='Helvetica, Arial, sans-serif' stroke-linecap='round' "
      "stroke-linejoin='round'>\n<title>{2}</title>\n<rect width='100%' height='100%' fill='white'/>\n",
      number(drawing.width), number(drawing.height), xml_escaped(figure.title));
  for (const picture::Shape& shape : drawing.shapes) {
    svg += std::visit([](const auto& s) { return written(s); }, shape);
  }
  return svg + "</svg>\n";
}

}  // namespace csca
