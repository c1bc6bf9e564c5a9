// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/ambiguity.hpp"

#include "core/offset.hpp"

#include <algorithm>
#include <cmath>

namespace csca {

Ambiguity::Ambiguity(const Plane<float>& lowest_cost, int levels)
    : lowest_(lowest_cost), levels_(levels), near_(lowest_cost.width(), lowest_cost.height()) {
  double sum = 0;
  for (const float cost : lowest_cost) sum += std::isfinite(cost) ? std::max(cost, 0.0F) : 0;
  step_ = static_cast<float>(reach * sum / static_cast<double>(lowest_cost.size()) / steps);
}

void Ambiguity::add(int y, Columns columns, Levels competing, Levels row_levels, const float* row) {
  const auto stride = static_cast<std::size_t>(Volume::stride_for(row_levels.count));
  const float per_step = 1 / step_;  // infinite where all lowest costs are 0: then only equal costs are near
  const std::scoped_lock lock(locks_[static_cast<std::size_t>(y) % locks_.size()]);
  for (int x = columns.begin; x < columns.end; ++x) {
    const float* cells = row + offset(x - columns.begin, stride) + (competing.first - row_levels.first);
    std::uint32_t near = 0;
    for (int k = 0; k < competing.count; ++k) {
      if (std::isnan(cells[k])) continue;
      // Within eta = step * s for all s from this number on; 0 times an infinite factor is no number, and near.
      const float from = std::min((cells[k] - lowest_(x, y)) * per_step, static_cast<float>(steps));
      near += static_cast<std::uint32_t>(steps) - static_cast<std::uint32_t>(from > 0 ? from : 0);
    }
    near_(x, y) += near;
  }
}

Plane<float> Ambiguity::confidence() const {
  Plane<float> result(near_.width(), near_.height());
  const auto most = static_cast<float>(steps * std::max(levels_ - 1, 1));
  // The winner itself is always near: what counts is the rest. Without a winner nothing is certain.
  std::transform(near_.begin(), near_.end(), lowest_.begin(), result.begin(), [&](std::uint32_t near, float lowest) {
    return std::isfinite(lowest) ? std::clamp(1 - (static_cast<float>(near) - steps) / most, 0.0F, 1.0F) : 0.0F;
  });
  return result;
}

}  // namespace csca
