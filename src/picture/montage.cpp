// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/colour_map.hpp"
#include "picture/sheet.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace csca {
namespace {

using picture::Font;
using picture::Frame;
using Anchor = picture::TextShape::Anchor;

constexpr std::size_t most_lines = 3;  // of a caption

bool blank(const Tile& tile) { return tile.picture.width() <= 0 || tile.picture.height() <= 0; }

/// Sizes that follow from those of the first tile.
struct Style {
  double width;
  double height;
  Font font{std::max(10.0, std::round(std::min(width / 24, height / 18)))};
  double gap = std::round(0.6 * font.size);  // around and between tiles, and between a picture and its caption
};

double picture_height(const Tile& tile, double width) {
  return blank(tile) ? 0 : std::max(1.0, std::round(width / tile.picture.width() * tile.picture.height()));
}

/// The picture with its caption below; returns the height of both.
double add_tile(const Tile& tile, double x, double y, const Style& style, std::vector<picture::Shape>& shapes) {
  const double height = picture_height(tile, style.width);
  if (!blank(tile)) shapes.emplace_back(picture::PictureShape{{x, y, style.width, height}, tile.picture});
  const std::vector<std::string> lines = wrap(tile.caption, style.font, style.width, most_lines);
  double top = y + height + style.gap;
  for (const std::string& line : lines) {
    shapes.emplace_back(picture::TextShape{{x + style.width / 2, top}, Anchor::middle, line, picture::ink, style.font});
    top += style.font.line_height();
  }
  return lines.empty() ? height : std::ceil(top - y - (style.font.line_height() - style.font.size));
}

/// What the colours of `paint_errors` mean, in as many lines as the width asks for; returns the height.
double add_error_key(double threshold, bool unknown, const Frame& room, const Style& style,
                     std::vector<picture::Shape>& shapes) {
  const double box = std::round(style.font.cap_height());
  double x = room.x;
  double y = room.y;
  std::vector<std::pair<Colour, std::string>> entries = {
      {picture::error_red, fmt::format("off by more than {:g} px", threshold)}};
  if (unknown) entries.emplace_back(picture::unknown_blue, "unknown");
  entries.emplace_back(picture::ink, "dark: not scored");
  for (const auto& [colour, text] : entries) {
    const double width = 1.5 * box + text_width(text, style.font);
    if (x > room.x && x + width > room.right()) {
      x = room.x;
      y += style.font.line_height();
    }
    shapes.emplace_back(picture::FilledShape{{x, std::round(y), box, box}, colour});
    for (const std::string& line : wrap(text, style.font, room.right() - x - 1.5 * box, most_lines)) {
      shapes.emplace_back(
          picture::TextShape{{x + 1.5 * box, std::round(y)}, Anchor::start, line, picture::ink, style.font});
      y += style.font.line_height();
    }
    y -= style.font.line_height();
    x += width + 2 * style.font.size;
  }
  return std::ceil(y + style.font.size - room.y);
}

void check_tiles(const std::vector<Tile>& tiles, int columns) {
  if (tiles.empty() || blank(tiles.front())) {
    throw Error("A montage needs a picture in its first place; none was given.");
  }
  if (columns <= 0) throw Error(fmt::format("A montage cannot have {} columns; give 1 or more.", columns));
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (!blank(tiles[i])) picture::check_picture(tiles[i].picture, fmt::format("Tile {} of the montage", i + 1));
  }
}

}  // namespace

Drawing montage(const std::vector<Tile>& tiles, int columns, const MontageLegend& legend) {
  check_tiles(tiles, columns);
  const Image& first_picture = tiles.front().picture;
  const Style style{static_cast<double>(first_picture.width()), static_cast<double>(first_picture.height())};
  const auto in_row = std::min(static_cast<std::size_t>(columns), tiles.size());
  const double step = style.width + style.gap;

  picture::Sheet sheet;
  sheet.width = style.gap + static_cast<double>(in_row) * step;
  if (legend.disparities) {
    const Font font{std::round(0.85 * style.font.size)};
    const Frame bar =
        add_colour_bar(*legend.disparities, legend.unknown, sheet.width, style.gap, style.height, font, sheet.shapes);
    sheet.width = bar.right();
    sheet.height = style.gap + bar.height;
  }
  double y = style.gap;
  for (std::size_t first = 0; first < tiles.size(); first += in_row) {
    double height = 0;
    for (std::size_t i = first; i < std::min(first + in_row, tiles.size()); ++i) {
      const double x = style.gap + static_cast<double>(i - first) * step;
      height = std::max(height, add_tile(tiles[i], x, y, style, sheet.shapes));
    }
    y += height + style.gap;
  }
  sheet.height = std::max(sheet.height, y);
  if (legend.threshold) {
    const Frame room{style.gap, sheet.height + style.gap / 2, sheet.width - 2 * style.gap, 0};
    sheet.height =
        std::ceil(room.y) + add_error_key(*legend.threshold, legend.unknown, room, style, sheet.shapes) + style.gap;
  }
  return picture::drawing_of(std::move(sheet));
}

}  // namespace csca
