// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/canvas.hpp"
#include "picture/legend.hpp"

#include <csca/picture.hpp>

#include <algorithm>
#include <cmath>

namespace csca {

Image preview(const Plane<float>& disparity, std::optional<ColourRange> range) {
  const ColourRange shown = range ? *range : colour_range(disparity);
  const Image map = paint_disparity(disparity, shown);
  const bool unknown = std::any_of(disparity.begin(), disparity.end(), [](float d) { return !std::isfinite(d); });
  const picture::Legend legend(shown, unknown, map.height());
  picture::Canvas canvas(std::int64_t{map.width()} + legend.width(), std::max(map.height(), legend.height()));
  canvas.paste(map, 0, 0);
  legend.draw(canvas, map.width());
  return canvas.take();
}

}  // namespace csca
