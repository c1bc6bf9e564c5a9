// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include <cstddef>

namespace csca {

/// How fine levels lie over coarse ones: fine level k reads the coarse cells (k + offset) / 2, rounded down and up; the
/// mean of the two when linear, else the upper one. By the spline, even levels read the cell's neighbours too.
struct LevelMap {
  int offset;  // 0 or 1
  bool linear;
  bool spline = false;  // and linear
};

/// The coarse costs under a fine row, from column 0 and the first level that is needed on: one row of them, or two
/// whose mean counts.
struct CoarseRows {
  const float* row = nullptr;    // none: nothing is added
  const float* other = nullptr;  // none: one row
  int width = 0;
  int stride = 0;
  LevelMap levels{};
  bool linear = false;  // in space: odd pixels read the mean of two coarse ones

  /// Read alike in levels and in space, or not at all.
  bool even_maps() const { return row == nullptr || levels.linear == linear; }
};

/// Costs of some columns of a row before they are blended: each is weight * (factor * cell) + coarse[x / 2], at the
/// `stride` levels of each pixel. Kernels read whole vectors: up to 16 coarse cells from the last one on.
struct BlendedCells {
  Columns columns;
  int stride;
  const float* cells;              // of the first column on
  const float* factors = nullptr;  // the same; none: the weight alone
  float weight = 1;
  CoarseRows coarse{};

  /// Cells are what they are.
  bool as_is() const { return coarse.row == nullptr && factors == nullptr && weight == 1; }

  /// Some of the columns.
  BlendedCells part(Columns some) const {
    BlendedCells result = *this;
    const std::ptrdiff_t before = some.begin - columns.begin;
    result.columns = some;
    result.cells += before * stride;
    if (factors != nullptr) result.factors += before;
    return result;
  }
};

}  // namespace csca
