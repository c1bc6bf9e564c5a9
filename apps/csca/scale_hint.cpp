// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "scale_hint.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace csca::app {
namespace {

double quantile(std::vector<double>& values, double share) {
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

double tidy(double factor) {
  if (factor < 1) return 1 / tidy(1 / factor);
  const double whole = std::round(factor);
  return std::abs(factor - whole) < 0.05 * whole ? whole : factor;
}

}  // namespace

std::optional<double> common_factor(const Plane<float>& map, const Plane<float>& truth, const Mask& counted) {
  if (map.width() != truth.width() || map.height() != truth.height()) return {};
  std::vector<double> ratios;
  for (std::size_t i = 0; i < map.size(); ++i) {
    const bool counts = counted.empty() || counted.data()[i] == 255;
    const double ratio = static_cast<double>(truth.data()[i]) / static_cast<double>(map.data()[i]);
    if (counts && std::isfinite(ratio) && ratio > 0) ratios.push_back(ratio);
  }
  if (ratios.size() < 16) return {};
  const double middle = quantile(ratios, 0.5);
  // Half of all pixels within a tenth: maps that err here and there pass, unrelated ones do not.
  const bool even = quantile(ratios, 0.75) < 1.1 * middle && quantile(ratios, 0.25) > middle / 1.1;
  const bool apart = middle > 1.4 || middle < 1 / 1.4;
  return even && apart ? std::optional(tidy(middle)) : std::nullopt;
}

}  // namespace csca::app
