// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aligned.hpp>

#include "core/filled_plane.hpp"
#include "core/offset.hpp"
#include "core/parallel.hpp"
#include "scale/blended_kernels.hpp"
#include "select/winner_kernels.hpp"
#include "select/winner_table.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace csca {
namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

}  // namespace

WinnerTable::WinnerTable(int width, int height, WinnerKeep keep, std::optional<Levels> range, int threads)
    : cost_(filled_plane(width, height, infinite, threads)),
      level_(filled_plane(width, height, no_level, threads)),
      range_(range) {
  if (keep.neighbours) {
    below_ = filled_plane(width, height, infinite, threads);
    above_ = filled_plane(width, height, infinite, threads);
    if (range) edges_ = std::make_unique<LevelEdges>(height, *range);
  }
  if (keep.runners_up) {
    constexpr Candidate none{infinite, no_level};
    runners_up_ = Plane<RunnersUp>(width, height, RunnersUp{none, none, none});
  }
}

bool WinnerTable::compete(int y, Levels competing, Levels row_levels, const BlendedCells& cells,
                          const RowEdges& edges) {
  const int begin = competing.first - row_levels.first;
  return !csca::compete(cells, row_levels, begin, begin + competing.count, winners(y, cells.columns.begin), edges);
}

Winners WinnerTable::winners(int y, int first_column) {
  const auto beside = [&](Plane<float>& plane) { return plane.empty() ? nullptr : plane.row(y) + first_column; };
  return {cost_.row(y) + first_column, level_.row(y) + first_column, beside(below_), beside(above_)};
}

void WinnerTable::add(int y, Columns columns, Levels competing, Levels row_levels, const float* row) {
  const int stride = Volume::stride_for(row_levels.count);
  const std::scoped_lock lock(locks_[static_cast<std::size_t>(y) % locks_.size()]);
  if (keeps_runners_up()) keep_runners_up(columns, competing, row_levels, row, best_so_far(y, columns.begin));
  const RowEdges edges = open_edges(y, columns, competing, row_levels);
  if (!this->compete(y, competing, row_levels, {columns, stride, row}, edges)) {
    let_infinite_compete(y, columns, competing, row_levels, row);
  }
  close_edges(edges, columns, row_levels);
}

void WinnerTable::let_infinite_compete(int y, Columns columns, Levels competing, Levels row_levels, const float* row) {
  const int stride = Volume::stride_for(row_levels.count);
  // Infinite costs tie among themselves; only what is no number never wins.
  const int begin = competing.first - row_levels.first;
  const int end = begin + competing.count;
  for (int x = columns.begin; x < columns.end; ++x, row += stride) {
    if (cost_(x, y) < infinite) continue;
    const int k = static_cast<int>(std::find(row + begin, row + end, infinite) - row);
    if (k == end || row_levels.first + k >= level_(x, y)) continue;
    level_(x, y) = row_levels.first + k;
    if (below_.empty()) continue;
    below_(x, y) = k > 0 ? row[k - 1] : infinite;
    above_(x, y) = k + 1 < row_levels.count ? row[k + 1] : infinite;
  }
}

void WinnerTable::add(int y, Levels competing, Levels row_levels, const BlendedCells& cells) {
  const auto as_costs = [&] {
    AlignedVector<float> row(offset(cells.columns.count(), cells.stride));
    blend_cells(cells, row.data());
    return row;
  };
  if (keeps_runners_up()) return add(y, cells.columns, competing, row_levels, as_costs().data());
  const std::scoped_lock lock(locks_[static_cast<std::size_t>(y) % locks_.size()]);
  const RowEdges edges = open_edges(y, cells.columns, competing, row_levels);
  if (!this->compete(y, competing, row_levels, cells, edges)) {
    let_infinite_compete(y, cells.columns, competing, row_levels, as_costs().data());
  }
  close_edges(edges, cells.columns, row_levels);
}

