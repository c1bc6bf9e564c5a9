// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/explain.hpp>

#include <csca/error.hpp>
#include <csca/scale.hpp>

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace csca {
namespace {

constexpr int crossing = 3;  // pixels of a row that paths to a pixel of another row cross

}  // namespace

bool PathCosts::is_sampled(int height, int y) {
  constexpr int rows = 24;  // as cost_scale takes them
  const int every = std::max(1, height / rows);
  return y >= (every - 1) / 2 && (y - (every - 1) / 2) % every == 0;
}

PathCosts::PathCosts(Levels range, int scales, int width, int height, int x, int y) {
  for (int s = 0; s < scales; ++s, range = coarser(range), width = (width + 1) / 2, height = (height + 1) / 2) {
    Scale& scale = scales_.emplace_back(Scale{range, x >> s, y >> s, {}});
    for (int row = 0; row < height; ++row) {
      const bool whole = row == scale.y || is_sampled(height, row);
      scale.rows.emplace_back(whole ? width : std::min(width, crossing), 1, range);
    }
  }
}

std::size_t PathCosts::bytes() const {
  std::size_t sum = 0;
  for (const Scale& scale : scales_) {
    for (const Volume& row : scale.rows) sum += sizeof(float) * static_cast<std::size_t>(row.width() * row.stride());
  }
  return sum;
}

void PathCosts::take(VolumeStage stage, int scale, Levels levels, int y, const float* row) {
  if (stage != VolumeStage::raw) return;
  Scale& own = scales_[static_cast<std::size_t>(scale)];
  Volume& to = own.rows[static_cast<std::size_t>(y)];
  const int width = own.rows[static_cast<std::size_t>(own.y)].width();
  const int stride = Volume::stride_for(levels.count);
  const std::scoped_lock hold(lock_);
  for (int i = 0; i < to.width(); ++i) {
    const int x = to.width() == width ? i : own.x + (i - 1) * std::abs(y - own.y);
    if (x < 0 || x >= width) continue;
    std::copy_n(row + static_cast<std::ptrdiff_t>(x) * stride, levels.count,
                to.pixel(i, 0) + (levels.first - own.levels.first));
  }
}

const float* PathCosts::pixel(int scale, int x, int y) const {
  const Scale& own = scales_[static_cast<std::size_t>(scale)];
  const Volume& row = own.rows[static_cast<std::size_t>(y)];
  const int width = own.rows[static_cast<std::size_t>(own.y)].width();
  if (row.width() == width) return row.pixel(x, 0);
  return row.pixel(x < own.x ? 0 : x > own.x ? 2 : 1, 0);
}

}  // namespace csca
