// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "refine/surface.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

constexpr int radius = 21;  // of the window, pixels: wide, for a slope has to hold over a whole hole
constexpr int spacing = 7;  // every seventh pixel each way tells the slope as well as all of them
constexpr int reach = 32;   // pixels over which a slope is believed

constexpr float tolerance = 1.5F;   // a pixel of the same surface differs by at most this
constexpr float steepness = 0.05F;  // and this for each pixel of distance
constexpr float steepest = 0.5F;
constexpr float damping = 4;  // variance of places, pixels^2, that pulls slopes told by few pixels towards level
constexpr int fewest = 8;     // of 49 pixels

/// Sums of a regression of disparity on place, both relative to the middle.
struct Sums {
  float n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0, d = 0, xd = 0, yd = 0;

  void add(float u, float v, float e) {
    n += 1;
    x += u;
    y += v;
    xx += u * u;
    xy += u * v;
    yy += v * v;
    d += e;
    xd += u * e;
    yd += v * e;
  }
};

Sums sums_around(const Plane<float>& map, int x, int y) {
  Sums sums;
  const float middle = map(x, y);
  for (int v = -radius; v <= radius; v += spacing) {
    if (y + v < 0 || y + v >= map.height()) continue;
    const float* row = map.row(y + v);
    for (int u = -radius; u <= radius; u += spacing) {
      if (x + u < 0 || x + u >= map.width()) continue;
      const float difference = row[x + u] - middle;
      const auto distance = static_cast<float>(std::max(std::abs(u), std::abs(v)));
      // Written so that an unknown neighbour, NaN, is left out.
      if (std::abs(difference) <= tolerance + steepness * distance) {
        sums.add(static_cast<float>(u), static_cast<float>(v), difference);
      }
    }
  }
  return sums;
}

}  // namespace

float Surface::at(int px, int py) const {
  return disparity + slope_x * static_cast<float>(std::clamp(px - x, -reach, reach)) +
         slope_y * static_cast<float>(std::clamp(py - y, -reach, reach));
}

Surface surface_at(const Plane<float>& map, int x, int y) {
  const Surface level{x, y, map(x, y)};
  const Sums s = sums_around(map, x, y);
  if (s.n < fewest) return level;
  const float xx = s.xx - s.x * s.x / s.n + damping * s.n;
  const float yy = s.yy - s.y * s.y / s.n + damping * s.n;
  const float xy = s.xy - s.x * s.y / s.n;
  const float xd = s.xd - s.x * s.d / s.n;
  const float yd = s.yd - s.y * s.d / s.n;
  const float determinant = xx * yy - xy * xy;
  const float slope_x = (yy * xd - xy * yd) / determinant;
  const float slope_y = (xx * yd - xy * xd) / determinant;
  const float offset = (s.d - slope_x * s.x - slope_y * s.y) / s.n;
  if (std::abs(slope_x) > steepest || std::abs(slope_y) > steepest || std::abs(offset) > tolerance) return level;
  return {x, y, level.disparity + offset, slope_x, slope_y};
}

}  // namespace csca
