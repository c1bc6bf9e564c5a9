// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/canvas.hpp"

#include "picture/font.hpp"

#include <csca/error.hpp>

#include <algorithm>
#include <limits>
#include <string>

namespace csca::picture {
namespace {

constexpr std::int64_t most_pixels = std::int64_t{1} << 30;

Image blank(std::int64_t width, std::int64_t height) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  if (width > most || height > most || width * height > most_pixels) {
    throw Error("The picture would have " + std::to_string(width) + " x " + std::to_string(height) +
                " pixels, more than 2^30; make it of smaller images.");
  }
  return {static_cast<int>(width), static_cast<int>(height), 3, Sample::u8};
}

}  // namespace

Canvas::Canvas(std::int64_t width, std::int64_t height) : picture_(blank(width, height)) {
  fill({0, 0, this->width(), this->height()}, white);
}

void Canvas::fill(Box box, Colour colour) {
  const int left = std::max(box.x, 0);
  const int right = std::min(box.x + box.width, width());
  const int bottom = std::min(box.y + box.height, height());
  for (int y = std::max(box.y, 0); y < bottom; ++y) {
    auto* row = picture_.row<std::uint8_t>(y);
    for (int x = left; x < right; ++x) put(row + std::ptrdiff_t{3} * x, colour);
  }
}

void Canvas::text(int x, int y, std::string_view text, int scale, Colour colour) {
  for (const char c : text) {
    if (continues_character(c)) continue;
    const Glyph& shape = glyph(c);
    for (int row = 0; row < glyph_height; ++row) {
      for (int column = 0; column < shape.width; ++column) {
        if ((shape.rows[row] >> column & 1) == 0) continue;
        fill({x + column * scale, y + row * scale, scale, scale}, colour);
      }
    }
    x += (shape.width + glyph_gap) * scale;
  }
}

void Canvas::paste(const Image& picture, int x, int y) {
  const int left = std::max(x, 0);
  const int right = std::min(x + picture.width(), width());
  if (left >= right) return;
  const int bottom = std::min(y + picture.height(), height());
  for (int to = std::max(y, 0); to < bottom; ++to) {
    const auto* source = picture.row<std::uint8_t>(to - y) + std::ptrdiff_t{3} * (left - x);
    std::copy_n(source, std::ptrdiff_t{3} * (right - left), picture_.row<std::uint8_t>(to) + std::ptrdiff_t{3} * left);
  }
}

}  // namespace csca::picture
