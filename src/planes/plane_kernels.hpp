// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include <cstddef>
#include <cstdint>

namespace csca {

/// Points of a disparity map, side by side.
struct MapPoints {
  const float* x;
  const float* y;
  const float* d;
  std::size_t count;
};

/// How many of them lie within `near` of the plane.
std::size_t count_on(const SlantedPlane& plane, const MapPoints& points, double near);

/// One row of an image that is moved to a plane.
struct MovedRow {
  int y;
  int width;
  int channels;
  const float* from[3];
  float* to[3];
  const std::uint8_t* from_known;  ///< none: all
  std::uint8_t* known;
};

/// Column x shows what is at x - plane.at(x, y), by Catmull and Rom's cubic; what lies outside or beside unknown pixels
/// is left as it was.
void move_row(const SlantedPlane& plane, const MovedRow& row);

}  // namespace csca
