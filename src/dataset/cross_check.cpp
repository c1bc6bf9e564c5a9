// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/dataset.hpp>
#include <csca/error.hpp>

#include <fmt/format.h>

#include <cmath>

namespace csca {
namespace {

/// Is the point seen at column `x` of the right view? Not where that is outside.
bool seen(const float* row, int width, float x, float disparity, double tolerance) {
  if (!(x >= 0 && x < static_cast<float>(width))) return false;
  const double difference = std::abs(static_cast<double>(row[static_cast<int>(x)]) - disparity);
  return difference <= tolerance;  // false for NaN
}

}  // namespace

Mask cross_checked(const Plane<float>& left, const Plane<float>& right, double tolerance) {
  if (left.height() != right.height()) {
    throw Error(fmt::format("the left truth has {} rows but the right has {}: give truths of one pair", left.height(),
                            right.height()));
  }
  Mask mask(left.width(), left.height());
  for (int y = 0; y < left.height(); ++y) {
    for (int x = 0; x < left.width(); ++x) {
      const float disparity = left(x, y);
      if (!std::isfinite(disparity)) continue;
      const float place = static_cast<float>(x) - disparity;
      const auto matches = [&](float column) {
        return seen(right.row(y), right.width(), column, disparity, tolerance);
      };
      if (matches(std::floor(place)) || matches(std::ceil(place))) mask(x, y) = 255;
    }
  }
  return mask;
}

}  // namespace csca
