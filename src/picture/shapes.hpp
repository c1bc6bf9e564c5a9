// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/plot.hpp"

#include <csca/image.hpp>

#include <string>
#include <variant>
#include <vector>

// What a figure comes down to: a list of shapes, which is then written as SVG or painted. Lengths are in units, which
// are dots of the font; y grows downwards.
namespace csca::picture {

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
  std::vector<PlotPoint> points;  ///< two or more
  Colour colour;
  double width = 1;
  bool dashed = false;
};

struct DotShape {
  PlotPoint middle;
  double diameter = 1;
  Colour colour;
};

struct TextShape {
  enum class Anchor { start, middle, end };

  PlotPoint place;  ///< y is the top of the capitals
  Anchor anchor = Anchor::start;
  std::string text;
  Colour colour;
  double size = 1;  ///< units to a dot of the font
};

struct PictureShape {
  Frame frame;
  Image picture;
};

using Shape = std::variant<FilledShape, PictureShape, LineShape, DotShape, TextShape>;

struct Drawing {
  double width = 0;
  double height = 0;
  std::vector<Shape> shapes;  ///< later ones cover earlier ones
};

inline constexpr double dash_length = 4;
inline constexpr double dash_gap = 3;

/// Draws one plot with its top left corner at (x, y); returns its height.
double lay_out(Plot plot, double x, double y, Drawing& drawing);

Drawing lay_out(const Figure& figure);

}  // namespace csca::picture
