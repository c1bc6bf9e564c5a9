// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/doubt.hpp"

#include <csca/select.hpp>

#include <cmath>
#include <limits>

namespace csca {

SelectOptions with_confidence(SelectOptions options) {
  if (options.min_confidence > 0 && options.confidence == Confidence::none) {
    options.confidence = Confidence::peak_ratio;
  }
  return options;
}

bool needs_runners_up(const SelectOptions& options) {
  return options.uniqueness > 0 || with_confidence(options).confidence == Confidence::peak_ratio;
}

void compare_views(Result& result, const SelectOptions& options, int threads) {
  if (options.confidence == Confidence::left_right) {
    result.confidence = left_right_confidence(result.disparity, result.right_disparity);
  }
  check_consistency(result.disparity, result.validity, result.right_disparity, options.tolerance, threads);
}

void forget_doubtful(Result& result, const Plane<float>& lead, const SelectOptions& options) {
  const auto forget_below = [&](const Plane<float>& confidence, double least) {
    for (std::size_t i = 0; i < result.disparity.size() && least > 0; ++i) {
      const bool sure = static_cast<double>(confidence.data()[i]) >= least;
      if (sure || std::isnan(result.disparity.data()[i])) continue;
      result.disparity.data()[i] = std::numeric_limits<float>::quiet_NaN();
      result.validity.data()[i] |= Validity::mismatched;
    }
  };
  forget_below(lead, options.uniqueness / 100);
  forget_below(result.confidence, options.min_confidence);
}

}  // namespace csca
