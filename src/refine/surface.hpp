// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>

namespace csca {

/// A plane through a known pixel: how the map would go on from there.
struct Surface {
  int x = 0;
  int y = 0;
  float disparity = 0;
  float slope_x = 0;  ///< disparity a pixel
  float slope_y = 0;

  /// Its disparity at a pixel. Far away it stays level: an error of the slope grows with the distance.
  float at(int px, int py) const;
};

/// The least-squares plane of the known pixels around (x, y) that can lie on one surface with it; level where they are
/// few or tell no plane.
Surface surface_at(const Plane<float>& map, int x, int y);

}  // namespace csca
