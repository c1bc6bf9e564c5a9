// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scale/blended_cells.hpp"

#include <csca/volume.hpp>

#include <cstddef>
#include <cstdint>

namespace csca {

/// A row of sums down the columns at a block of levels, `block` cells a pixel.
struct ColumnSums {
  const std::uint16_t* cells;  // of the first of `columns`
  Columns columns;
  int block;
};

/// Windows along it: for columns [results.begin, results.end), each 2 radius + 1 columns wide, as far as the sums go.
struct Windows {
  Columns results;
  Columns shared;  // of these, columns whose windows are whole and share a factor
  int radius;
  const std::uint32_t* factors;  // of the results, in 1 / 65536
};

/// The coarser scale's costs under it, none when `row` is null: one row of them, or two whose mean counts. Column x
/// reads x / 2, and with `linear` odd columns the mean of two. Reads whole vectors: up to 64 cells behind the row.
struct CoarseRow {
  const std::uint16_t* row = nullptr;    // of the first of `columns`, at the first level's coarse cell
  const std::uint16_t* other = nullptr;  // none: one row
  Columns columns;
  int stride = 0;
  LevelMap levels{};
  bool linear = false;
};

/// Window sums times their factors, cut at 65535, and the coarser scale's costs added: `stride` cells a pixel of out.
/// Writes whole blocks: what lies behind a pixel's block is written before, or rubbish.
void window_costs(const ColumnSums& sums, const Windows& windows, const CoarseRow& coarse, int stride,
                  std::uint16_t* out);

/// The lowest of these costs among cells [compete.begin, compete.end) of each block, and the first cell that has it.
void lowest_window_costs(const ColumnSums& sums, const Windows& windows, const CoarseRow& coarse, Columns compete,
                         std::uint16_t* costs, std::uint16_t* cells);

}  // namespace csca
