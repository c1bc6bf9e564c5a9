// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/volume_cost.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace csca {

void VolumeCost::cells(int y, int begin, int end, Levels levels, int stride, float* out) const {
  const int offset = levels.first - volume_->levels().first;
  for (int x = begin; x < end; ++x, out += stride) std::copy_n(volume_->pixel(x, y) + offset, levels.count, out);
}

std::unique_ptr<MatchingCost> make_volume_cost(std::shared_ptr<const Volume> volume, int width, int height,
                                               Levels range) {
  const Levels held = volume->levels();
  if (volume->width() != width || volume->height() != height) {
    throw Error(
        fmt::format("the cost volume is {} x {} pixels but the image of its scale is {} x {}: give costs of "
                    "that size",
                    volume->width(), volume->height(), width, height));
  }
  if (held.first > range.first || held.last() < range.last()) {
    throw Error(
        fmt::format("the cost volume holds levels {} to {} but its scale needs {} to {}: give costs of them all",
                    held.first, held.last(), range.first, range.last()));
  }
  return std::make_unique<VolumeCost>(std::move(volume));
}

}  // namespace csca
