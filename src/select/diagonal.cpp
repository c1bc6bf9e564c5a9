// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/diagonal.hpp"

#include "core/offset.hpp"

#include <algorithm>
#include <limits>

namespace csca {

DiagonalWinner::DiagonalWinner(int width, int height)
    : cost_(width, height, std::numeric_limits<float>::infinity()),
      level_(width, height, std::numeric_limits<int>::max()) {}

void DiagonalWinner::add(int y, Columns columns, Levels competing, Levels row_levels, const float* row) {
  const int width = cost_.width();
  const auto stride = static_cast<std::size_t>(Volume::stride_for(row_levels.count));
  const std::scoped_lock lock(locks_[static_cast<std::size_t>(y) % locks_.size()]);
  float* cost = cost_.row(y);
  int* level = level_.row(y);
  for (int d = competing.first; d <= competing.last(); ++d) {
    const float* cells = row + (d - row_levels.first);
    for (int x = std::max(0, columns.begin - d); x < std::min(width, columns.end - d); ++x) {
      const float candidate = cells[offset(x + d - columns.begin, stride)];
      if (candidate < cost[x] || (candidate == cost[x] && d < level[x])) {
        cost[x] = candidate;
        level[x] = d;
      }
    }
  }
}

Plane<float> DiagonalWinner::disparity() const {
  Plane<float> result(cost_.width(), cost_.height());
  std::transform(level_.begin(), level_.end(), result.begin(), [](int level) {
    return level == std::numeric_limits<int>::max() ? std::numeric_limits<float>::quiet_NaN()
                                                    : static_cast<float>(level);
  });
  return result;
}

}  // namespace csca
