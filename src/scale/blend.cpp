// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "scale/blend.hpp"

#include <csca/error.hpp>
#include <csca/scale.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace csca {

Levels levels_under(Levels fine, Interpolation level_map) {
  const Levels covering = coarser(fine);
  if (level_map != Interpolation::spline) return covering;
  return {covering.first - 1, covering.count + 2};
}

Levels common(Levels one, Levels other) {
  const int first = std::max(one.first, other.first);
  return {first, std::min(one.last(), other.last()) - first + 1};
}

Blend::Blend(CostsView coarse, Levels fine, Interpolation level_map, Interpolation space_map)
    : coarse_(coarse),
      first_((fine.first >> 1) - coarse.levels.first),
      level_map_{fine.first & 1, level_map != Interpolation::nearest, level_map == Interpolation::spline},
      linear_(space_map == Interpolation::linear) {
  const Levels needed = levels_under(fine, level_map);
  if (coarse.levels.first > needed.first || coarse.levels.last() < needed.last()) {
    throw Error(fmt::format("the coarser volume has levels {} to {}: levels {} to {} need {} to {}",
                            coarse.levels.first, coarse.levels.last(), fine.first, fine.last(), needed.first,
                            needed.last()));
  }
}

CoarseRows Blend::under(int y) const {
  const bool between = linear_ && y % 2 == 1;
  const float* other = coarse_.row(std::min(y / 2 + 1, coarse_.height - 1)) + first_;
  return {coarse_.row(y / 2) + first_, between ? other : nullptr, coarse_.width, coarse_.stride, level_map_, linear_};
}

}  // namespace csca
