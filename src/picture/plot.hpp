// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/colour.hpp"

#include <csca/image.hpp>
#include <csca/picture.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace csca {

/// A place in a plot, in the units of its axes.
struct PlotPoint {
  double x = 0;
  double y = 0;
};

enum class Stroke { none, solid, dashed };
enum class Marker { none, dot, cross };

/// A line, or single marks. A point that is not finite, or has no place on a logarithmic axis, breaks the line.
struct Series {
  std::string name;  ///< in the legend; empty: not in it
  std::vector<PlotPoint> points;
  Colour colour;
  Stroke stroke = Stroke::solid;
  Marker marker = Marker::none;
  double marker_size = 5;  ///< units of the figure
};

/// A straight line across the whole plot.
struct Rule {
  enum class Direction { vertical, horizontal };

  Direction direction = Direction::vertical;
  double at = 0;
  std::string name;  ///< in the legend; empty: not in it
  Colour colour = {40, 40, 40};
  Stroke stroke = Stroke::dashed;
};

/// A picture behind the lines: a heat map, or part of a photograph. The axes go from corner to corner, whatever they
/// ask for themselves, and are linear; the middles of the picture's pixels lie half a pixel further in.
struct Backdrop {
  Image picture;  ///< 8-bit, grey or RGB
  PlotPoint top_left;
  PlotPoint bottom_right;
};

/// A bar right of a plot that says what the colours of `paint_disparity` in its backdrop mean.
struct ColourKey {
  ColourRange range;
  bool unknown = false;  ///< are there unknown disparities?
};

inline constexpr int colour_key_width = 72;

struct Axis {
  std::string title;
  bool logarithmic = false;
  bool reversed = false;           ///< grows to the left, or downwards as rows of an image do
  std::optional<double> low = {};  ///< where the axis begins and ends; what is to be seen decides when not set
  std::optional<double> high = {};
  std::vector<std::string> names = {};  ///< of 0, 1, 2 and so on, in place of numbers; the axis ends half a step beyond
  std::vector<std::string> notes = {};  ///< up: one for each name, on the other side of the plot
};

/// Lengths are in units of the figure: the small letters of its text are about 5 of them high, capitals 7. A unit is
/// two pixels of an image.
struct Plot {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Series> series;
  std::vector<Rule> rules;
  std::optional<Backdrop> backdrop = {};
  std::optional<ColourKey> colours = {};  ///< makes the plot wider by `colour_key_width`
  int width = 400;  ///< with titles, legend and numbers; the height grows where these leave no room
  int height = 260;
  bool same_unit = false;  ///< a step along x is drawn as long as one along y
};

/// Plots beside and below each other.
struct Figure {
  std::string title;
  std::vector<std::vector<Plot>> rows;
};

/// A figure with so many plots in each row, the last one shorter if need be.
Figure in_columns(std::string title, std::vector<Plot> plots, std::size_t columns);

/// Colours that stay apart for colour-blind readers and can be read on white, over and over again.
Colour plot_colour(std::size_t index);

/// Throws Error for axes that cannot be drawn: not finite, upside down, or not above 0 and logarithmic.
Drawing draw(const Figure& figure);

}  // namespace csca
