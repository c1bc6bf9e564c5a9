// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include "scale/blended_cells.hpp"

#include <cstdint>

namespace csca {

/// The winners so far of neighbouring pixels: lowest cost, its level, and the costs beside it where these are kept.
struct Winners {
  float* cost;
  std::int32_t* level;
  float* below;  // none: not kept
  float* above;
};

/// Lets cells [begin, end) of each pixel compete with the winners so far, the lower level on ties. `cells` are those of
/// `levels`, padded as a Volume's; beyond these levels a winner's neighbour is infinite. What is not below infinity
/// never wins; returns whether a pixel had nothing else.
bool compete(const BlendedCells& cells, Levels levels, int begin, int end, const Winners& winners);

/// Lets each pixel's candidate in whole numbers, costs[x] at level first_level + indices[x], compete with the winners
/// so far.
void keep_lower(const std::uint16_t* costs, const std::uint16_t* indices, int first_level, int width, float* cost,
                std::int32_t* level);

}  // namespace csca
