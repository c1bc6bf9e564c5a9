// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "geometry/surface.hpp"

#include <algorithm>
#include <cmath>

namespace csca::geometry {
namespace {

/// Calls visit(dx, dy, difference of disparity) for pixels at most `radius` away whose disparity differs by at most
/// `reach`, the one in the middle included.
template <class Visit>
void visit_similar(const Plane<float>& disparity, int x, int y, int radius, double reach, const Visit& visit) {
  const double own = disparity(x, y);
  for (int j = std::max(y - radius, 0); j <= std::min(y + radius, disparity.height() - 1); ++j) {
    for (int i = std::max(x - radius, 0); i <= std::min(x + radius, disparity.width() - 1); ++i) {
      const double difference = disparity(i, j) - own;
      if (std::abs(difference) <= reach) visit(i - x, j - y, difference);  // false for an unknown one
    }
  }
}

}  // namespace

bool flies(const Plane<float>& disparity, int x, int y, double edge) {
  // Pixels of a surface have half of their neighbours on it, or more, up to its edge.
  constexpr int radius = 2;
  int similar = -1;  // the pixel itself
  visit_similar(disparity, x, y, radius, edge, [&](int, int, double) { ++similar; });
  const int columns = std::min(x + radius, disparity.width() - 1) - std::max(x - radius, 0) + 1;
  const int rows = std::min(y + radius, disparity.height() - 1) - std::max(y - radius, 0) + 1;
  return 2 * similar < columns * rows - 1;
}

std::optional<std::array<float, 3>> normal_at(const Plane<float>& disparity, int x, int y,
                                              const Calibration& calibration, double reach) {
  // A plane of the scene is a plane of disparities too: d = d0 + a dx + b dy, fitted by least squares around the mean.
  constexpr int radius = 3;
  double n = 0, sx = 0, sy = 0, sd = 0, sxx = 0, sxy = 0, syy = 0, sxd = 0, syd = 0;
  visit_similar(disparity, x, y, radius, reach, [&](int dx, int dy, double d) {
    n += 1;
    sx += dx;
    sy += dy;
    sd += d;
    sxx += dx * dx;
    sxy += dx * dy;
    syy += dy * dy;
    sxd += dx * d;
    syd += dy * d;
  });
  const double xx = sxx - sx * sx / n, xy = sxy - sx * sy / n, yy = syy - sy * sy / n;
  const double xd = sxd - sx * sd / n, yd = syd - sy * sd / n;
  const double determinant = xx * yy - xy * xy;
  constexpr double on_a_line = 1e-9;
  if (!(determinant > on_a_line)) return {};
  const double a = (xd * yy - yd * xy) / determinant;
  const double b = (yd * xx - xd * xy) / determinant;

  // Points with normal * X = h have d + doffs = f B / Z = (f B / h) normal * (x - cx, y - cy, f) / f: slopes of B / h
  // times the normal's first two parts, and f B / h times its third at the principal point.
  const auto& [width, height, f, cx, cy, doffs, baseline] = calibration;
  const double d0 = disparity(x, y) + doffs + (sd - a * sx - b * sy) / n;
  const std::array<double, 3> normal = {f * a, f * b, d0 - a * (x - cx) - b * (y - cy)};
  const double length = std::hypot(normal[0], normal[1], normal[2]);
  if (!(length > 0)) return {};
  // The plane is seen from in front: normal * X has the sign of the disparity there, and has to be negative.
  const double sign = d0 > 0 ? -1 / length : 1 / length;
  return std::array{static_cast<float>(normal[0] * sign), static_cast<float>(normal[1] * sign),
                    static_cast<float>(normal[2] * sign)};
}

}  // namespace csca::geometry
