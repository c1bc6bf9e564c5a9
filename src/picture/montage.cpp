// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/canvas.hpp"
#include "picture/font.hpp"
#include "picture/resize.hpp"
#include "picture/wrap.hpp"

#include <csca/error.hpp>
#include <csca/picture.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace csca {
namespace {

using picture::Canvas;

// In dots of the font.
constexpr int gap = 6;          // around and between tiles
constexpr int caption_gap = 4;  // between a picture and its caption
constexpr std::size_t most_lines = 3;

int dot_for(int tile_width) { return std::max(1, static_cast<int>(std::lround(tile_width / 200.0))); }

void check_tiles(const std::vector<Tile>& tiles, int columns) {
  if (tiles.empty()) throw Error("A montage needs one tile at least; none was given.");
  if (columns <= 0) {
    throw Error("A montage cannot have " + std::to_string(columns) + " columns; give 1 or more.");
  }
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const Image& picture = tiles[i].picture;
    const std::string name = "Tile " + std::to_string(i + 1) + " of the montage";
    if (picture.width() <= 0 || picture.height() <= 0) throw Error(name + " has no pixels; leave it out.");
    if (picture.sample() != Sample::u8 || (picture.channels() != 1 && picture.channels() != 3)) {
      throw Error(name + " is not an 8-bit grey or RGB picture; convert it with to_display.");
    }
  }
}

/// The picture at the common width with its caption below.
Image finished(const Tile& tile, int width, int dot) {
  const double scale = static_cast<double>(width) / tile.picture.width();
  const std::int64_t height = std::max<std::int64_t>(1, std::llround(scale * tile.picture.height()));
  const std::vector<std::string> lines = picture::wrap(tile.caption, width / dot, most_lines);
  const int text_height = lines.empty() ? 0 : caption_gap + static_cast<int>(lines.size()) * picture::line_height;

  Canvas canvas(width, height + std::int64_t{dot} * text_height);
  canvas.paste(picture::resize(tile.picture, width, static_cast<int>(height)), 0, 0);
  int y = static_cast<int>(height) + dot * caption_gap;
  for (const std::string& line : lines) {
    const int indent = std::max(0, (width - dot * picture::text_width(line)) / 2);
    canvas.text(indent, y, line, dot, picture::ink);
    y += dot * picture::line_height;
  }
  return canvas.take();
}

}  // namespace

Image montage(const std::vector<Tile>& tiles, int columns) {
  check_tiles(tiles, columns);
  const int tile_width = tiles.front().picture.width();
  const int dot = dot_for(tile_width);
  const auto in_row = std::min(static_cast<std::size_t>(columns), tiles.size());

  std::vector<Image> pictures;
  for (const Tile& tile : tiles) pictures.push_back(finished(tile, tile_width, dot));
  std::vector<int> row_heights((tiles.size() + in_row - 1) / in_row);
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    row_heights[i / in_row] = std::max(row_heights[i / in_row], pictures[i].height());
  }

  const std::int64_t space = std::int64_t{dot} * gap;
  std::int64_t height = space;
  for (const int row_height : row_heights) height += row_height + space;
  Canvas canvas(space + static_cast<std::int64_t>(in_row) * (tile_width + space), height);

  std::int64_t y = space;
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    const std::size_t column = i % in_row;
    if (i > 0 && column == 0) y += row_heights[i / in_row - 1] + space;
    const std::int64_t x = space + static_cast<std::int64_t>(column) * (tile_width + space);
    canvas.paste(pictures[i], static_cast<int>(x), static_cast<int>(y));
  }
  return canvas.take();
}

}  // namespace csca
