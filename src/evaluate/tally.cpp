// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/evaluate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

template <class T>
[[noreturn]] void fail_sizes(const Plane<float>& disparity, const Plane<T>& plane, const char* name) {
  throw Error(fmt::format("the disparity map is {} x {} but the {} is {} x {}: give maps of one scene and size",
                          disparity.width(), disparity.height(), name, plane.width(), plane.height()));
}

/// How many times larger the truth is.
int resolution_factor(const Plane<float>& disparity, const Plane<float>& truth, const Rules& rules) {
  for (const int factor : {1, 2, 4}) {
    if (factor > 1 && !rules.any_resolution) break;
    if (disparity.width() * factor == truth.width() && disparity.height() * factor == truth.height()) return factor;
  }
  fail_sizes(disparity, truth, "truth");
}

}  // namespace

Tally tally(const Plane<float>& disparity, const Plane<float>& truth, const Mask& mask, const Rules& rules,
            double largest) {
  const int factor = resolution_factor(disparity, truth, rules);
  if (!mask.empty() && (mask.width() != truth.width() || mask.height() != truth.height())) {
    fail_sizes(disparity, mask, "mask");
  }
  const bool complete = rules.holes == Holes::completed;
  const Plane<float> completed = complete ? complete_map(disparity) : Plane<float>();
  const Plane<float>& judged = complete ? completed : disparity;
  // ETH3D takes nonsense for a hole.
  const double bound =
      rules.holes == Holes::left_out ? truth.width() : static_cast<double>(std::numeric_limits<float>::max());

  Tally tally;
  tally.bad.resize(rules.thresholds.size());
  for (int y = 0; y < truth.height(); ++y) {
    for (int x = 0; x < truth.width(); ++x) {
      const double expected = truth(x, y);
      if (!std::isfinite(expected) || (!mask.empty() && mask(x, y) != 255)) continue;
      ++tally.pixels;
      if (std::abs(disparity(x / factor, y / factor)) <= bound) ++tally.estimated;

      double found = static_cast<double>(judged(x / factor, y / factor)) * factor;
      const bool hole = !(std::abs(found) <= bound);
      if (hole && (rules.holes == Holes::apart || rules.holes == Holes::left_out)) continue;
      if (rules.clip) found = std::clamp(found, 0.0, largest);
      const double error = std::abs(found - expected);
      for (std::size_t i = 0; i < rules.thresholds.size(); ++i) {
        const bool bad = error > rules.thresholds[i] && error > rules.share * std::abs(expected);
        if (hole || bad) ++tally.bad[i];
      }
      if (!hole) tally.errors.push_back(static_cast<float>(error));
    }
  }
  std::sort(tally.errors.begin(), tally.errors.end());
  return tally;
}

}  // namespace csca
