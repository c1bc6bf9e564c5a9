// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/select.hpp>

#include "scale/blended_cells.hpp"
#include "select/level_edges.hpp"
#include "select/runners_up.hpp"
#include "select/whole_row.hpp"
#include "select/winner_kernels.hpp"

#include <array>
#include <memory>
#include <mutex>
#include <optional>

namespace csca {

using WinnerKeep = Winner::Keep;

/// Winner-take-all over slabs that arrive in any order, from any thread: the level with the lowest cost, the lower
/// level on ties.
class WinnerTable : public Pooled {
 public:
  /// With a `range`, a row's neighbours at its outermost levels may be in other rows that are added: these then have
  /// the same columns each time.
  WinnerTable(int width, int height, WinnerKeep keep = {}, std::optional<Levels> range = {}, int threads = 1);

  /// Lets the levels `competing` of a row's columns compete with those seen so far. There may be more levels,
  /// `row_levels`, so that the neighbours of the outermost competitors are there too.
  void add(int y, Columns columns, Levels competing, Levels row_levels, const float* cells);

  /// The same for cells that are blended while they are compared.
  void add(int y, Levels competing, Levels row_levels, const BlendedCells& cells);

  /// The same for costs in whole numbers, with all of a row's cells where neighbours or runners-up are kept.
  void add(int y, const WholeRow& row);
  bool keeps_runners_up() const { return !runners_up_.empty(); }

  /// The winning level of each pixel, NaN where no cost was a number; moved to the minimum of a curve through it and
  /// its neighbours.
  Plane<float> disparity(Subpixel subpixel = Subpixel::none, int threads = 1) const;

  /// 1 - lowest / second, the second at least two levels away from the winner: 0 when they tie, 1 when nothing else
  /// comes near.
  Plane<float> peak_ratio() const;

  /// That second cost; infinite where there is none.
  Plane<float> rival_cost() const;

  const Plane<float>& lowest_cost() const { return cost_; }

 private:
  /// Whether all pixels had a cost below infinity.
  bool compete(int y, Levels competing, Levels row_levels, const BlendedCells& cells, const RowEdges& edges);
  Winners winners(int y, int first_column);

  RowEdges open_edges(int y, Columns columns, Levels competing, Levels row_levels);
  void close_edges(const RowEdges& edges, Columns columns, Levels row_levels);
  void let_infinite_compete(int y, Columns columns, Levels competing, Levels row_levels, const float* row);
  BestSoFar best_so_far(int y, int first_column);

  Plane<float> cost_;
  Plane<int> level_;
  Plane<float> below_;  // the cost one level below the winner, infinite at the range's end
  Plane<float> above_;
  std::optional<Levels> range_;
  std::unique_ptr<LevelEdges> edges_;  // none: neighbours are not kept, or come with their row
  Plane<RunnersUp> runners_up_;
  std::array<std::mutex, 64> locks_;  // row y is guarded by locks_[y % 64]
};

/// 1 - cost / rival for each pixel, within 0 and 1; 0 where there is no rival.
Plane<float> lead_over(const Plane<float>& rival, const Plane<float>& cost);

}  // namespace csca
