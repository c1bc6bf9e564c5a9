// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>
#include <csca/volume.hpp>

#include "scale/blended_cells.hpp"
#include "select/whole_row.hpp"

#include <cstdint>
#include <limits>

namespace csca {

/// The winners so far of neighbouring pixels: lowest cost, its level, and the costs beside it where these are kept.
struct Winners {
  float* cost;
  std::int32_t* level;
  float* below;  // none: not kept
  float* above;
};

/// What lies beside the outermost levels of a row in another one: that row's costs there, where it has been. Else this
/// one's go to `own`, for the other to find. Both are null where no level lies beside.
struct LevelEdge {
  const float* other = nullptr;
  float* own = nullptr;
};
struct RowEdges {
  LevelEdge below;
  LevelEdge above;
};

/// Lets cells [begin, end) of each pixel compete with the winners so far, the lower level on ties. `cells` are those of
/// `levels`, padded as a Volume's; beyond these levels and their edges a winner's neighbour is infinite. What is not
/// below infinity never wins; returns whether a pixel had nothing else.
bool compete(const BlendedCells& cells, Levels levels, int begin, int end, const Winners& winners,
             const RowEdges& edges = {});

/// Lets the lowest of a row's whole numbers compete with the winners so far, the lower level on ties.
void keep_lower(const WholeRow& row, const Winners& winners, const RowEdges& edges = {});

constexpr std::int32_t no_level = std::numeric_limits<std::int32_t>::max();

/// Finished winners of neighbouring pixels.
struct FinishedWinners {
  const float* cost;
  const std::int32_t* level;  // no_level: nothing won
  const float* below;         // none: not kept
  const float* above;
};

/// Their levels, moved by subpixel_offset where neighbours are kept; NaN where nothing won.
void winning_disparities(const FinishedWinners& winners, int width, Subpixel subpixel, float* out);

}  // namespace csca
