// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>
#include <csca/volume.hpp>

#include "core/offset.hpp"
#include "scale/pack_kernels.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace csca {

/// Blended costs of a coarser scale while the finer one reads them. Levels are packed without padding: at 9 levels of a
/// 16-level slab that is nearly half of the memory.
class CoarseCosts {
 public:
  static constexpr std::size_t behind = 64;  // kernels read whole vectors from any cell on

  CoarseCosts() = default;
  /// Of levels of which those in `range` will come; for others the nearest of these stands in. In memory that served
  /// before, where there is some.
  CoarseCosts(int width, int height, Levels levels, Levels range, AlignedVector<float> memory = {})
      : CoarseCosts(width, height, height, levels, range, std::move(memory)) {}
  /// Only the last `kept` rows of them.
  CoarseCosts(int width, int height, int kept, Levels levels, Levels range, AlignedVector<float> memory = {})
      : width_(width), height_(height), kept_(kept), levels_(levels), range_(range), cells_(std::move(memory)) {
    cells_.resize(offset(kept, row_size()) + behind);
    std::fill(cells_.end() - behind, cells_.end(), 0.0F);
  }
  AlignedVector<float> release() && { return std::move(cells_); }

  int width() const { return width_; }
  int height() const { return height_; }
  int kept() const { return kept_; }
  Levels levels() const { return levels_; }
  int stride() const { return levels_.count; }
  std::size_t row_size() const { return offset(width_, stride()); }
  float* pixel(int x, int y) { return cells_.data() + offset(y % kept_, row_size()) + offset(x, stride()); }
  const float* row(int y) const { return cells_.data() + offset(y % kept_, row_size()); }

  /// Keeps what is wanted of a row's columns at `levels`, padded as a Volume's. Others may bring other cells meanwhile.
  void store(int y, Columns columns, Levels levels, const float* cells) {
    const int first = std::max(levels.first, levels_.first);
    const int last = std::min(levels.last(), levels_.last());
    if (first > last) return;
    pack_levels(cells + (first - levels.first), columns.count(), Volume::stride_for(levels.count), last - first + 1,
                stride(), pixel(columns.begin, y) + (first - levels_.first));
    if (first == range_.first) repeat(y, columns, first, levels_.first, first - 1);
    if (last == range_.last()) repeat(y, columns, last, last + 1, levels_.last());
  }

 private:
  /// Level `from` at all levels from `begin` to `end`.
  void repeat(int y, Columns columns, int from, int begin, int end) {
    for (int x = columns.begin; begin <= end && x < columns.end; ++x) {
      float* cells = pixel(x, y) - levels_.first;
      std::fill(cells + begin, cells + end + 1, cells[from]);
    }
  }

  int width_ = 0;
  int height_ = 0;
  int kept_ = 1;
  Levels levels_;
  Levels range_;
  AlignedVector<float> cells_;
};

/// The memory of coarse costs that are done with, for those of the scales and groups to come: fresh pages cost as much
/// as the work on them.
class SpareCosts {
 public:
  CoarseCosts make(int width, int height, Levels levels, Levels range) {
    const std::size_t cells = offset(width, height) * static_cast<std::size_t>(levels.count) + CoarseCosts::behind;
    // Of about the size, so that what finer scales will ask for stays, and the smallest that is large enough. One that
    // is too small by a level or two goes: there are never more than have been in use at a time.
    const auto about = [&](const AlignedVector<float>& a) {
      return a.capacity() > cells / 2 && a.capacity() / 2 < cells;
    };
    const auto rank = [&](const AlignedVector<float>& a) {
      return std::tuple(!about(a), a.capacity() < cells, a.capacity());
    };
    const auto best =
        std::min_element(spare_.begin(), spare_.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    AlignedVector<float> memory;
    if (best != spare_.end() && about(*best)) {
      if (best->capacity() >= cells) memory = std::move(*best);
      spare_.erase(best);
    }
    return CoarseCosts(width, height, levels, range, std::move(memory));
  }

  void keep(PooledVector<CoarseCosts> costs) {
    for (CoarseCosts& each : costs) spare_.push_back(std::move(each).release());
  }

 private:
  PooledVector<AlignedVector<float>> spare_;
};

/// Any costs that can be read as those of a coarser scale.
struct CostsView {
  const float* cells;
  int width;
  int height;
  int kept;  // rows, the last ones
  Levels levels;
  int stride;  // cells from one pixel to the next

  template <class Costs>
  CostsView(const Costs& costs)
      : cells(costs.row(0)),
        width(costs.width()),
        height(costs.height()),
        kept(costs.height()),
        levels(costs.levels()),
        stride(costs.stride()) {
    if constexpr (requires { costs.kept(); }) kept = costs.kept();
  }

  const float* row(int y) const { return cells + offset(y % kept, width) * static_cast<std::size_t>(stride); }
};

}  // namespace csca
