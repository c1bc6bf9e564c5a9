// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>

#include <fmt/format.h>

#include <tuple>

#include "calibration/layouts.hpp"
#include "geometry/matrices.hpp"

namespace csca::calibration {
namespace {

/// One of the four cameras as the benchmark's rectified images have it.
struct Rectified {
  Matrix34 projection;  // from the frame of camera 0
  int width = 0;
  int height = 0;
};

bool has_raw_cameras(const Entries& entries) { return entries.has("P_rect_00") || entries.has("P_rect_02"); }

std::string name_of(const Entries& entries, const char* raw, const char* rectified, int camera) {
  return has_raw_cameras(entries) ? fmt::format("{}_{:02}", raw, camera) : fmt::format("{}{}", rectified, camera);
}

Rectified rectified_camera(const Entries& entries, int camera) {
  Rectified result{.projection = entries.matrix34(name_of(entries, "P_rect", "P", camera))};
  const std::string size = fmt::format("S_rect_{:02}", camera);
  if (!entries.has(size)) return result;
  std::tie(result.width, result.height) = std::tuple_cat(entries.image_size(size));
  return result;
}

Camera raw_camera(const Entries& entries, int camera) {
  const auto name = [&](char what) { return fmt::format("{}_{:02}", what, camera); };
  const auto [width, height] = entries.image_size(name('S'));
  return {
      .width = width, .height = height, .matrix = entries.matrix3(name('K')), .distortion = entries.list(name('D'), 5)};
}

}  // namespace

bool is_kitti(const Entries& entries) { return has_raw_cameras(entries) || (entries.has("P0") && entries.has("P1")); }

StereoRig kitti_rig(std::span<const Entries> files, const CalibrationReading& reading) {
  check_single(files);
  const Entries& entries = files.front();
  if (reading.first_camera != 0 && reading.first_camera != 2) {
    throw Error(fmt::format("first_camera is {}: of KITTI's cameras, 0 and 2 are left ones", reading.first_camera));
  }
  const int left = entries.has(name_of(entries, "P_rect", "P", reading.first_camera)) ? reading.first_camera
                                                                                      : 2 - reading.first_camera;
  const Rectified first = rectified_camera(entries, left);
  const Rectified second = rectified_camera(entries, left + 1);
  const Matrix3 matrix = camera_matrix(first.projection);
  const Vector3 between = difference(translation_of(second.projection), translation_of(first.projection));
  StereoRig rig{
      .left = {.width = first.width, .height = first.height, .matrix = matrix},
      .right = {.width = first.width, .height = first.height, .matrix = camera_matrix(second.projection)},
      .translation = between,
      .rectification = Rectification{.left_projection = projection_of(matrix, {}),
                                     .right_projection = projection_of(camera_matrix(second.projection), between),
                                     .width = first.width,
                                     .height = first.height}};
  if (!has_raw_cameras(entries)) return rig;

  // As they were before: both are placed in the frame of camera 0.
  const auto name = [&](const char* what, int camera) { return fmt::format("{}_{:02}", what, camera); };
  rig.left = raw_camera(entries, left);
  rig.right = raw_camera(entries, left + 1);
  rig.rotation = product(entries.matrix3(name("R", left + 1)), transposed(entries.matrix3(name("R", left))));
  rig.translation =
      difference(entries.vector3(name("T", left + 1)), product(rig.rotation, entries.vector3(name("T", left))));
  rig.rectification->left_rotation = entries.matrix3(name("R_rect", left));
  rig.rectification->right_rotation = entries.matrix3(name("R_rect", left + 1));
  return rig;
}

}  // namespace csca::calibration
