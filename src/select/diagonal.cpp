// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/diagonal.hpp"

#include "core/filled_plane.hpp"
#include "select/diagonal_kernels.hpp"

#include <algorithm>
#include <limits>

namespace csca {

DiagonalWinner::DiagonalWinner(int width, int height, int threads)
    : cost_(filled_plane(width, height, std::numeric_limits<float>::infinity(), threads)),
      level_(filled_plane(width, height, std::numeric_limits<int>::max(), threads)) {}

void DiagonalWinner::add(int y, Columns columns, Levels competing, Levels row_levels, const float* row) {
  const std::scoped_lock lock(locks_[static_cast<std::size_t>(y) % locks_.size()]);
  compete_along_diagonals(columns, row_levels, competing, row, {cost_.width(), cost_.row(y), level_.row(y)});
}

void DiagonalWinner::add(int y, const WholeRow& row) {
  const std::scoped_lock lock(locks_[static_cast<std::size_t>(y) % locks_.size()]);
  compete_along_diagonals(row, {cost_.width(), cost_.row(y), level_.row(y)});
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
