// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/subpixel.hpp"

#include <algorithm>
#include <cmath>

namespace csca {

float subpixel_offset(Subpixel subpixel, float below, float lowest, float above) {
  if (subpixel == Subpixel::none || !std::isfinite(below) || !std::isfinite(above)) return 0;
  // Parabola: through the three costs. Equiangular: two lines of the same slope, up and down.
  const float width = subpixel == Subpixel::parabola ? below - 2 * lowest + above : std::max(below, above) - lowest;
  return width > 0 ? std::clamp(0.5F * (below - above) / width, -0.5F, 0.5F) : 0;
}

}  // namespace csca
