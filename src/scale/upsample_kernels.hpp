// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include "scale/blend_kernels.hpp"

namespace csca {

/// The coarse costs under a fine row, from column 0 and the first level that is needed on: one row of them, or two
/// whose mean counts.
struct CoarseRows {
  const float* row;
  const float* other;  // none: one row
  int width;
  int stride;
};

/// out = weight * (factor * fine) + coarse[x / 2] for the `stride` levels of each pixel x of the columns; no factors:
/// the weight alone. With `linear`, odd pixels read the mean of two coarse ones. Factors and fine cells begin with the
/// first column, and `out` may be `fine`. Reads whole vectors: up to 16 coarse cells from the last one on.
void blend_cells(const CoarseRows& coarse, LevelMap map, bool linear, Columns columns, int stride, float weight,
                 const float* factors, const float* fine, float* out);

}  // namespace csca
