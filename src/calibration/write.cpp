// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/calibration_io.hpp>
#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <span>
#include <string>

#include "geometry/matrices.hpp"
#include "io/files.hpp"

namespace csca {
namespace {

/// The shortest text that reads back as the same number.
std::string numbers_in(std::span<const double> values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : ", ") + fmt::format("{}", value);
  return text;
}

std::string opencv_matrix(const char* name, int rows, std::span<const double> values) {
  return fmt::format("{}: !!opencv-matrix\n   rows: {}\n   cols: {}\n   dt: d\n   data: [ {} ]\n", name, rows,
                     values.size() / static_cast<std::size_t>(rows), numbers_in(values));
}

/// Turns (u, v, d, 1) into a point, as cv::reprojectImageTo3D takes it.
std::array<double, 16> reprojection(const Calibration& c) {
  return {1, 0, 0, -c.cx, 0, 1, 0, -c.cy, 0, 0, 0, c.focal_length, 0, 0, 1 / c.baseline, c.doffs / c.baseline};
}

std::string opencv_yaml(const StereoRig& rig) {
  // OpenCV has a row of zeros where there is no distortion.
  const auto coefficients = [](const Camera& camera) {
    return camera.distortion.empty() ? std::vector<double>(5) : camera.distortion;
  };
  std::string text = "%YAML:1.0\n---\n";
  if (rig.left.width > 0) text += fmt::format("image_size: [ {}, {} ]\n", rig.left.width, rig.left.height);
  text += opencv_matrix("M1", 3, rig.left.matrix) + opencv_matrix("D1", 1, coefficients(rig.left));
  text += opencv_matrix("M2", 3, rig.right.matrix) + opencv_matrix("D2", 1, coefficients(rig.right));
  text += opencv_matrix("R", 3, rig.rotation) + opencv_matrix("T", 3, rig.translation);
  if (!rig.rectification) return text;
  const Rectification& made = *rig.rectification;
  text += opencv_matrix("R1", 3, made.left_rotation) + opencv_matrix("R2", 3, made.right_rotation);
  text += opencv_matrix("P1", 3, made.left_projection) + opencv_matrix("P2", 3, made.right_projection);
  text += opencv_matrix("Q", 4, reprojection(rectified_calibration(rig)));
  if (made.width > 0) text += fmt::format("rectified_size: [ {}, {} ]\n", made.width, made.height);
  return text;
}

std::string ros_matrix(const char* name, int rows, std::span<const double> values) {
  return fmt::format("{}:\n  rows: {}\n  cols: {}\n  data: [{}]\n", name, rows,
                     values.size() / static_cast<std::size_t>(rows), numbers_in(values));
}

std::string camera_info(const char* name, const Camera& camera, const Matrix3& rotation, const Matrix34& projection) {
  std::vector<double> coefficients = camera.distortion;
  if (coefficients.size() < 5 && camera.model == LensModel::radial) coefficients.resize(5);  // as plumb_bob has them
  const char* model = camera.model == LensModel::fisheye ? "equidistant"
                      : coefficients.size() > 5          ? "rational_polynomial"
                                                         : "plumb_bob";
  return fmt::format("image_width: {}\nimage_height: {}\ncamera_name: {}\n", camera.width, camera.height, name) +
         ros_matrix("camera_matrix", 3, camera.matrix) + fmt::format("distortion_model: {}\n", model) +
         ros_matrix("distortion_coefficients", 1, coefficients) + ros_matrix("rectification_matrix", 3, rotation) +
         ros_matrix("projection_matrix", 3, projection);
}

/// What `read_rig` takes too.
bool is_coefficient_count(std::size_t count) { return count == 0 || count == 4 || count == 5 || count == 8; }

}  // namespace

void write_rig(const std::filesystem::path& file, const StereoRig& rig) {
  if (rig.left.model == LensModel::fisheye || rig.right.model == LensModel::fisheye) {
    throw Error(fmt::format("cannot write {}: OpenCV's files of stereo rigs know no fisheye lenses; write camera_info",
                            io::quoted(file)));
  }
  write_file(file, opencv_yaml(rig));
}

void write_camera_info(const std::filesystem::path& left, const std::filesystem::path& right, const StereoRig& rig) {
  if (!rig.rectification && !is_rectified(rig)) {
    throw Error(fmt::format("cannot write {}: camera_info tells of rectified images, and this rig has none; rectify it",
                            io::quoted(left)));
  }
  for (const Camera* camera : {&rig.left, &rig.right}) {
    if (camera->width > 0 && camera->height > 0 && is_coefficient_count(camera->distortion.size())) continue;
    throw Error(
        fmt::format("cannot write {}: camera_info needs the size of the images and at most 8 distortion "
                    "coefficients",
                    io::quoted(left)));
  }
  const Rectification made =
      rig.rectification.value_or(Rectification{.left_projection = projection_of(rig.left.matrix, {}),
                                               .right_projection = projection_of(rig.right.matrix, rig.translation)});
  check_writable(right);  // one without the other is of no use
  write_file(left, camera_info("left", rig.left, made.left_rotation, made.left_projection));
  write_file(right, camera_info("right", rig.right, made.right_rotation, made.right_projection));
}

}  // namespace csca
