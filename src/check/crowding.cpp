// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "check/crowding.hpp"

#include "plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace csca {
namespace {

/// Pixels at each level, rounded.
std::vector<double> pixels_at_levels(const Plane<float>& disparity, const ValidityMap& validity, Levels range) {
  std::vector<double> counts(static_cast<std::size_t>(range.count));
  for (std::size_t i = 0; i < disparity.size(); ++i) {
    const float d = disparity.data()[i];
    if (std::isnan(d) || (validity.data()[i] & Validity::filled) != 0) continue;
    const auto level = std::lround(d) - range.first;
    counts[static_cast<std::size_t>(std::clamp<long>(level, 0, range.count - 1))] += 1;
  }
  return counts;
}

}  // namespace

Crowding crowding_at_ends(const Plane<float>& disparity, const ValidityMap& validity, Levels range) {
  constexpr int inside = 8;  // levels that an end is compared with
  if (range.count < 2 * inside) return {};
  std::vector<double> counts = pixels_at_levels(disparity, validity, range);
  double all = 0;
  for (const double count : counts) all += count;
  const auto crowded = [&] {
    double neighbours = 0;
    for (int i = 2; i < 2 + inside; ++i) neighbours += counts[static_cast<std::size_t>(i)] / inside;
    const double end = (counts[0] + counts[1]) / 2;
    return end > 0.005 * all && end > 3 * neighbours;
  };
  Crowding result;
  result.low = range.first != 0 && crowded();
  std::reverse(counts.begin(), counts.end());
  result.high = range.last() != 0 && crowded();
  return result;
}

std::optional<std::string> too_narrow(Crowding crowding, Levels range, const std::optional<Seen>& seen,
                                      bool opposite_sign) {
  if (!seen) return {};
  const bool low = crowding.low && seen->low < range.first - seen->precision;
  const bool high = crowding.high && seen->high > range.last() + seen->precision;
  if (!low && !high) return {};
  const int first = std::min(range.first, seen->range.first);
  const Levels wider{first, std::max(range.last(), seen->range.last()) - first + 1};
  return fmt::format("many pixels have a disparity at the {} of the range {}, and the scene goes beyond it. Try {}.",
                     low && high ? "ends" : (low != opposite_sign ? "lower end" : "upper end"),
                     in_words(range, opposite_sign), in_words(wider, opposite_sign));
}

}  // namespace csca
