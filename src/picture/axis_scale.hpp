// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/plot.hpp"
#include "picture/ticks.hpp"

#include <string>
#include <vector>

namespace csca::picture {

/// Where values stand along an axis.
class AxisScale {
 public:
  /// `values` are what has to be seen; `padding` is the share of the range that stays free on each side of them.
  /// Throws Error when the ends that the axis asks for cannot be.
  AxisScale(const Axis& axis, const std::vector<double>& values, double padding);

  /// 0 at the lower end and 1 at the upper one; NaN for values without a place.
  double share(double value) const;

  /// The names that the axis has, or at most `most` round numbers, rising.
  std::vector<Tick> ticks(int most) const;

  bool has_names() const { return !names_.empty(); }
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double low_ = 0;
  double high_ = 1;
  bool logarithmic_;
  std::vector<std::string> names_;
};

}  // namespace csca::picture
