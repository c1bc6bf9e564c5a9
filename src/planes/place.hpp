// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include "engine/run.hpp"

namespace csca {

/// Where a plane may win pixels: where enough of the first map around them lies on it. Elsewhere a low cost is chance,
/// as repeating texture has it. Told for cells of a few pixels.
class Place {
 public:
  Place(const SlantedPlane& plane, const Plane<float>& disparity);

  bool has(int x, int y) const { return cells_(x / cell, y / cell) != 0; }

  /// The smallest window that holds all such pixels of an image of this size.
  Rectangle window(int width, int height) const;

  static constexpr int cell = 4;  ///< pixels, each way

 private:
  Mask cells_;
};

}  // namespace csca
