// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>

#include <fmt/format.h>

#include "calibration/layouts.hpp"
#include "geometry/matrices.hpp"

namespace csca::calibration {
namespace {

// Files have long names; what `rostopic echo` and `ros2 topic echo` print has letters.
struct Names {
  explicit Names(const Entries& e)
      : projection(e.spelling({"projection_matrix", "P", "p"})),
        matrix(e.spelling({"camera_matrix", "K", "k"})),
        rotation(e.spelling({"rectification_matrix", "R", "r"})),
        distortion(e.spelling({"distortion_coefficients", "D", "d"})),
        width(e.spelling({"image_width", "width"})),
        height(e.spelling({"image_height", "height"})) {}

  std::string_view projection, matrix, rotation, distortion, width, height;
};

LensModel model_of(const Entries& entries) {
  const auto found = entries.all.find("distortion_model");
  const std::string model = found != entries.all.end() ? found->second.text : "plumb_bob";
  if (model == "plumb_bob" || model == "rational_polynomial" || model.empty()) return LensModel::radial;
  if (model == "equidistant" || model == "fisheye") return LensModel::fisheye;
  throw Error(fmt::format("{} has the distortion_model '{}': known are plumb_bob, rational_polynomial and equidistant",
                          entries.file, model));
}

Camera camera_of(const Entries& entries) {
  const Names names(entries);
  Camera camera{.width = entries.size(names.width),
                .height = entries.size(names.height),
                .matrix = entries.matrix3(names.matrix),
                .model = model_of(entries)};
  const auto distortion = entries.all.find(names.distortion);
  if (distortion != entries.all.end() && !distortion->second.numbers.empty()) {
    camera.distortion = entries.list(names.distortion);
    check_distortion(camera, entries, names.distortion);
  }
  return camera;
}

}  // namespace

bool is_camera_info(const Entries& entries) {
  return entries.has("projection_matrix") || entries.has("camera_matrix") || (entries.has("K") && entries.has("P")) ||
         (entries.has("k") && entries.has("p"));
}

StereoRig camera_info_rig(std::span<const Entries> files, const CalibrationReading&) {
  const Entries& left = files.front();
  if (files.size() != 2) {
    throw Error(fmt::format("{} is of one camera: give two files, the left camera's and the right one's", left.file));
  }
  const Entries& right = files.back();
  const Names left_names(left);
  const Names right_names(right);
  StereoRig rig{.left = camera_of(left), .right = camera_of(right)};
  Rectification& made = rig.rectification.emplace();
  made = {.left_rotation = left.matrix3(left_names.rotation),
          .right_rotation = right.matrix3(right_names.rotation),
          .left_projection = left.matrix34(left_names.projection),
          .right_projection = right.matrix34(right_names.projection),
          .width = rig.left.width,
          .height = rig.left.height};
  if (made.left_projection[3] != 0 && made.right_projection[3] == 0) {
    throw Error(
        fmt::format("{} is the right camera's, whose projection has a distance in it, and comes first: give "
                    "the left camera's first",
                    left.file));
  }
  if (rig.left.width != rig.right.width || rig.left.height != rig.right.height) {
    throw Error(fmt::format("{} is of images of {} x {} pixels and {} of {} x {}: give files of one pair", left.file,
                            rig.left.width, rig.left.height, right.file, rig.right.width, rig.right.height));
  }
  // A point X of the left camera is at R1 X in the rectified frame, the right one's is t further.
  const Matrix3 back = transposed(made.right_rotation);
  rig.rotation = product(back, made.left_rotation);
  rig.translation =
      product(back, difference(translation_of(made.right_projection), translation_of(made.left_projection)));
  return rig;
}

}  // namespace csca::calibration
