// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>
#include <csca/options.hpp>
#include <csca/volume.hpp>

#include <vector>

namespace csca::app {

/// Has a match show the costs of the levels of the range (nullptr), or those of one plane, and of no others.
inline void watch_plane(const SlantedPlane* plane, Options& options, Hooks& hooks) {
  options.planes.most = plane == nullptr ? 0 : 1;
  if (plane != nullptr) hooks.planes = {*plane};
  hooks.observed_plane = hooks.planes.size();
}

/// The levels that compete on both sides of a plane.
inline Levels levels_around(const PlaneOptions& planes) { return {-planes.reach, 2 * planes.reach + 1}; }

/// The disparity of each of a plane's levels at a pixel, in pixels. A level moves the pixel along the warped row, of
/// which (1 - along) pixels are one of the right image.
inline std::vector<double> disparities_around(const SlantedPlane& plane, int x, int y, Levels levels) {
  std::vector<double> disparities;
  for (int k = 0; k < levels.count; ++k) {
    disparities.push_back(plane.at(x, y) + (levels.first + k) * (1 - plane.along));
  }
  return disparities;
}

}  // namespace csca::app
