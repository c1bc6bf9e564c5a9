// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/doubt.hpp"

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

void forget_doubtful(Plane<float>& disparity, ValidityMap& validity, const Plane<float>& confidence, double least) {
  for (std::size_t i = 0; i < disparity.size(); ++i) {
    const bool sure = static_cast<double>(confidence.data()[i]) >= least;
    if (sure || std::isnan(disparity.data()[i])) continue;
    disparity.data()[i] = std::numeric_limits<float>::quiet_NaN();
    validity.data()[i] |= Validity::mismatched;
  }
}

}  // namespace csca
