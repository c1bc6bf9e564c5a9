// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>
#include <csca/cost.hpp>
#include <csca/match.hpp>

#include "core/stopwatch.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace csca {

/// What one scale contributes to every slab.
struct Scale {
  std::unique_ptr<CostSource> cost;
  std::unique_ptr<Aggregation> aggregation;
  float weight;     // A^-1(0, s)
  int threads = 1;  // for each slab
};

/// Takes row y of the finest scale's blended costs at the slab's levels.
using SlabSink = std::function<void(int y, Levels levels, float* row)>;

/// Steps 2 to 4 of Algorithm 1 for one slab of levels, coarse to fine: K_s = w_s C_s + up(K_(s+1)), which adds up to
/// Eq. 14. The finest scale is never stored: its rows go to the sink while they are in cache.
void run_slab(const std::vector<Scale>& scales, const ScaleOptions& options, Levels slab, const VolumeObserver& observe,
              Stopwatch& time, const SlabSink& sink);

}  // namespace csca
