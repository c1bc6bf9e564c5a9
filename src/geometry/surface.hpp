// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/geometry.hpp>
#include <csca/plane.hpp>

#include <array>
#include <optional>

namespace csca::geometry {

/// Whether fewer than half of a pixel's neighbours, 5 x 5, have a disparity within `edge` pixels of its own.
bool flies(const Plane<float>& disparity, int x, int y, double edge);

/// The direction, towards the camera, of the plane through the pixels around this one whose disparities are within
/// `reach` pixels of its own. Nothing where they lie on a line.
std::optional<std::array<float, 3>> normal_at(const Plane<float>& disparity, int x, int y,
                                              const Calibration& calibration, double reach);

}  // namespace csca::geometry
