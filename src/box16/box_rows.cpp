// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "box16/box_rows.hpp"

#include "core/offset.hpp"
#include "cost/gaps.hpp"
#include "cost/slide_kernels.hpp"

#include <algorithm>

namespace csca {
namespace {

std::size_t size_of(int columns, int cells) { return offset(columns, cells); }

}  // namespace

BoxRows::BoxRows(const CostSource& cost, const IntegerBox& box, Levels levels, Columns columns)
    : cost_(cost),
      box_(box),
      levels_(levels),
      columns_(columns),
      summed_{std::max(0, columns.begin - box.radius()), std::min(cost.width(), columns.end + box.radius())},
      ring_rows_(2 * box.radius() + 1),
      factors_(columns.count()),
      lowest_(columns.count()),
      cells_(columns.count()) {
  if (!cost.gaps().left_holes().empty()) unknown_.resize(summed_.count());
  for (int first = levels.first; first <= levels.last();) {
    const int left = levels.last() - first + 1;
    const int size = level_block(left);
    const std::size_t row = size_of(summed_.count(), size);
    blocks_.push_back({{first, std::min(size, left)},
                       size,
                       AlignedVector<std::uint16_t>(row * static_cast<std::size_t>(ring_rows_), 0),
                       AlignedVector<std::uint16_t>(row, 0)});
    first += size;
  }
}

void BoxRows::advance(int y) {
  const int last = cost_.height() - 1;
  const auto ring_row = [&](Block& block, int row) {
    return block.ring.data() + size_of(summed_.count(), block.size) * static_cast<std::size_t>(row % ring_rows_);
  };
  for (; entered_ <= std::min(y + box_.radius(), last); ++entered_) {
    for (Block& block : blocks_) {
      cost_.slide(entered_, summed_, block.levels, block.size, ring_row(block, entered_), block.sums.data());
    }
  }
  const int leaves = y - box_.radius() - 1;
  if (y + box_.radius() > last && leaves >= 0) {
    for (Block& block : blocks_) drop_costs(ring_row(block, leaves), block.sums.size(), block.sums.data());
  }
  if (!unknown_.empty()) count_unknown(y);
  prepare_factors(y);
}

/// Moves the windows' counts of unknown pixels to row y.
void BoxRows::count_unknown(int y) {
  const auto count = [&](int row, int step) {
    if (row < 0 || row >= cost_.height()) return;
    for (const Columns& hole : cost_.gaps().left_holes().row(row)) {
      const int end = std::min(hole.end, summed_.end);
      for (int x = std::max(hole.begin, summed_.begin); x < end; ++x) {
        unknown_[x - summed_.begin] += step;
        unknown_count_ += step;
      }
    }
  };
  for (int row = y == 0 ? 0 : y + box_.radius(); row <= y + box_.radius(); ++row) count(row, 1);
  count(y - box_.radius() - 1, -1);
}

void BoxRows::prepare_factors(int y) {
  const int radius = box_.radius();
  const auto cells_along = [radius](int i, int size) {
    return std::min(i + radius, size - 1) - std::max(i - radius, 0) + 1;
  };
  const int rows = cells_along(y, cost_.height());
  if (unknown_count_ == 0 && rows == factors_rows_) return;
  factors_rows_ = unknown_count_ == 0 ? rows : 0;
  const auto unknown_in = [&](int x) {
    return unknown_count_ > 0 && x >= summed_.begin && x < summed_.end ? unknown_[x - summed_.begin] : 0;
  };
  int unknown = 0;  // in the window
  int factor_inside = 0;
  int factor_unknown = 0;
  std::uint32_t factor = 0;
  for (int x = columns_.begin - radius; x < columns_.begin + radius; ++x) unknown += unknown_in(x);
  for (int x = columns_.begin; x < columns_.end; ++x) {
    unknown += unknown_in(x + radius);
    const int inside = rows * cells_along(x, cost_.width());
    if (inside != factor_inside || unknown != factor_unknown) {
      factor_inside = inside;
      factor_unknown = unknown;
      factor = box_.factor(inside, inside - unknown);
    }
    factors_[x - columns_.begin] = factor;
    unknown -= unknown_in(x - radius);
  }
  // The longest of the stretches of whole windows with one factor.
  const int end = std::min(columns_.end, summed_.end - radius);
  shared_ = {columns_.begin, columns_.begin};
  for (int x = std::max(columns_.begin, summed_.begin + radius); x < end;) {
    const int begin = x;
    while (x < end && factors_[x - columns_.begin] == factors_[begin - columns_.begin]) ++x;
    if (x - begin > shared_.count()) shared_ = {begin, x};
  }
}

CoarseRow BoxRows::under(const Block& block, CoarseRow coarse) const {
  // Blocks begin an even number of levels behind the first.
  const int cells = (block.levels.first - levels_.first) / 2;
  if (coarse.row != nullptr) coarse.row += cells;
  if (coarse.other != nullptr) coarse.other += cells;
  return coarse;
}

std::size_t BoxRows::row_size() const {
  // Kernels write whole blocks, and read whole vectors from any cell on.
  return size_of(columns_.count(), Volume::stride_for(levels_.count)) + WholeRow::behind;
}

void BoxRows::costs(const CoarseRow& coarse, std::uint16_t* out) const {
  // From the last block to the first: what the last one writes behind a pixel is the next pixel's first levels.
  for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) costs_of(*block, coarse, out);
}

void BoxRows::costs_of(const Block& block, const CoarseRow& coarse, std::uint16_t* out) const {
  window_costs(sums_of(block), windows(), under(block, coarse), Volume::stride_for(levels_.count),
               out + (block.levels.first - levels_.first));
}

WholeRow BoxRows::lowest(const CoarseRow& coarse, Levels compete, std::uint16_t* out) {
  std::fill(lowest_.begin(), lowest_.end(), std::uint16_t{65535});
  for (auto block = blocks_.rbegin(); block != blocks_.rend(); ++block) {
    const Columns cells{std::max(compete.first - block->levels.first, 0),
                        std::min(compete.last() + 1 - block->levels.first, block->levels.count)};
    const int first = block->levels.first - levels_.first;
    if (cells.count() > 0) {
      lowest_window_costs(sums_of(*block), windows(), under(*block, coarse),
                          {cells, first, lowest_.data(), cells_.data()}, Volume::stride_for(levels_.count),
                          out != nullptr ? out + first : nullptr);
    } else if (out != nullptr) {
      costs_of(*block, coarse, out);
    }
  }
  return {columns_, levels_, compete, 1.0F, lowest_.data(), cells_.data(), out};
}

std::size_t BoxRows::bytes(const BoxOptions& options, int columns, int levels) {
  const int rows = 2 * options.radius + 3;  // the ring, the sums, what leaves
  return sizeof(std::uint16_t) * size_of(columns + 2 * options.radius, (levels + 15) / 16 * 16) *
         static_cast<std::size_t>(rows);
}

}  // namespace csca
