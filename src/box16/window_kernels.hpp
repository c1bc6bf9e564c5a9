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

/// Each pixel's lowest cost so far, and its cell. Blocks come from the last one to the first: on ties the newcomer, at
/// the lower level, wins.
struct LowestCells {
  Columns compete;  // cells of the block
  int first;        // the number that its first cell has
  std::uint16_t* costs;
  std::uint16_t* cells;
};

/// Lets these costs compete for the lowest. Where `out` is not null they are also stored there, as by window_costs.
void lowest_window_costs(const ColumnSums& sums, const Windows& windows, const CoarseRow& coarse,
                         const LowestCells& lowest, int stride, std::uint16_t* out);

}  // namespace csca
