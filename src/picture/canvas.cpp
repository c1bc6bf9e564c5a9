// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/canvas.hpp"

#include "picture/font.hpp"

#include <csca/error.hpp>

#include <algorithm>
#include <cmath>
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

std::uint8_t mixed(std::uint8_t below, std::uint8_t above, double share) {
  return static_cast<std::uint8_t>(std::lround(below + share * (above - below)));
}

void blend(std::uint8_t* pixel, Colour colour, double share) {
  put(pixel,
      {mixed(pixel[0], colour.red, share), mixed(pixel[1], colour.green, share), mixed(pixel[2], colour.blue, share)});
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

void Canvas::line(double x0, double y0, double x1, double y1, double width, Colour colour) {
  if (y0 > y1) {
    std::swap(x0, x1);
    std::swap(y0, y1);
  }
  const double reach = width / 2 + 0.5;  // farther pixels are not touched
  const double length2 = (x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0);
  const int bottom = static_cast<int>(std::min(std::ceil(y1 + reach), static_cast<double>(this->height())));
  for (int y = static_cast<int>(std::max(std::floor(y0 - reach), 0.0)); y < bottom; ++y) {
    const double middle = y + 0.5;
    // The part of the line that comes near this row.
    const double rise = y1 - y0;
    const double from = rise > 0 ? std::clamp((middle - reach - y0) / rise, 0.0, 1.0) : 0;
    const double to = rise > 0 ? std::clamp((middle + reach - y0) / rise, 0.0, 1.0) : 1;
    const double end = x0 + from * (x1 - x0);
    const double other = x0 + to * (x1 - x0);
    const int right =
        static_cast<int>(std::min(std::ceil(std::max(end, other) + reach), static_cast<double>(this->width())));
    auto* row = picture_.row<std::uint8_t>(y);
    for (int x = static_cast<int>(std::max(std::floor(std::min(end, other) - reach), 0.0)); x < right; ++x) {
      const double dx = x + 0.5 - x0;
      const double dy = middle - y0;
      const double t = length2 > 0 ? std::clamp((dx * (x1 - x0) + dy * rise) / length2, 0.0, 1.0) : 0;
      const double distance = std::hypot(dx - t * (x1 - x0), dy - t * rise);
      blend(row + std::ptrdiff_t{3} * x, colour, std::clamp(reach - distance, 0.0, 1.0));
    }
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
