// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>

#include <fmt/format.h>

#include <cmath>
#include <tuple>

#include "calibration/layouts.hpp"
#include "geometry/matrices.hpp"

namespace csca::calibration {
namespace {

/// OpenCV's sample says nothing of sizes; others do in these ways.
void read_size(const Entries& entries, int& width, int& height) {
  const std::string_view pair = entries.spelling({"image_size", "imageSize", "size"});
  if (entries.has(pair)) {
    std::tie(width, height) = std::tuple_cat(entries.image_size(pair));
  } else if (entries.has("image_width")) {
    width = entries.size("image_width");
    height = entries.size("image_height");
  }
}

Camera camera_of(const Entries& entries, std::string_view matrix, std::string_view distortion) {
  Camera camera{.matrix = entries.matrix3(matrix)};
  if (entries.has(distortion)) {
    camera.distortion = entries.list(distortion);
    check_distortion(camera, entries, distortion);
  }
  read_size(entries, camera.width, camera.height);
  return camera;
}

Entries merged(std::span<const Entries> files) {
  Entries all = files.front();
  for (const Entries& other : files.subspan(1)) {
    for (const auto& [key, entry] : other.all) {
      if (!all.all.try_emplace(key, entry).second && all.all[key].numbers != entry.numbers) {
        throw Error(
            fmt::format("{} and {} have different '{}': give files of one calibration", all.file, other.file, key));
      }
    }
    all.file += " and " + other.file;
  }
  return all;
}

Rectification rectification_of(const Entries& entries) {
  Rectification made{.left_projection = entries.matrix34("P1"), .right_projection = entries.matrix34("P2")};
  if (entries.has("R1")) {
    made.left_rotation = entries.matrix3("R1");
    made.right_rotation = entries.matrix3("R2");
  }
  read_size(entries, made.width, made.height);
  if (entries.has("rectified_size")) {
    std::tie(made.width, made.height) = std::tuple_cat(entries.image_size("rectified_size"));
  }
  if (made.right_projection[3] == 0 && made.right_projection[7] != 0) {
    throw Error(fmt::format("{} is of cameras one above the other: turn the images by 90 degrees and calibrate these",
                            entries.file));
  }
  return made;
}

/// The distance of the cameras stands in T and in P2.
void check_agreement(const Entries& entries, const StereoRig& rig) {
  const double apart = std::hypot(rig.translation[0], rig.translation[1], rig.translation[2]);
  const double rectified = -translation_of(rig.rectification->right_projection)[0];
  if (std::abs(apart - rectified) <= 0.01 * apart) return;
  throw Error(fmt::format("{} contradicts itself: the cameras are {} apart by T, and {} by P2", entries.file, apart,
                          rectified));
}

}  // namespace

bool is_opencv(const Entries& entries) {
  for (const char* key : {"M1", "K1", "cameraMatrix1", "P1", "T"}) {
    if (entries.has(key)) return true;
  }
  return false;
}

StereoRig opencv_rig(std::span<const Entries> files, const CalibrationReading&) {
  const Entries entries = merged(files);
  const std::string_view left = entries.spelling({"M1", "K1", "cameraMatrix1"});
  const bool has_cameras = entries.has(left);
  const bool has_projections = entries.has("P1") && entries.has("P2");
  StereoRig rig;
  if (has_cameras) {
    if (!entries.has("T") && !has_projections) {
      entries.fail_missing("T", "without the distance of the cameras there is no depth; give the extrinsics too");
    }
    const std::string_view left_distortion = entries.spelling({"D1", "distCoeffs1"});
    const std::string_view right_distortion = entries.spelling({"D2", "distCoeffs2"});
    rig.left = camera_of(entries, left, left_distortion);
    rig.right = camera_of(entries, entries.spelling({"M2", "K2", "cameraMatrix2"}), right_distortion);
  } else if (!has_projections) {
    entries.fail_missing(left, "a calibration needs both cameras, M1 and M2, or the rectified pair, P1 and P2");
  }
  if (entries.has("T")) {
    rig.translation = entries.vector3("T");
    rig.rotation = entries.matrix3("R");
    if (!is_rotation(rig.rotation)) {
      throw Error(fmt::format("{} has an R that is no rotation: calibrate anew", entries.file));
    }
  }
  if (!has_projections) return rig;
  rig.rectification = rectification_of(entries);
  if (entries.has("T")) {
    check_agreement(entries, rig);
  } else {
    rig.translation = translation_of(rig.rectification->right_projection);
  }
  return rig;
}

}  // namespace csca::calibration
