// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace csca {

/// One method's results on their way into the mean of several.
struct MixedCells {
  float weight;
  const float* cells;
  const float* factors;  // of each pixel; null: 1
  float weight_of_others;
  const float* others;  // what the methods before have come to; null: nothing
};

/// out = weight_of_others * others + weight * (factor * cell), rounded at each step, for pixels of `stride` cells.
/// `out` may be `others`.
void mix_cells(const MixedCells& mixed, int pixels, int stride, float* out);

}  // namespace csca
