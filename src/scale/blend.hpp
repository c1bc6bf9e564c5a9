// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>

#include "scale/blended_cells.hpp"
#include "scale/coarse_costs.hpp"

namespace csca {

/// The coarse levels that fine ones read: those that cover them, and a neighbour on both sides where a spline goes
/// through them. Of neighbours beyond a scale's range there is none: the last level stands in for them.
Levels levels_under(Levels fine, Interpolation level_map);

/// The levels that both have.
Levels common(Levels one, Levels other);

/// Blends a coarser scale's costs into rows of the next finer one: the map (i, l) -> (i / 2, l / 2) of the paper's
/// Fig. 2.
class Blend {
 public:
  /// `coarse` has to outlive this, and to hold `levels_under` the fine ones; throws Error when it does not.
  Blend(CostsView coarse, Levels fine, Interpolation level_map, Interpolation space_map);

  /// coarse[x / 2, y / 2, l / 2] for the pixels of row y.
  CoarseRows under(int y) const;

 private:
  CostsView coarse_;
  int first_;  // the coarse cell under the first fine level
  LevelMap level_map_;
  bool linear_;  // in space
};

}  // namespace csca
