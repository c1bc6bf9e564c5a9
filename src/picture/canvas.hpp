// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/colour_map.hpp"

#include <csca/image.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace csca::picture {

struct Box {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

/// An RGB picture to draw on, white at first. What falls outside is cut off.
class Canvas {
 public:
  /// Throws Error when the picture would be larger than an image can sensibly be.
  Canvas(std::int64_t width, std::int64_t height);

  void fill(Box box, Colour colour);
  /// Draws a line of text, dots enlarged `scale` times; (x, y) is the top left corner of a capital letter.
  void text(int x, int y, std::string_view text, int scale, Colour colour);
  /// A line with round ends and smooth edges. Here and for dots the middle of the top left pixel is at (0.5, 0.5).
  void line(double x0, double y0, double x1, double y1, double width, Colour colour);
  void dot(double x, double y, double diameter, Colour colour) { line(x, y, x, y, diameter, colour); }
  /// Copies an 8-bit RGB picture.
  void paste(const Image& picture, int x, int y);

  int width() const { return picture_.width(); }
  int height() const { return picture_.height(); }
  Image take() { return std::move(picture_); }

 private:
  Image picture_;
};

inline void put(std::uint8_t* pixel, Colour colour) {
  pixel[0] = colour.red;
  pixel[1] = colour.green;
  pixel[2] = colour.blue;
}

}  // namespace csca::picture
