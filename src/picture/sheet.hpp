// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/colour.hpp"
#include "picture/text.hpp"

#include <csca/image.hpp>
#include <csca/picture.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

// What a drawing comes down to: a list of shapes, which Cairo paints or writes. Lengths are in units of the sheet; y
// grows downwards.
namespace csca::picture {

struct Point {
  double x = 0;
  double y = 0;
};

struct Frame {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;

  double right() const { return x + width; }
  double bottom() const { return y + height; }
};

struct FilledShape {
  Frame frame;
  Colour colour;
};

struct LineShape {
  std::vector<Point> points;  ///< two or more
  Colour colour;
  double width = 1;
  bool dashed = false;
  std::optional<Frame> clip = {};  ///< what lies outside is not drawn
};

struct DotShape {
  Point middle;
  double diameter = 1;
  Colour colour;
};

struct TextShape {
  enum class Anchor { start, middle, end };

  Point place;  ///< y is the top of the capitals
  Anchor anchor = Anchor::start;
  std::string text;
  Colour colour;
  Font font;

  double left() const;
  double right() const { return left() + text_width(text, font); }
};

struct PictureShape {
  Frame frame;
  Image picture;  ///< 8-bit, grey or RGB
};

using Shape = std::variant<FilledShape, PictureShape, LineShape, DotShape, TextShape>;

struct Sheet {
  double width = 0;
  double height = 0;
  double resolution = 1;  ///< pixels to a unit when it is painted
  std::string title = {};
  std::vector<Shape> shapes = {};  ///< later ones cover earlier ones
};

/// Throws Error when the sheet would be larger than an image can sensibly be.
Drawing drawing_of(Sheet sheet);

/// Text stays text, with its font in the document.
std::string to_pdf(const Sheet& sheet);

/// Throws Error unless the picture has pixels, 8-bit, grey or RGB. `name` begins the message.
void check_picture(const Image& picture, const std::string& name);

/// A bar of the colour scale with its numbers and unit, and the grey of unknown pixels if asked for, with its top left
/// corner at (x, y). `height` is that of the map beside it.
/// Returns the frame of it all, which is higher than the map when that is too low for legible numbers.
Frame add_colour_bar(ColourRange range, bool unknown, double x, double y, double height, Font font,
                     std::vector<Shape>& shapes);

}  // namespace csca::picture
