// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>
#include <csca/cost.hpp>
#include <csca/match.hpp>

#include "aggregate/box.hpp"
#include "core/stopwatch.hpp"
#include "prepare.hpp"
#include "scale/blended_cells.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace csca {

/// What one scale contributes to every slab.
struct Scale {
  std::unique_ptr<CostSource> cost;
  std::unique_ptr<Aggregation> aggregation;  // or, in whole numbers,
  std::optional<IntegerBox> integer;
  float weight = 1;  // A^-1(0, s)
  float whole = 1;   // the aggregated cost that 1 stands for, when in whole numbers
  int threads = 1;   // for each slab
};

/// Takes some columns of row y of the finest scale's blended costs at the levels that a slab computed.
struct SlabSink {
  std::function<void(int y, Columns columns, const Plan::Slab& slab, const float* cells)> costs;
  /// If set, takes them before they are blended, unless somebody observes.
  std::function<void(int y, const Plan::Slab& slab, const BlendedCells& cells)> blended;
  /// Where whole numbers are what is computed, the lowest costs[i] of some levels, at first + cells[i], for each of the
  /// columns; all of them as costs when this is not set.
  std::function<void(int y, Columns columns, int first, const std::uint16_t* costs, const std::uint16_t* cells)> lowest;
  std::function<void()> done;  // with a slab
};

/// Steps 2 to 4 of Algorithm 1, one group of slabs after the other, coarse to fine: K_s = w_s C_s + up(K_(s+1)), which
/// adds up to Eq. 14. The finest scale is never stored: its rows go to the sink while they are in cache. Slabs of a
/// group share the coarser scales; `plan.in_flight` of them, or strips of them, run at a time. `finish`, if set, makes
/// what the finest scale needs, meanwhile the first group's coarser scales run.
void run_groups(const std::vector<Scale>& scales, const ScaleOptions& options, const Plan& plan,
                const VolumeObserver& observe, Stopwatch& time, const SlabSink& sink,
                const std::function<void()>& finish);

}  // namespace csca
