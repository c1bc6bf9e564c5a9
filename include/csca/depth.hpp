// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/geometry.hpp>
#include <csca/plane.hpp>

#include <limits>

#pragma GCC visibility push(default)
namespace csca {

/// Depths that count, metres along the camera's axis.
struct DepthRange {
  double nearest = 0;
  double farthest = std::numeric_limits<double>::infinity();
};

/// Throws Error for a range without depths in it.
void check(const DepthRange& range);

/// Metres along the camera's axis, focal length * baseline / (d + doffs); NaN where the disparity is unknown, where
/// d + doffs is not above 0 (no point has that), and outside `range`. Throws Error when the calibration is of another
/// size.
Plane<float> depth(const Plane<float>& disparity, const Calibration& calibration, const DepthRange& range = {});

/// How far depths are off: their standard deviation in metres, depth^2 / (focal length * baseline) times that of the
/// disparity. That is `subpixel` pixels for all, or, where there is a `confidence` map (peak_ratio), for confidences of
/// 0.15, and subpixel * (confidence / 0.15)^(-2/3) for others; below 0.01 it grows no more. Wrong matches are no
/// matter of standard deviations and not in it. NaN where the depth is.
Plane<float> depth_deviation(const Plane<float>& depth, const Calibration& calibration, double subpixel = 0.3,
                             const Plane<float>& confidence = {});

}  // namespace csca
#pragma GCC visibility pop
