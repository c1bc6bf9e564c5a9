// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/cost.hpp>

#include "core/parallel.hpp"

#include <algorithm>

namespace csca {

CostSource::CostSource(std::unique_ptr<MatchingCost> cost, const FloatImage& left, const Mask& right_known,
                       Levels range, Outside outside, int threads)
    : cost_(std::move(cost)),
      width_(left.width()),
      height_(left.height()),
      range_(range),
      left_known_(left.known),
      right_known_(right_known),
      fill_(cost_->complete() ? 0 : width_, cost_->complete() ? 0 : height_) {
  if (cost_->complete()) return;
  parallel_for(threads, height_, [&](int y) {
    if (outside == Outside::mean) {
      mean_row(y);
    } else {
      for (int x = 0; x < width_; ++x) fill_(x, y) = cost_->outside(x, y);
    }
  });
}

bool CostSource::has_partner(int x, int y, int level) const {
  const int partner = x - level;
  return partner >= 0 && partner < width_ && (right_known_.empty() || right_known_(partner, y) != 0);
}

int CostSource::partners(int x, int y) const {
  const int begin = std::max(0, x - range_.last());
  const int end = std::min(width_ - 1, x - range_.first) + 1;
  if (right_known_.empty()) return std::max(0, end - begin);
  return begin < end ? static_cast<int>(std::count(right_known_.row(y) + begin, right_known_.row(y) + end, 1)) : 0;
}

// Only pixels that lack a partner at some level need a mean: a band at the border, unless the right image has holes.
void CostSource::mean_row(int y) {
  constexpr int chunk = 64;
  float cells[chunk];
  for (int x = 0; x < width_; ++x) {
    const int known = partners(x, y);
    if (known == 0 || known == range_.count) continue;
    // Doubles, in the order of levels, whatever the slabs: the mean is part of "the same bits".
    double sum = 0;
    const int last = std::min(range_.last(), x);
    for (int first = std::max(range_.first, x - (width_ - 1)); first <= last; first += chunk) {
      const Levels levels{first, std::min(chunk, last - first + 1)};
      cost_->cells(y, x, x + 1, levels, chunk, cells);
      for (int k = 0; k < levels.count; ++k) {
        if (has_partner(x, y, levels.first + k)) sum += cells[k];
      }
    }
    fill_(x, y) = static_cast<float>(sum / known);
  }
}

void CostSource::row(int y, Levels levels, float* out) const {
  const int stride = Volume::stride_for(levels.count);
  cost_->cells(y, 0, width_, levels, stride, out);

  const bool complete = cost_->complete();
  const bool holes = !right_known_.empty();
  for (int x = 0; x < width_; ++x) {
    float* cells = out + static_cast<std::size_t>(x) * static_cast<std::size_t>(stride);
    std::fill(cells + levels.count, cells + stride, 0.0F);
    if (!left_known_.empty() && left_known_(x, y) == 0) {
      std::fill(cells, cells + levels.count, 0.0F);
      continue;
    }
    if (complete) continue;
    const float fill = fill_(x, y);
    if (holes) {
      for (int k = 0; k < levels.count; ++k) {
        if (!has_partner(x, y, levels.first + k)) cells[k] = fill;
      }
    } else {
      const int inside_begin = std::clamp(x - (width_ - 1) - levels.first, 0, levels.count);
      const int inside_end = std::clamp(x - levels.first + 1, inside_begin, levels.count);
      std::fill(cells, cells + inside_begin, fill);
      std::fill(cells + inside_end, cells + levels.count, fill);
    }
  }
}

Volume cost_volume(const CostSource& source, Levels levels) {
  Volume volume(source.width(), source.height(), levels);
  for (int y = 0; y < volume.height(); ++y) source.row(y, levels, volume.row(y));
  return volume;
}

}  // namespace csca
