// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "aggregate/path_sums.hpp"

#include <functional>

namespace csca {

/// The costs of a pixel, level by level.
using CellsAt = std::function<const float*(int x, int y)>;

/// How often each pixel's costs count in the choice between the best level of pixel (x, y) and the runner-up, as a mean
/// over the paths: 1 at the pixel itself. Only costs on paths to the pixel are asked for.
Plane<float> path_support(const PathSums& paths, const CostScale& scale, Levels levels, const CellsAt& costs, int x,
                          int y);

}  // namespace csca
