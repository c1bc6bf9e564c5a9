// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/geometry.hpp>
#include <csca/plane.hpp>

#include <cmath>
#include <limits>

namespace csca::test {

/// The depth that a raw left view has where a pixel of the rectified one looks, along that view's axis; NaN outside.
/// The rig has a rectification and lenses with five coefficients.
inline double true_depth(const StereoRig& rig, const Plane<float>& depth, int x, int y) {
  const Rectification& made = *rig.rectification;
  const Matrix34& p = made.left_projection;
  const Vector3 ray = {(x - p[2]) / p[0], (y - p[6]) / p[5], 1};
  Vector3 own = {};
  for (std::size_t i = 0; i < 9; ++i) own[i % 3] += made.left_rotation[i] * ray[i / 3];
  const double a = own[0] / own[2];
  const double b = own[1] / own[2];
  const double r2 = a * a + b * b;
  const std::vector<double>& k = rig.left.distortion;
  const double grow = 1 + k[0] * r2 + k[1] * r2 * r2 + k[4] * r2 * r2 * r2;
  const double bent_x = a * grow + 2 * k[2] * a * b + k[3] * (r2 + 2 * a * a);
  const double bent_y = b * grow + k[2] * (r2 + 2 * b * b) + 2 * k[3] * a * b;
  const auto column = static_cast<int>(std::lround(rig.left.matrix[0] * bent_x + rig.left.matrix[2]));
  const auto row = static_cast<int>(std::lround(rig.left.matrix[4] * bent_y + rig.left.matrix[5]));
  const bool inside = column >= 0 && row >= 0 && column < depth.width() && row < depth.height();
  return inside ? static_cast<double>(depth(column, row)) / own[2] : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace csca::test
