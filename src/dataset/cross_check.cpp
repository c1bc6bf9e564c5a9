// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/dataset.hpp>
#include <csca/error.hpp>

#include <fmt/format.h>

#include <cmath>

namespace csca {

Mask cross_checked(const Plane<float>& left, const Plane<float>& right, double tolerance) {
  if (left.height() != right.height()) {
    throw Error(fmt::format("the left truth has {} rows but the right has {}: give truths of one pair", left.height(),
                            right.height()));
  }
  Mask mask(left.width(), left.height());
  for (int y = 0; y < left.height(); ++y) {
    for (int x = 0; x < left.width(); ++x) {
      const double place = x - static_cast<double>(left(x, y));
      if (!(place >= 0 && place <= right.width() - 1)) continue;  // outside, or unknown
      const auto matches = [&](double column) {
        return std::abs(static_cast<double>(right(static_cast<int>(column), y)) - left(x, y)) <= tolerance;
      };
      if (matches(std::floor(place)) || matches(std::ceil(place))) mask(x, y) = 255;
    }
  }
  return mask;
}

}  // namespace csca
