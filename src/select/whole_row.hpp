// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include <cstddef>
#include <cstdint>

namespace csca {

/// Some columns of a row of costs in whole numbers, and each pixel's lowest one.
struct WholeRow {
  static constexpr std::size_t behind = 64;  ///< kernels read whole vectors: `cells` goes on for so many

  Columns columns;
  Levels levels;                         ///< of `cells`
  Levels competing;                      ///< those of them that may win
  float unit;                            ///< the cost that 1 stands for
  const std::uint16_t* lowest;           ///< of each column's competing levels
  const std::uint16_t* winner;           ///< the first level that has it, counted from levels.first
  const std::uint16_t* cells = nullptr;  ///< Volume::stride_for(levels.count) a pixel, where somebody needs them
};

}  // namespace csca
