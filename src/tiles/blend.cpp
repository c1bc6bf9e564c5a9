// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "tiles/blend.hpp"

#include "tiles/cut_out.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace csca {

Window SeamBlender::extended(const Window& tile, int width, int height) const {
  return {tile.x, tile.y, std::min(tile.right() + reach_, width) - tile.x,
          std::min(tile.bottom() + reach_, height) - tile.y};
}

void SeamBlender::take_over(const Strip& before, bool columns, const Window& place, Plane<float>& disparity,
                            ValidityMap& validity) {
  constexpr float alike = 1;  // pixels: disparities further apart are of different surfaces, of which one is right
  const Window& strip = before.place;
  const int right = std::min(strip.right(), place.right());
  const int bottom = std::min(strip.bottom(), place.bottom());
  for (int y = std::max(strip.y, place.y); y < bottom; ++y) {
    for (int x = std::max(strip.x, place.x); x < right; ++x) {
      const float share = columns ? (static_cast<float>(x - strip.x) + 0.5F) / static_cast<float>(strip.width)
                                  : (static_cast<float>(y - strip.y) + 0.5F) / static_cast<float>(strip.height);
      const float old = before.disparity(x - strip.x, y - strip.y);
      float& own = disparity(x - place.x, y - place.y);
      if (std::abs(old - own) <= alike) {
        own = (1 - share) * old + share * own;
      } else if (share < 0.5F) {
        own = old;
        validity(x - place.x, y - place.y) = before.validity(x - strip.x, y - strip.y);
      }
    }
  }
}

void SeamBlender::blend(const Window& tile, const Window& extended, Plane<float>& disparity, ValidityMap& validity) {
  if (reach_ == 0) return;
  const auto strip = [&](const Window& part) {
    return Strip{part, cut_out(disparity, extended, part), cut_out(validity, extended, part)};
  };
  if (tile.x > 0) take_over(left_, true, extended, disparity, validity);
  const int beyond = extended.right() - tile.right();
  left_ = beyond > 0 ? strip({tile.right(), tile.y, beyond, extended.height}) : Strip();
  if (tile.y > 0) take_over(above_[tile.x], false, tile, disparity, validity);
  const int below = extended.bottom() - tile.bottom();
  if (below > 0) above_[tile.x] = strip({tile.x, tile.bottom(), tile.width, below});
}

}  // namespace csca
