// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

namespace csca {

/// The right image moved such that the plane has disparity 0: column x shows right(x - plane.at(x, y), y), by cubic
/// interpolation. What lies outside the image, or beside unknown pixels, is unknown.
FloatImage warped_to(const SlantedPlane& plane, const FloatImage& right, int threads);

}  // namespace csca
