// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>

#include "scale/coarse_costs.hpp"

namespace csca {

/// Blends a coarser scale's costs into rows of the next finer one: the map (i, l) -> (i / 2, l / 2) of the paper's
/// Fig. 2.
class Blend {
 public:
  /// `coarse` has to outlive this, and to hold the levels that the fine ones need; throws Error when it does not.
  Blend(CostsView coarse, Levels fine, Interpolation level_map, Interpolation space_map);

  /// out = weight * (factor * cells) + coarse[x / 2, y / 2, l / 2] for some columns of row y; no factors: the weight
  /// alone. `out` may be `cells`.
  void row(int y, Columns columns, float weight, const float* factors, const float* cells, float* out) const;

 private:
  CostsView coarse_;
  int stride_;  // of the fine cells
  int first_;   // the coarse cell under the first fine level
  LevelMap level_map_;
  bool linear_;  // in space
};

}  // namespace csca
