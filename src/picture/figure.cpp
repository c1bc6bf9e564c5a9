// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/colour_map.hpp"
#include "picture/font.hpp"
#include "picture/shapes.hpp"
#include "picture/wrap.hpp"

#include <csca/error.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace csca {
namespace picture {

Drawing lay_out(const Figure& figure) {
  constexpr double title_size = 1.5;
  constexpr double margin = 8;
  Drawing drawing;
  for (const auto& row : figure.rows) {
    double width = 0;
    for (const Plot& plot : row) width += plot.width;
    drawing.width = std::max(drawing.width, width);
  }
  if (drawing.width == 0) throw Error("A figure needs one plot at least; none was given.");

  double y = 0;
  for (const std::string& line : wrap(figure.title, static_cast<int>((drawing.width - 2 * margin) / title_size), 3)) {
    drawing.shapes.emplace_back(TextShape{{margin, y + margin}, TextShape::Anchor::start, line, ink, title_size});
    y += title_size * line_height;
  }
  if (y > 0) y += margin / 2;
  for (const auto& row : figure.rows) {
    double x = 0;
    double height = 0;
    for (const Plot& plot : row) {
      height = std::max(height, lay_out(plot, x, y, drawing));
      x += plot.width;
    }
    y += height;
  }
  drawing.height = y;
  return drawing;
}

}  // namespace picture

Figure in_columns(std::string title, std::vector<Plot> plots, std::size_t columns) {
  Figure figure{std::move(title), {}};
  for (std::size_t i = 0; i < plots.size(); ++i) {
    if (i % std::max<std::size_t>(columns, 1) == 0) figure.rows.emplace_back();
    figure.rows.back().push_back(std::move(plots[i]));
  }
  return figure;
}

Colour plot_colour(std::size_t index) {
  // Okabe and Ito's, without the yellow that vanishes on white.
  constexpr std::array<Colour, 7> colours = {Colour{0, 114, 178}, {213, 94, 0},   {0, 158, 115}, {204, 121, 167},
                                             Colour{230, 159, 0}, {86, 180, 233}, {60, 60, 60}};
  return colours[index % colours.size()];
}

}  // namespace csca
