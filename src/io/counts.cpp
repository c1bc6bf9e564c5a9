// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/counts.hpp"

#include <csca/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace csca::io {

double divisor_of(const Source& source, Counts counts, std::optional<double> scale) {
  if (counts.bits == 0 && scale.value_or(1) != 1) {
    fail_unsupported(source, "it holds floats, which are disparities as they are", "leave the scale out");
  }
  if (counts.bits == 16 && !scale) {
    throw Error(source.name +
                " holds 16-bit integers of unknown scale; say by how much to divide them (16 for maps of OpenCV's "
                "matchers)");
  }
  return scale.value_or(1);
}

void forget_mark(Plane<float>& disparity, Counts counts, double divisor) {
  constexpr double sixteenths = 16;
  if (counts.bits != 16 || !counts.with_sign || divisor != sixteenths || disparity.empty()) return;
  const float lowest = *std::min_element(disparity.begin(), disparity.end());
  const auto whole = [](float value) { return value == std::floor(value); };
  const bool apart = std::all_of(disparity.begin(), disparity.end(),
                                 [&](float value) { return value == lowest || value >= lowest + 1; });
  if (!whole(lowest) || !apart || std::all_of(disparity.begin(), disparity.end(), whole)) return;
  std::replace(disparity.begin(), disparity.end(), lowest, std::numeric_limits<float>::quiet_NaN());
}

}  // namespace csca::io
