// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/plot.hpp"
#include "picture/sheet.hpp"

#include <vector>

namespace csca::picture {

inline constexpr Font plot_font{9.6};

/// Draws one plot with its top left corner at (x, y); returns its height.
double lay_out(Plot plot, double x, double y, std::vector<Shape>& shapes);

/// Names of series and rules beside a sample of each, in as many lines as they need; returns the height. Above the
/// plot rather than inside, so that no name ever covers a line.
double add_plot_legend(const Plot& plot, double x, double y, double width, std::vector<Shape>& shapes);

/// `halo` is the width of a white edge around the mark, by which it stands out from a backdrop.
void add_marker(Marker marker, Point place, double size, Colour colour, double halo, std::vector<Shape>& shapes);

}  // namespace csca::picture
