// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/parallel.hpp"
#include "refine/pixels.hpp"

#include <algorithm>

namespace csca {

void refine_median(Refinement refinement, const RefineOptions& options) {
  check_sizes(refinement);
  const Plane<float> before = refinement.disparity;
  const int radius = options.median.radius;
  const auto filter_row = [&](int y) {
    PooledVector<float> window;
    for (int x = 0; x < before.width(); ++x) {
      if (!has_value(before(x, y))) continue;
      window.clear();
      for (int v = std::max(y - radius, 0); v <= std::min(y + radius, before.height() - 1); ++v) {
        for (int u = std::max(x - radius, 0); u <= std::min(x + radius, before.width() - 1); ++u) {
          if (has_value(before(u, v))) window.push_back(before(u, v));
        }
      }
      // The lower middle of an even number: a mean would make up disparities that nobody has.
      const auto middle = window.begin() + (std::ssize(window) - 1) / 2;
      std::nth_element(window.begin(), middle, window.end());
      refinement.disparity(x, y) = *middle;
    }
  };
  parallel_for(refinement.threads, before.height(), filter_row);
}

}  // namespace csca
