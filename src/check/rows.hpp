// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check/points.hpp"

#include <vector>

namespace csca {

/// By how much points of the right image miss their row: dy = shift + turn x + growth y, with x and y counted from the
/// middle of the image. Pixels of the copy.
struct RowModel {
  double shift = 0;
  double turn = 0;    ///< radians, clockwise
  double growth = 0;  ///< 0.05: the right image shows things 5 % larger
  double spread = 0;  ///< of what the model does not explain: half the distance of the 10 and 90 percentiles
  std::vector<PointMatch> agreeing;  ///< the points that the model holds for
};

/// The model that most points agree with, within `tolerance` pixels: the best of many that go through three points
/// each, then the least squares of those that agree. The same for the same points. Empty `agreeing` with fewer than 3
/// points.
RowModel fit_rows(const std::vector<PointMatch>& points, int width, int height, double tolerance);

}  // namespace csca
