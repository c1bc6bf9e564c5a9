// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/canvas.hpp"
#include "picture/font.hpp"
#include "picture/resize.hpp"
#include "picture/shapes.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

using picture::Box;
using picture::Canvas;

/// Draws shapes enlarged from units to pixels.
struct Painter {
  Canvas& canvas;
  int scale;

  int pixels(double length) const { return static_cast<int>(std::lround(scale * length)); }

  /// Edges are rounded, not lengths: shapes that touch go on touching.
  Box box(const picture::Frame& frame) const {
    const int x = pixels(frame.x);
    const int y = pixels(frame.y);
    return {x, y, std::max(1, pixels(frame.right()) - x), std::max(1, pixels(frame.bottom()) - y)};
  }

  void operator()(const picture::FilledShape& shape) const { canvas.fill(box(shape.frame), shape.colour); }

  void operator()(const picture::PictureShape& shape) const {
    const Box to = box(shape.frame);
    canvas.paste(picture::resize(shape.picture, to.width, to.height), to.x, to.y);
  }

  void operator()(const picture::LineShape& shape) const {
    double along = 0;  // how far into the pattern of dashes the line has come
    for (std::size_t i = 1; i < shape.points.size(); ++i) {
      const PlotPoint a = shape.points[i - 1];
      const PlotPoint b = shape.points[i];
      const double length = std::hypot(b.x - a.x, b.y - a.y);
      if (!shape.dashed || length == 0) {
        segment(shape, a, b);
        continue;
      }
      constexpr double period = picture::dash_length + picture::dash_gap;
      const int dashes = static_cast<int>(std::ceil((along + length) / period));
      for (int k = 0; k < dashes; ++k) {
        const double start = k * period - along;
        const double from = std::max(start, 0.0) / length;
        const double to = std::min(start + picture::dash_length, length) / length;
        if (from >= to) continue;
        segment(shape, {a.x + from * (b.x - a.x), a.y + from * (b.y - a.y)},
                {a.x + to * (b.x - a.x), a.y + to * (b.y - a.y)});
      }
      along = std::fmod(along + length, period);
    }
  }

  void segment(const picture::LineShape& shape, PlotPoint a, PlotPoint b) const {
    canvas.line(scale * a.x, scale * a.y, scale * b.x, scale * b.y, scale * shape.width, shape.colour);
  }

  void operator()(const picture::DotShape& shape) const {
    canvas.dot(scale * shape.middle.x, scale * shape.middle.y, scale * shape.diameter, shape.colour);
  }

  void operator()(const picture::TextShape& shape) const {
    using Anchor = picture::TextShape::Anchor;
    const int dot = std::max(1, pixels(shape.size));
    const int width = dot * picture::text_width(shape.text);
    const int back = shape.anchor == Anchor::start ? 0 : shape.anchor == Anchor::middle ? width / 2 : width;
    canvas.text(pixels(shape.place.x) - back, pixels(shape.place.y), shape.text, dot, shape.colour);
  }
};

}  // namespace

Image figure_image(const Figure& figure, int pixels_per_unit) {
  if (pixels_per_unit < 1) {
    throw Error(fmt::format("A figure cannot have {} pixels to a unit; give 1 or more.", pixels_per_unit));
  }
  const picture::Drawing drawing = picture::lay_out(figure);
  Canvas canvas(std::llround(pixels_per_unit * drawing.width), std::llround(pixels_per_unit * drawing.height));
  for (const picture::Shape& shape : drawing.shapes) std::visit(Painter{canvas, pixels_per_unit}, shape);
  return canvas.take();
}

}  // namespace csca
