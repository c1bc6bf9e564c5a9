// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/plot_lines.hpp"

#include "picture/colour_map.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace csca::picture {
namespace {

constexpr double cross_width = 0.25;  // of its lines, as a share of its size

bool finite(PlotPoint point) { return std::isfinite(point.x) && std::isfinite(point.y); }

/// The part of the segment inside the frame, by Liang and Barsky.
std::optional<std::pair<PlotPoint, PlotPoint>> clipped_segment(PlotPoint a, PlotPoint b, const Frame& frame) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  double from = 0;
  double to = 1;
  // Four sides: how fast the segment leaves through it, and how far inside it begins.
  for (const auto& [speed, room] : {std::pair{-dx, a.x - frame.x}, std::pair{dx, frame.right() - a.x},
                                    std::pair{-dy, a.y - frame.y}, std::pair{dy, frame.bottom() - a.y}}) {
    if (speed == 0 && room < 0) return std::nullopt;
    if (speed < 0) from = std::max(from, room / speed);
    if (speed > 0) to = std::min(to, room / speed);
  }
  if (from > to) return std::nullopt;
  const auto at = [&](double t) { return t <= 0 ? a : t >= 1 ? b : PlotPoint{a.x + t * dx, a.y + t * dy}; };
  return std::pair{at(from), at(to)};
}

void add_cross(PlotPoint place, double size, double width, Colour colour, std::vector<Shape>& shapes) {
  const double r = size / 2;
  shapes.emplace_back(LineShape{{{place.x - r, place.y - r}, {place.x + r, place.y + r}}, colour, width});
  shapes.emplace_back(LineShape{{{place.x - r, place.y + r}, {place.x + r, place.y - r}}, colour, width});
}

}  // namespace

bool inside(PlotPoint point, const Frame& frame) {
  return point.x >= frame.x && point.x <= frame.right() && point.y >= frame.y && point.y <= frame.bottom();
}

std::vector<std::vector<PlotPoint>> clipped(const std::vector<PlotPoint>& points, const Frame& frame) {
  std::vector<std::vector<PlotPoint>> parts;
  bool open = false;  // the last part ends at the last point, so the line goes on from there
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool joined = i > 0 && finite(points[i - 1]) && finite(points[i]);
    if (!joined) {
      open = false;
      const bool alone = finite(points[i]) && (i + 1 == points.size() || !finite(points[i + 1]));
      if (alone && inside(points[i], frame)) parts.push_back({points[i]});
      continue;
    }
    const auto segment = clipped_segment(points[i - 1], points[i], frame);
    if (!segment) {
      open = false;
      continue;
    }
    if (!open) parts.push_back({segment->first});
    parts.back().push_back(segment->second);
    open = inside(points[i], frame);
  }
  return parts;
}

void add_marker(Marker marker, PlotPoint place, double size, Colour colour, std::vector<Shape>& shapes) {
  if (marker == Marker::dot) shapes.emplace_back(DotShape{place, size, colour});
  if (marker == Marker::cross) add_cross(place, size, cross_width * size, colour, shapes);
}

void add_halo(Marker marker, PlotPoint place, double size, std::vector<Shape>& shapes) {
  const double edge = std::min(0.75, size / 6);
  if (marker == Marker::dot) shapes.emplace_back(DotShape{place, size + 2 * edge, white});
  if (marker == Marker::cross) add_cross(place, size, cross_width * size + 2 * edge, white, shapes);
}

}  // namespace csca::picture
