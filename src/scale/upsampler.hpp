// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>

#include "scale/coarse_costs.hpp"

#include <cstdint>

namespace csca {

/// Blends a coarser scale's costs into rows of the next finer one: the map (i, l) -> (i / 2, l / 2) of the paper's
/// Fig. 2.
template <class Cell>
class Upsampler {
 public:
  /// `coarse` has to outlive this, and to hold the levels that the fine ones need.
  /// `columns` are those of the fine rows that come.
  Upsampler(CostsView<Cell> coarse, Columns columns, Levels fine, Interpolation level_map, Interpolation space_map);

  /// cells[x, l] = weight * cells[x, l] + coarse[x / 2, y / 2, l / 2]; whole-number costs are weighted already. Rows
  /// should come in order: what two rows share is computed once.
  void blend(int y, float weight, Cell* cells);

 private:
  void upsample_levels(int y);

  CostsView<Cell> coarse_;
  Columns columns_;
  Columns under_;  // columns of the coarse scale that these need
  Levels fine_;
  Interpolation level_map_;
  Interpolation space_map_;
  int first_;                   // the coarse cell under the first fine level
  int offset_;                  // of the first fine level from twice that cell's: 0 or 1
  int prepared_row_ = -1;       // the fine row, or pair of rows, that levels_ holds
  AlignedVector<Cell> mixed_;   // mean of two coarse rows
  AlignedVector<Cell> levels_;  // a coarse row at the fine levels
};

extern template class Upsampler<std::uint16_t>;

}  // namespace csca
