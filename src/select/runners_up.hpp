// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include "select/whole_row.hpp"

#include <array>
#include <cstdint>

namespace csca {

struct Candidate {
  float cost;
  std::int32_t level;
  bool before(const Candidate& other) const { return cost < other.cost || (cost == other.cost && level < other.level); }
};

/// With the winner the four best levels: of these one is not beside the winner.
using RunnersUp = std::array<Candidate, 3>;

/// The four best so far of neighbouring pixels; where there are fewer, with infinite cost at `no_level`.
struct BestSoFar {
  const float* cost;  ///< the winner's
  const std::int32_t* level;
  RunnersUp* others;
};

/// Merges the competing cells of a row into each pixel's best. The winner is only read: it competes by itself.
void keep_runners_up(Columns columns, Levels competing, Levels row_levels, const float* cells, const BestSoFar& best);
void keep_runners_up(const WholeRow& row, const BestSoFar& best);

/// The same for a row in which all levels compete, so that nothing will be merged with it: only the best one that is
/// not beside the winner is kept, which takes a tenth of the time. It stands first, at any level away from the winner.
void keep_rivals(const WholeRow& row, const BestSoFar& best);

}  // namespace csca
