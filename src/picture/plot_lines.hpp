// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes.hpp"

#include <vector>

namespace csca::picture {

/// The parts of a line through the points that lie inside the frame. Points that are not finite break it.
/// A part of one point stands for a point without neighbours.
std::vector<std::vector<PlotPoint>> clipped(const std::vector<PlotPoint>& points, const Frame& frame);

bool inside(PlotPoint point, const Frame& frame);

void add_marker(Marker marker, PlotPoint place, double size, Colour colour, std::vector<Shape>& shapes);

/// A white mark, somewhat larger, for one that has to stand out from a backdrop.
void add_halo(Marker marker, PlotPoint place, double size, std::vector<Shape>& shapes);

}  // namespace csca::picture
