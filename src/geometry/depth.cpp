// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/depth.hpp>
#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace csca {
namespace {

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

// What the errors of csca's maps say of its confidences (docs/depth.md).
constexpr double typical_confidence = 0.15;
constexpr double least_confidence = 0.01;
constexpr double exponent = -2.0 / 3;

double deviation_factor(float confidence) {
  return std::pow(std::clamp(static_cast<double>(confidence), least_confidence, 1.0) / typical_confidence, exponent);
}

}  // namespace

void check(const DepthRange& range) {
  if (range.nearest >= 0 && range.nearest < range.farthest) return;  // false for NaN
  throw Error(fmt::format("depths of {} to {} m are asked for: allowed are two rising numbers, not below 0",
                          range.nearest, range.farthest));
}

Plane<float> depth(const Plane<float>& disparity, const Calibration& calibration, const DepthRange& range) {
  check_size(calibration, disparity.width(), disparity.height(), "disparity map");
  check(range);
  Plane<float> result(disparity.width(), disparity.height(), unknown);
  std::transform(disparity.begin(), disparity.end(), result.begin(), [&](float d) {
    const double metres = calibration.depth_of(d);
    // Points behind the camera, infinite and NaN ones fail too.
    const bool good = std::isfinite(metres) && metres > 0 && metres >= range.nearest && metres <= range.farthest;
    return good ? static_cast<float>(metres) : unknown;
  });
  return result;
}

Plane<float> depth_deviation(const Plane<float>& depth, const Calibration& calibration, double subpixel,
                             const Plane<float>& confidence) {
  check_size(calibration, depth.width(), depth.height(), "depth map");
  if (!(subpixel > 0 && std::isfinite(subpixel))) {
    throw Error(fmt::format("subpixel is {}: allowed is a number of pixels above 0", subpixel));
  }
  if (!confidence.empty() && (confidence.width() != depth.width() || confidence.height() != depth.height())) {
    throw Error(fmt::format("the confidence map has {} x {} pixels and the depth map {} x {}: give maps of one match",
                            confidence.width(), confidence.height(), depth.width(), depth.height()));
  }
  const double metres_per_pixel = 1 / (calibration.focal_length * calibration.baseline);  // times depth squared
  Plane<float> result(depth.width(), depth.height(), unknown);
  for (std::size_t i = 0; i < depth.size(); ++i) {
    const double z = depth.data()[i];
    const double factor = confidence.empty() ? 1 : deviation_factor(confidence.data()[i]);
    result.data()[i] = static_cast<float>(z * z * metres_per_pixel * subpixel * factor);
  }
  return result;
}

}  // namespace csca
