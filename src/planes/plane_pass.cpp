// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/plane_pass.hpp"

#include <cmath>

namespace csca {

Options options_around_plane(const Options& options) {
  Options around = options;
  around.select = {.subpixel = options.select.subpixel};
  around.range.skip_zero = false;
  return around;
}

void compete(const Selection& around, const Ranges& ranges, std::size_t index, Selection& best) {
  const SlantedPlane& plane = best.planes[index];
  const int width = best.disparity.width();
  for (int y = 0; y < best.disparity.height(); ++y) {
    for (int x = 0; x < width; ++x) {
      const double step = around.disparity(x, y);
      if (!(around.cost(x, y) < best.cost(x, y)) || !(std::abs(step) < ranges.around.last() - 0.5)) continue;
      const double d = plane.at(x, y) + step * (1 - plane.along);
      const double partner = x - d;
      if (!(partner >= 0 && partner <= width - 1) || d < ranges.whole.first || d > ranges.whole.last()) continue;
      best.disparity(x, y) = static_cast<float>(d);
      best.cost(x, y) = around.cost(x, y);
      best.plane(x, y) = static_cast<std::uint8_t>(index + 1);
    }
  }
}

}  // namespace csca
