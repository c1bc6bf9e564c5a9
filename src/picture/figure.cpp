// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/colour_map.hpp"
#include "picture/plot_layout.hpp"

#include <csca/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace csca {
namespace {

double full_width(const Plot& plot) { return plot.width + (plot.colours ? colour_key_width : 0); }

}  // namespace

Drawing draw(const Figure& figure) {
  constexpr picture::Font title_font{14, true};
  constexpr double margin = 8;
  picture::Sheet sheet;
  sheet.resolution = 2;
  sheet.title = figure.title;
  for (const auto& row : figure.rows) {
    double width = 0;
    for (const Plot& plot : row) width += full_width(plot);
    sheet.width = std::max(sheet.width, width);
  }
  if (sheet.width == 0) throw Error("A figure needs one plot at least; none was given.");

  double y = 0;
  for (const std::string& line : wrap(figure.title, title_font, sheet.width - 2 * margin, 3)) {
    sheet.shapes.emplace_back(
        picture::TextShape{{margin, y + margin}, picture::TextShape::Anchor::start, line, picture::ink, title_font});
    y += title_font.line_height();
  }
  if (y > 0) y = std::ceil(y + margin / 2);
  for (const auto& row : figure.rows) {
    double x = 0;
    double height = 0;
    for (const Plot& plot : row) {
      height = std::max(height, picture::lay_out(plot, x, y, sheet.shapes));
      x += full_width(plot);
    }
    y += height;
  }
  sheet.height = y;
  return picture::drawing_of(std::move(sheet));
}

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
