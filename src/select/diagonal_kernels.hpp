// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include "select/whole_row.hpp"

#include <cstdint>

namespace csca {

/// A row of right pixels: the lowest cost so far and its level.
struct RightWinners {
  int width;
  float* cost;
  std::int32_t* level;
};

/// Lets the costs of some left pixels at the competing levels compete for the right ones, the lower level on ties: left
/// pixel x at level d is right pixel x - d. A pixel has Volume::stride_for(levels.count) cells.
void compete_along_diagonals(Columns columns, Levels levels, Levels competing, const float* cells,
                             const RightWinners& winners);

/// The same for costs in whole numbers.
void compete_along_diagonals(const WholeRow& row, const RightWinners& winners);

}  // namespace csca
