// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/select.hpp>

#include <cmath>
#include <limits>

namespace csca {
namespace {

/// The right column nearest to x - d, or -1 when that is outside or d unknown.
int partner(int x, float d, int width) {
  // In floats the difference would round by the size of x: a tile of the image would find another column.
  const double column = std::floor(x - static_cast<double>(d) + 0.5);
  return column >= 0 && column < width ? static_cast<int>(column) : -1;
}

}  // namespace

void check_consistency(Plane<float>& left, ValidityMap& validity, const Plane<float>& right, double tolerance) {
  const int width = left.width();
  std::vector<bool> claimed;  // left pixels of the row that some right pixel points at
  for (int y = 0; y < left.height(); ++y) {
    claimed.assign(width, false);
    for (int x = 0; x < width; ++x) {
      const int column = partner(x, -right(x, y), width);
      if (column >= 0) claimed[column] = true;
    }
    for (int x = 0; x < width; ++x) {
      if (std::isnan(left(x, y))) continue;
      const int column = partner(x, left(x, y), width);
      if (column >= 0 && std::abs(right(column, y) - left(x, y)) <= tolerance) continue;
      left(x, y) = std::numeric_limits<float>::quiet_NaN();
      validity(x, y) |= claimed[x] ? Validity::mismatched : Validity::occluded;
    }
  }
}

Plane<float> left_right_confidence(const Plane<float>& left, const Plane<float>& right) {
  Plane<float> result(left.width(), left.height());
  for (int y = 0; y < left.height(); ++y) {
    for (int x = 0; x < left.width(); ++x) {
      const int column = partner(x, left(x, y), left.width());
      if (column < 0 || std::isnan(right(column, y))) continue;
      result(x, y) = 1 / (1 + std::abs(right(column, y) - left(x, y)));
    }
  }
  return result;
}

}  // namespace csca
