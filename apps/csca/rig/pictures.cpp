// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "rig/pictures.hpp"

#include "picture/sheet.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace csca::app {
namespace {

/// Told apart on any photograph.
constexpr std::array<Colour, 4> colours = {{{230, 60, 60}, {60, 190, 75}, {70, 130, 240}, {240, 180, 40}}};

}  // namespace

Image with_corners(const Image& image, const BoardSight& sight, int width) {
  const double scale = std::min(1.0, static_cast<double>(width) / image.width());
  picture::Sheet sheet{.width = std::round(scale * image.width()), .height = std::round(scale * image.height())};
  sheet.shapes.emplace_back(picture::PictureShape{{0, 0, sheet.width, sheet.height}, to_display(image)});
  picture::LineShape line{{}, colours[3], 1.5};
  for (const ImagePoint& place : sight.places)
    line.points.push_back({scale * (place.x + 0.5), scale * (place.y + 0.5)});
  const std::vector<picture::Point> dots = line.points;
  if (dots.size() > 1) sheet.shapes.emplace_back(std::move(line));
  for (const picture::Point& dot : dots) {
    sheet.shapes.emplace_back(picture::DotShape{dot, 5, &dot == &dots.front() ? colours[0] : colours[1]});
  }
  return to_image(drawing_of(std::move(sheet)));
}

Drawing with_rows(const Image& left, const Image& right) {
  picture::Sheet sheet{.width = static_cast<double>(left.width() + right.width()),
                       .height = static_cast<double>(left.height())};
  const auto middle = static_cast<double>(left.width());
  sheet.shapes.emplace_back(picture::PictureShape{{0, 0, middle, sheet.height}, to_display(left)});
  sheet.shapes.emplace_back(
      picture::PictureShape{{middle, 0, static_cast<double>(right.width()), sheet.height}, to_display(right)});
  constexpr int lines = 16;
  for (int i = 1; i < lines; ++i) {
    const double y = std::round(sheet.height * i / lines) + 0.5;
    sheet.shapes.emplace_back(
        picture::LineShape{{{0, y}, {sheet.width, y}}, colours[static_cast<std::size_t>(i) % colours.size()], 1});
  }
  return drawing_of(std::move(sheet));
}

}  // namespace csca::app
