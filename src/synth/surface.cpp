// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "synth/surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace csca::synth {
namespace {

constexpr double missed = std::numeric_limits<double>::quiet_NaN();

struct Local {
  double u;
  double v;
};

Local local(const Surface& s, double x, double y) {
  const double dx = x - s.x;
  const double dy = y - s.y;
  return {s.along_x * dx + s.along_y * dy, s.along_x * dy - s.along_y * dx};
}

/// x = X + f d and d = base + slope (X - centre) are two linear equations.
double meet_plane(const Surface& s, double f, double x, double y) {
  const double base = s.disparity + s.slope_y * (y - s.y);
  if (s.slope_x == 0.0) return base;  // floors, poles and wires need no division
  return (base + s.slope_x * (x - s.x)) / (1.0 + f * s.slope_x);
}

/// Newton on X + f d(X) - x = 0, from the plane that the wave swings about.
double meet_wave(const Surface& s, double f, double x, double y) {
  double d = meet_plane(s, f, x, y);
  double at = x - f * d;
  for (int step = 0; step < 40; ++step) {
    const double phase = (at - s.x) / s.period;
    d = s.disparity + s.slope_x * (at - s.x) + s.slope_y * (y - s.y) + s.amplitude * wave(phase);
    const double slope = s.slope_x + s.amplitude / s.period * wave_slope(phase);
    const double change = (at + f * d - x) / (1.0 + f * slope);
    at -= change;
    if (std::abs(change) < 1e-11) break;
  }
  return d;
}

/// ((d - base) / amplitude)^2 + ((x - f d - centre)^2 + (y - y0)^2) / radius^2 = 1 is quadratic in e = d - base; the
/// camera sees the larger root.
double meet_ball(const Surface& s, double f, double x, double y) {
  const double r = s.half_width;
  const double dx = (x - f * s.disparity - s.x) / r;
  const double dy = (y - s.y) / r;
  if (s.amplitude == 0.0) return dx * dx + dy * dy <= 1.0 ? s.disparity : missed;
  // With e = amplitude * k:  k^2 (1 + g^2) - 2 g dx k + dx^2 + dy^2 - 1 = 0.
  const double g = f * s.amplitude / r;
  const double a = 1.0 + g * g;
  const double discriminant = g * g * dx * dx - a * (dx * dx + dy * dy - 1.0);
  if (discriminant < 0.0) return missed;
  return s.disparity + s.amplitude * ((g * dx + std::sqrt(discriminant)) / a);
}

}  // namespace

Region extent(const Surface& s, Side side) {
  const double half_x = std::abs(s.along_x) * s.half_width + std::abs(s.along_y) * s.half_height;
  const double half_y = std::abs(s.along_y) * s.half_width + std::abs(s.along_x) * s.half_height;
  const double reach = std::abs(s.slope_x) * half_x + std::abs(s.slope_y) * half_y + s.amplitude;
  const double x = s.x + factor_of(side) * s.disparity;
  const double half = half_x + 0.5 * reach;
  return {x - half, x + half, s.y - half_y, s.y + half_y};
}

double nearest(const Surface& s, Side side, const Region& region) {
  constexpr double rounding = 1e-9;
  if (s.form == Form::ball) return s.disparity + s.amplitude + rounding;
  // Seen from a camera a plane is linear in x and y: a corner has its maximum. A wave stays below the plane that
  // touches its crests.
  const double f = factor_of(side);
  const double top = std::max(meet_plane(s, f, region.left, region.top), meet_plane(s, f, region.right, region.top));
  const double bottom =
      std::max(meet_plane(s, f, region.left, region.bottom), meet_plane(s, f, region.right, region.bottom));
  return std::max(top, bottom) + s.amplitude / (1.0 + f * s.slope_x) + rounding;
}

double intersect(const Surface& s, Side side, double x, double y) {
  const double f = factor_of(side);
  if (s.form == Form::ball) return meet_ball(s, f, x, y);
  const double d = s.form == Form::plane ? meet_plane(s, f, x, y) : meet_wave(s, f, x, y);
  const auto [u, v] = local(s, x - f * d, y);
  if (std::abs(u) > s.half_width || std::abs(v) > s.half_height) return missed;
  return d;
}

Colour appearance(const Surface& s, double x, double y) {
  const auto [u, v] = local(s, x, y);
  double light = 1.0;
  if (s.form == Form::ball) {  // lit from the upper left
    const double nx = u / s.half_width;
    const double ny = v / s.half_width;
    const double nz = std::sqrt(std::max(0.0, 1.0 - nx * nx - ny * ny));
    light = 0.35 + 0.65 * std::max(0.0, 0.8 * nz - 0.4 * nx - 0.45 * ny);
  } else if (s.form == Form::wave) {
    light = 0.78 - 0.035 * wave_slope((x - s.x) / s.period);
  } else if (s.roundness > 0.0) {
    const double nx = u / s.half_width;
    light = 1.0 - s.roundness * (0.25 + 0.3 * nx) * nx * nx;
  }
  // The border fades in over one pixel, as the edge itself does by supersampling.
  const double inside = std::min(s.half_width - std::abs(u), s.half_height - std::abs(v)) - s.frame;
  if (s.frame > 0.0 && inside < 0.5) light *= 0.3 + 0.7 * std::clamp(inside + 0.5, 0.0, 1.0);
  return light * colour_at(s.texture, u, v);
}

}  // namespace csca::synth
