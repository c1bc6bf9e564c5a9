// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "rectify/find_rectification.hpp"

#include "rectify/mats.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>
#include <opencv2/calib3d.hpp>

#include <cmath>

namespace csca::rectify {
namespace {

/// Where the right camera stands in the left one's frame, metres.
Vector3 right_place(const StereoRig& rig) {
  Vector3 place = {};
  const cv::Mat result = -mat_of(rig.rotation).t() * mat_of(rig.translation);
  copy_to(place, result);
  return place;
}

}  // namespace

void check_rig(const StereoRig& rig) {
  for (const auto& [camera, name] : {std::pair(&rig.left, "left"), std::pair(&rig.right, "right")}) {
    if (camera->width <= 0 || camera->height <= 0) {
      throw Error(
          fmt::format("the calibration does not say how large the {} camera's images are: add image_size, or "
                      "calibrate again",
                      name));
    }
  }
  if (rig.left.width != rig.right.width || rig.left.height != rig.right.height) {
    throw Error(
        fmt::format("the left camera's images have {}x{} pixels and the right one's {}x{}: csca takes two cameras "
                    "of one size",
                    rig.left.width, rig.left.height, rig.right.width, rig.right.height));
  }
  const auto [x, y, z] = right_place(rig);
  const double baseline = std::hypot(x, y, z);
  if (!(baseline > 0) || !std::isfinite(baseline)) {
    throw Error("the calibration has no baseline: both cameras stand in the same place, so no point has a disparity");
  }
  if (std::abs(x) < 0.5 * baseline) {
    throw Error(
        fmt::format("the right camera stands {:.3g} m to the right of the left one, {:.3g} m below it and {:.3g} m "
                    "ahead: csca takes cameras side by side, so turn the images of a rig that stands upright",
                    x, y, z));
  }
  if (x < 0) {
    throw Error("the right camera stands on the left of the left one: swap the two sides' images and calibrate again");
  }
}

Rectification find_rectification(const StereoRig& rig, double alpha) {
  check_rig(rig);
  cv::Mat r1, r2, p1, p2, q;
  const cv::Size size(rig.left.width, rig.left.height);
  const cv::Mat left = mat_of(rig.left.matrix);
  const cv::Mat right = mat_of(rig.right.matrix);
  if (rig.left.model == LensModel::fisheye) {
    // Of its balance 0 is alpha 0 and 1 is alpha 1; it knows no -1.
    cv::fisheye::stereoRectify(left, distortion_of(rig.left), right, distortion_of(rig.right), size,
                               mat_of(rig.rotation), mat_of(rig.translation), r1, r2, p1, p2, q,
                               cv::CALIB_ZERO_DISPARITY, size, std::max(0.0, alpha));
  } else {
    cv::stereoRectify(left, distortion_of(rig.left), right, distortion_of(rig.right), size, mat_of(rig.rotation),
                      mat_of(rig.translation), r1, r2, p1, p2, q, cv::CALIB_ZERO_DISPARITY, alpha, size);
  }
  Rectification result;
  copy_to(result.left_rotation, r1);
  copy_to(result.right_rotation, r2);
  copy_to(result.left_projection, p1);
  copy_to(result.right_projection, p2);
  result.width = size.width;
  result.height = size.height;
  return result;
}

}  // namespace csca::rectify
