// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>
#include <csca/aligned.hpp>

#include "aggregate/box.hpp"
#include "box16/window_kernels.hpp"
#include "cost/source.hpp"
#include "select/whole_row.hpp"

namespace csca {

/// The box filter on whole-number costs, for some levels and columns of a scale. Costs go into sums down the columns as
/// they are made, and sums along these, times the scale's weight, into what is wanted of a row: no row of costs is kept
/// but in the ring that a window needs.
class BoxRows {
 public:
  BoxRows(const CostSource& cost, const IntegerBox& box, Levels levels, Columns columns);

  /// Moves the windows to row y: first row 0, then each in turn.
  void advance(int y);

  /// The row's costs, Volume::stride_for(levels.count) cells a pixel, plus the coarser scale's.
  void costs(const CoarseRow& coarse, std::uint16_t* out) const;

  /// Cells that `costs` writes to: some more than the row has.
  std::size_t row_size() const;

  /// The lowest of the row's costs at levels that compete, in units of 1; all of them go to `out`, as by `costs`, where
  /// that is not null. Holds until the next call.
  WholeRow lowest(const CoarseRow& coarse, Levels compete, std::uint16_t* out);

  /// Bytes for so many columns, for predictions.
  static std::size_t bytes(const BoxOptions& options, int columns, int levels);

 private:
  /// Levels that kernels take together.
  struct Block {
    Levels levels;
    int size;  // in cells a pixel
    AlignedVector<std::uint16_t> ring;
    AlignedVector<std::uint16_t> sums;
  };

  void costs_of(const Block& block, const CoarseRow& coarse, std::uint16_t* out) const;
  Windows windows() const { return {columns_, shared_, box_.radius(), factors_.data()}; }
  ColumnSums sums_of(const Block& block) const { return {block.sums.data(), summed_, block.size}; }
  CoarseRow under(const Block& block, CoarseRow coarse) const;
  void count_unknown(int y);
  void prepare_factors(int y);

  const CostSource& cost_;
  const IntegerBox& box_;
  Levels levels_;
  Columns columns_;
  Columns summed_;  // the columns of windows
  int ring_rows_;
  int entered_ = 0;       // cost rows so far
  int factors_rows_ = 0;  // rows of the windows that the factors are for; 0: of windows with holes
  PooledVector<std::uint32_t> factors_;
  Columns shared_;             // columns whose windows are whole and share a factor
  PooledVector<int> unknown_;  // left pixels in each of the summed columns of the windows; empty where all are known
  int unknown_count_ = 0;      // all of them
  PooledVector<Block> blocks_;
  PooledVector<std::uint16_t> lowest_;
  PooledVector<std::uint16_t> cells_;
};

}  // namespace csca
