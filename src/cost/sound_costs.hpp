// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cost/gaps.hpp"

#include <csca/cost.hpp>

#include <algorithm>
#include <cmath>

namespace csca {

/// Calls use(cost) for the pixel's cells that have a cost of their own, in the order of levels: those with a partner,
/// or all of a complete cost.
template <class Use>
void for_own_cells(const MatchingCost& cost, const GapRow& gaps, int x, int y, Levels range, const Use& use) {
  constexpr int chunk = 64;  // levels at a time
  const bool all = cost.complete();
  const std::uint8_t* partner = gaps.right + (gaps.width - 1 - x);
  const int last = all ? range.last() : std::min(range.last(), x);
  for (int first = all ? range.first : std::max(range.first, x - (gaps.width - 1)); first <= last; first += chunk) {
    const Levels levels{first, std::min(chunk, last - first + 1)};
    float cells[chunk];
    cost.cells(y, x, x + 1, levels, chunk, cells);
    for (int k = 0; k < levels.count; ++k) {
      if (all || partner[first + k] != 0) use(cells[k]);
    }
  }
}

/// What sizes of costs are ordinary. A cost far beyond them would make float sums lose all others, and outweigh whole
/// windows of them: it counts as the largest ordinary one.
struct OrdinaryCosts {
  float limit = 0;    ///< of ordinary sizes
  float largest = 0;  ///< that occurs, of a sample

  bool has(float cost) const { return std::abs(cost) <= limit; }  ///< NaN is none either
};

/// Ordinary is up to 1000 times the median size of a sample of the costs that are not 0. The sample depends on the
/// costs alone, neither on slabs nor on threads.
OrdinaryCosts ordinary_costs(const MatchingCost& cost, const Gaps& gaps, int width, int height, Levels range);

}  // namespace csca
