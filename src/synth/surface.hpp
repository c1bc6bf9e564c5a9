// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "synth/texture.hpp"

namespace csca::synth {

/// Surfaces live in cyclopean coordinates: a point (X, y) with disparity d is seen by the left camera at X + d / 2 and
/// by the right one at X - d / 2. The side is the factor on d, so that one formula serves both.
enum class Side { left, right };
inline constexpr double factor_of(Side side) { return side == Side::left ? 0.5 : -0.5; }

enum class Form { plane, wave, ball };

/// A size that no image reaches.
inline constexpr double endless = 1e9;
/// No plane or wave is steeper than this along X. Below 2 every camera sees a surface in order, without folds; this
/// far below, Newton's steps towards the intersection shrink from any start.
inline constexpr double steepest = 0.5;

/// A patch whose disparity is d + slope_x (X - x) + slope_y (y - y0) plus a bump: none for a plane,
/// amplitude * wave((X - x) / period) for a wave, amplitude * sqrt(1 - r^2) for a ball of radius half_width.
struct Surface {
  Form form = Form::plane;
  double x = 0;  ///< centre, cyclopean
  double y = 0;
  double disparity = 0;  ///< at the centre, without the bump
  double slope_x = 0;
  double slope_y = 0;
  double amplitude = 0;
  double period = 1;
  double half_width = endless;
  double half_height = endless;
  double along_x = 1;  ///< unit vector of the patch's own horizontal axis: it may be turned in the image plane
  double along_y = 0;
  double frame = 0;      ///< width of the dark border, pixels
  double roundness = 0;  ///< 1 shades the patch like an upright cylinder
  Texture texture;
};

/// A part of one view, in pixels.
struct Region {
  double left;
  double right;
  double top;
  double bottom;
};

/// Where a surface can be seen from one side, for skipping it cheaply: it is nowhere else.
Region extent(const Surface& surface, Side side);

/// An upper bound of the surface's disparity in the region.
double nearest(const Surface& surface, Side side, const Region& region);

/// The disparity at which the ray of image position (x, y) meets the surface, NaN if it misses.
double intersect(const Surface& surface, Side side, double x, double y);

/// Colour of the surface at the cyclopean point (x, y): it depends on nothing but the point, so both views agree.
Colour appearance(const Surface& surface, double x, double y);

}  // namespace csca::synth