void WinnerTable::add(int y, const WholeRow& row) {
  const std::scoped_lock lock(locks_[static_cast<std::size_t>(y) % locks_.size()]);
  if (keeps_runners_up()) {
    const bool all = range_ && row.competing.count == range_->count;
    all ? keep_rivals(row, best_so_far(y, row.columns.begin)) : keep_runners_up(row, best_so_far(y, row.columns.begin));
  }
  const RowEdges edges = open_edges(y, row.columns, row.competing, row.levels);
  keep_lower(row, winners(y, row.columns.begin), edges);
  close_edges(edges, row.columns, row.levels);
}

RowEdges WinnerTable::open_edges(int y, Columns columns, Levels competing, Levels row_levels) {
  RowEdges edges;
  if (edges_ == nullptr) return edges;
  const auto open = [&](bool outermost, int level, LevelEdge& edge) {
    if (!outermost || !edges_->below(level)) return;
    const LevelEdges::Row row = edges_->row(level, columns, y);
    if (row.filled) {
      edge.other = row.costs;
    } else {
      edge.own = row.costs;
    }
  };
  open(competing.first == row_levels.first, competing.first, edges.below);
  open(competing.last() == row_levels.last(), competing.last() + 1, edges.above);
  return edges;
}

void WinnerTable::close_edges(const RowEdges& edges, Columns columns, Levels row_levels) {
  if (edges.below.other != nullptr) edges_->leave(row_levels.first, columns);
  if (edges.above.other != nullptr) edges_->leave(row_levels.last() + 1, columns);
}

BestSoFar WinnerTable::best_so_far(int y, int first_column) {
  return {cost_.row(y) + first_column, level_.row(y) + first_column, runners_up_.row(y) + first_column};
}

Plane<float> WinnerTable::disparity(Subpixel subpixel, int threads) const {
  Plane<float> result(cost_.width(), cost_.height(), Unset{});
  const auto beside = [&](const Plane<float>& plane, int y) { return plane.empty() ? nullptr : plane.row(y); };
  parallel_for(threads, result.height(), [&](int y) {
    winning_disparities({cost_.row(y), level_.row(y), beside(below_, y), beside(above_, y)}, result.width(), subpixel,
                        result.row(y));
  });
  return result;
}

Plane<float> WinnerTable::rival_cost() const {
  Plane<float> result(cost_.width(), cost_.height());
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto& runners_up = runners_up_.data()[i];
    const auto far = std::find_if(runners_up.begin(), runners_up.end(), [&](const Candidate& candidate) {
      return candidate.level != no_level && std::abs(candidate.level - level_.data()[i]) > 1;
    });
    result.data()[i] = far == runners_up.end() ? infinite : far->cost;
  }
  return result;
}

Plane<float> WinnerTable::peak_ratio() const { return lead_over(rival_cost(), cost_); }

Plane<float> lead_over(const Plane<float>& rival, const Plane<float>& cost) {
  Plane<float> result(cost.width(), cost.height());
  for (std::size_t i = 0; i < result.size(); ++i) {
    // Costs are not negative by nature, but a filter may overshoot.
    const float second = rival.data()[i];
    const float first = std::max(cost.data()[i], 0.0F);
    result.data()[i] = second > 0 && second < infinite ? std::clamp(1 - first / second, 0.0F, 1.0F) : 0.0F;
  }
  return result;
}

Winner::Winner(int width, int height, Keep keep) : table_(std::make_unique<WinnerTable>(width, height, keep)) {}
Winner::Winner(int width, int height) : Winner(width, height, Keep{}) {}
Winner::~Winner() = default;

void Winner::add(int y, Columns columns, Levels competing, Levels row_levels, const float* cells) {
  table_->add(y, columns, competing, row_levels, cells);
}
Plane<float> Winner::disparity(Subpixel subpixel) const { return table_->disparity(subpixel); }
Plane<float> Winner::peak_ratio() const { return table_->peak_ratio(); }
const Plane<float>& Winner::lowest_cost() const { return table_->lowest_cost(); }

Plane<float> select(const Volume& volume, Subpixel subpixel) {
  WinnerTable winner(volume.width(), volume.height(), {.neighbours = subpixel != Subpixel::none});
  for (int y = 0; y < volume.height(); ++y) {
    winner.add(y, {0, volume.width()}, volume.levels(), volume.levels(), volume.row(y));
  }
  return winner.disparity(subpixel);
}

}  // namespace csca
