// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/warp.hpp"

#include "core/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace csca {
namespace {

/// Catmull and Rom's cubic through four neighbours, `t` from the second to the third one.
std::array<float, 4> cubic_weights(float t) {
  const float u = 1 - t;
  return {-0.5F * t * u * u, 1 + t * t * (1.5F * t - 2.5F), 1 + u * u * (1.5F * u - 2.5F), -0.5F * u * t * t};
}

}  // namespace

FloatImage warped_to(const SlantedPlane& plane, const FloatImage& right, int threads) {
  const int width = right.width();
  const int height = right.height();
  FloatImage result;
  result.known = Mask(width, height);
  for (std::size_t c = 0; c < right.channels.size(); ++c) result.channels.emplace_back(width, height);
  parallel_for(threads, height, [&](int y) {
    for (int x = 0; x < width; ++x) {
      const double from = x - plane.at(x, y);
      if (!(from >= 0 && from <= width - 1)) continue;
      const int left = std::min(static_cast<int>(from), std::max(width - 2, 0));
      const auto weights = cubic_weights(static_cast<float>(from - left));
      int columns[4];
      for (int i = 0; i < 4; ++i) columns[i] = std::clamp(left - 1 + i, 0, width - 1);
      if (!right.known.empty() && (right.known(columns[1], y) == 0 || right.known(columns[2], y) == 0)) continue;
      result.known(x, y) = 1;
      for (std::size_t c = 0; c < right.channels.size(); ++c) {
        const float* row = right.channels[c].row(y);
        float sum = 0;
        for (int i = 0; i < 4; ++i) sum += weights[static_cast<std::size_t>(i)] * row[columns[i]];
        result.channels[c](x, y) = std::clamp(sum, 0.0F, 1.0F);
      }
    }
  });
  return result;
}

}  // namespace csca
