// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/first_look.hpp"

#include <vector>

namespace csca {

/// A point that is seen in both images, pixels of the copies.
struct PointMatch {
  float x = 0;   ///< left
  float y = 0;   ///< left
  float dx = 0;  ///< the disparity: left x - right x
  float dy = 0;  ///< right y - left y
};

struct PointMatches {
  std::vector<PointMatch> matches;
  std::size_t candidates = 0;  ///< corners of the image that has fewer of them
};

/// Corners of the left copy and what they look like in the right one, wherever that lies. A corner is left out when its
/// likeness is poor, not mutual, or not much better than another's.
PointMatches match_points(const SmallPair& copy);

}  // namespace csca
