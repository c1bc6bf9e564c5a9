// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/engine.hpp"

#include <span>

namespace csca {

/// Lines 2 to 5 of Algorithm 1 with all scales side by side, for methods whose rows flow: a coarse row is made when a
/// finer one first reads it, and few of them are kept. Costs and aggregations are those of each scale, finest first.
void run_flowing(std::span<const std::unique_ptr<CostSource>> costs,
                 std::span<const std::unique_ptr<Aggregation>> aggregations, const Run& run, const LevelSpan& levels,
                 CostSink& sink);

}  // namespace csca
