// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/geometry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/matrices.hpp"

namespace csca {
namespace {

constexpr double row_tolerance = 0.01;   // pixels
constexpr double side_tolerance = 0.01;  // of the baseline; KITTI's rectified pairs have 0.004

bool near(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }

bool has_distortion(const Camera& camera) {
  return std::any_of(camera.distortion.begin(), camera.distortion.end(), [](double k) { return k != 0; });
}

Calibration of_pair(const Camera& left, const Camera& right, double baseline) {
  return {.width = left.width,
          .height = left.height,
          .focal_length = left.matrix[0],
          .cx = left.matrix[2],
          .cy = left.matrix[5],
          .doffs = right.matrix[2] - left.matrix[2],
          .baseline = baseline};
}

}  // namespace

void check(const Calibration& calibration) {
  const struct {
    const char* name;
    double value;
    bool above_zero;
  } numbers[] = {{"focal length", calibration.focal_length, true},
                 {"baseline", calibration.baseline, true},
                 {"principal point's column", calibration.cx, false},
                 {"principal point's row", calibration.cy, false},
                 {"doffs", calibration.doffs, false}};
  for (const auto& [name, value, above_zero] : numbers) {
    if (std::isfinite(value) && (value > 0 || !above_zero)) continue;
    throw Error(fmt::format("the calibration's {} is {}: allowed is a {}", name, value,
                            above_zero ? "number above 0" : "finite number"));
  }
  if (calibration.width < 0 || calibration.height < 0) {
    throw Error(fmt::format("the calibration is of images of {} x {} pixels, which none has", calibration.width,
                            calibration.height));
  }
}

void check_size(const Calibration& calibration, int width, int height, const char* what) {
  check(calibration);
  const auto& [calibrated_width, calibrated_height, f, cx, cy, doffs, baseline] = calibration;
  if (calibrated_width == 0) {
    // Where no size is known, the optical axis tells at least of calibrations of much larger images.
    if (cx > -1 && cx < width && cy > -1 && cy < height) return;
    throw Error(
        fmt::format("the calibration's principal point ({:.6g}, {:.6g}) lies outside the {} of {} x {} pixels: "
                    "give the calibration of these very images, after all resizing and cropping",
                    cx, cy, what, width, height));
  }
  if (calibrated_width == width && calibrated_height == height) return;
  throw Error(
      fmt::format("the calibration is of images of {} x {} pixels and the {} has {} x {}: give the calibration of "
                  "these very images, after all resizing and cropping",
                  calibrated_width, calibrated_height, what, width, height));
}

bool is_rectified(const StereoRig& rig) {
  if (has_distortion(rig.left) || has_distortion(rig.right)) return false;
  const double focal_length = rig.left.matrix[0];
  for (std::size_t i = 0; i < rig.rotation.size(); ++i) {
    if (!near(rig.rotation[i] * focal_length, identity3[i] * focal_length, row_tolerance)) return false;
  }
  for (const std::size_t i : {0U, 4U, 5U}) {  // focal lengths and the row of the principal point
    if (!near(rig.left.matrix[i], rig.right.matrix[i], row_tolerance)) return false;
  }
  const auto [x, y, z] = rig.translation;
  return x < 0 && std::hypot(y, z) <= -x * side_tolerance;
}

Calibration rectified_calibration(const StereoRig& rig) {
  Calibration calibration;
  if (rig.rectification) {
    const auto& [left_rotation, right_rotation, left, right, width, height] = *rig.rectification;
    calibration = of_pair({.width = width, .height = height, .matrix = camera_matrix(left)},
                          {.matrix = camera_matrix(right)}, translation_of(left)[0] - translation_of(right)[0]);
  } else if (is_rectified(rig)) {
    calibration = of_pair(rig.left, rig.right, -rig.translation[0]);
  } else if (rig.translation == Vector3{}) {
    throw Error("the calibration has no baseline: both cameras stand at the same place");
  } else {
    throw Error("the calibration is of cameras that are not rectified, and has no projections of a rectified pair");
  }
  check(calibration);
  return calibration;
}

StereoRig rig_of(const Calibration& calibration) {
  const auto [width, height, f, cx, cy, doffs, baseline] = calibration;
  const double right_cx = cx + doffs;
  return {.left = {.width = width, .height = height, .matrix = {f, 0, cx, 0, f, cy, 0, 0, 1}},
          .right = {.width = width, .height = height, .matrix = {f, 0, right_cx, 0, f, cy, 0, 0, 1}},
          .translation = {-baseline, 0, 0},
          .rectification = Rectification{.left_projection = {f, 0, cx, 0, 0, f, cy, 0, 0, 0, 1, 0},
                                         .right_projection = {f, 0, right_cx, -f * baseline, 0, f, cy, 0, 0, 0, 1, 0},
                                         .width = width,
                                         .height = height}};
}

StereoRig with_size(StereoRig rig, int width, int height) {
  // Halved or doubled images would have it at a quarter, or outside.
  const auto is_middle = [](double at, int size) { return at > 0.3 * size && at < 0.7 * size; };
  for (Camera* camera : {&rig.left, &rig.right}) {
    if (camera->width > 0 || camera->height > 0) continue;
    const double cx = camera->matrix[2];
    const double cy = camera->matrix[5];
    if (!is_middle(cx, width) || !is_middle(cy, height)) {
      throw Error(fmt::format(
          "the calibration does not say how large its images are, and its principal point ({:.6g}, {:.6g}) is "
          "far from the middle of images of {} x {} pixels: give images as the cameras take them, or add "
          "image_size",
          cx, cy, width, height));
    }
    camera->width = width;
    camera->height = height;
  }
  return rig;
}

}  // namespace csca
