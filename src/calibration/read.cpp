// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "calibration/layouts.hpp"
#include "geometry/matrices.hpp"
#include "io/files.hpp"

namespace csca {
namespace calibration {
namespace {

struct Layout {
  bool (*recognises)(const Entries& entries);
  StereoRig (*read)(std::span<const Entries> files, const CalibrationReading& reading);
  double metres_per_unit;
};

// The first that recognises a file has it.
constexpr Layout layouts[] = {{is_middlebury, middlebury_rig, 1e-3},
                              {is_kitti, kitti_rig, 1},
                              {is_camera_info, camera_info_rig, 1},
                              {is_opencv, opencv_rig, 1}};

constexpr std::size_t largest_file = 1 << 20;

Entries entries_of(const std::filesystem::path& file) {
  const std::string bytes = io::read_file(file);
  const io::Source source{bytes, io::quoted(file)};
  const auto first = std::find_if(bytes.begin(), bytes.end(), [](char c) { return c != ' ' && c != '\n'; });
  if (bytes.size() > largest_file) io::fail_unsupported(source, "it is too large for a calibration", "choose another");
  if (bytes.find('\0') != std::string::npos) {
    io::fail_unsupported(source, "it is no text", "give a calibration file");
  }
  if (first != bytes.end() && *first == '<') return xml_entries(source);
  Entries lines = lines_entries(source);
  return is_middlebury(lines) || is_kitti(lines) ? lines : yaml_entries(source);
}

const Layout& layout_of(const Entries& entries) {
  for (const Layout& layout : layouts) {
    if (layout.recognises(entries)) return layout;
  }
  throw Error(
      fmt::format("{} is no calibration that csca knows: these are OpenCV's (YAML or XML with M1, M2, R, T), "
                  "ROS camera_info, Middlebury's calib.txt and KITTI's",
                  entries.file));
}

void scale_lengths(StereoRig& rig, double metres_per_unit) {
  for (double& length : rig.translation) length *= metres_per_unit;
  if (!rig.rectification) return;
  for (Matrix34* projection : {&rig.rectification->left_projection, &rig.rectification->right_projection}) {
    for (const std::size_t i : {3U, 7U, 11U}) (*projection)[i] *= metres_per_unit;
  }
}

double baseline_of(const StereoRig& rig) {
  return std::hypot(rig.translation[0], rig.translation[1], rig.translation[2]);
}

/// Cameras of one rig stand between a millimetre and some metres apart: what lies outside is in another unit.
void check_unit(const StereoRig& rig, const std::string& name) {
  constexpr double least = 1e-3;
  constexpr double most = 5;
  const double baseline = baseline_of(rig);
  if (baseline >= least && baseline <= most) return;
  throw Error(
      fmt::format("{} has a baseline of {:.6g} m, which is hardly meant: say the unit of its lengths (mm, cm or m)",
                  name, baseline));
}

void check_rig(const StereoRig& rig, const std::string& name) {
  constexpr double least_focal_length = 10;  // pixels
  const auto focal_length = [&](const Matrix3& matrix) {
    if (matrix[0] >= least_focal_length && matrix[4] >= least_focal_length) return;
    throw Error(fmt::format("{} has a focal length of {:.6g} pixels, which no camera has: give it in pixels", name,
                            std::min(matrix[0], matrix[4])));
  };
  if (rig.left.matrix != identity3) {
    focal_length(rig.left.matrix);
    focal_length(rig.right.matrix);
  }
  if (rig.rectification) {
    focal_length(camera_matrix(rig.rectification->left_projection));
    focal_length(camera_matrix(rig.rectification->right_projection));
  }
  if (baseline_of(rig) == 0) {
    throw Error(fmt::format("{} has no baseline: both cameras stand at the same place", name));
  }
  if (rig.translation[0] > std::hypot(rig.translation[1], rig.translation[2])) {
    throw Error(fmt::format("{} has its left camera to the right of the other: exchange the cameras", name));
  }
}

/// All that files say, in metres.
StereoRig rig_in(std::span<const std::filesystem::path> files, const CalibrationReading& reading) {
  if (files.empty() || files.size() > 2) {
    throw Error(fmt::format("{} calibration files were given: allowed are one or two", files.size()));
  }
  if (reading.metres_per_unit && !(*reading.metres_per_unit > 0 && std::isfinite(*reading.metres_per_unit))) {
    throw Error(fmt::format("metres_per_unit is {}: allowed is a number above 0", *reading.metres_per_unit));
  }
  std::vector<Entries> entries;
  std::transform(files.begin(), files.end(), std::back_inserter(entries), entries_of);
  const Layout& layout = layout_of(entries.front());
  if (entries.size() == 2 && &layout_of(entries.back()) != &layout) {
    throw Error(fmt::format("{} and {} are of different kinds: give files of one calibration", entries.front().file,
                            entries.back().file));
  }
  StereoRig rig = layout.read(entries, reading);
  scale_lengths(rig, reading.metres_per_unit.value_or(layout.metres_per_unit));
  const std::string& name = entries.front().file;
  check_rig(rig, name);
  if (!reading.metres_per_unit) check_unit(rig, name);
  return rig;
}

}  // namespace

void check_single(std::span<const Entries> files) {
  if (files.size() == 1) return;
  throw Error(fmt::format("{} says all about its pair, and {} was given too: give one of them", files.front().file,
                          files.back().file));
}

void check_distortion(const Camera& camera, const Entries& entries, std::string_view key) {
  const std::size_t count = camera.distortion.size();
  const bool fits = camera.model == LensModel::fisheye
                        ? count == 4
                        : count == 4 || count == 5 || count == 8 || count == 12 || count == 14;
  if (fits) return;
  throw Error(fmt::format("{} has {} distortion coefficients in '{}': allowed are {}", entries.file, count, key,
                          camera.model == LensModel::fisheye ? "4" : "4, 5, 8, 12 or 14"));
}

}  // namespace calibration

StereoRig read_rig(std::span<const std::filesystem::path> files, const CalibrationReading& reading) {
  StereoRig rig = calibration::rig_in(files, reading);
  if (rig.left.matrix != identity3) return rig;
  throw Error(fmt::format("{} has only the rectified pair's projections: give the cameras' M1 and M2 too",
                          io::quoted(files.front())));
}

StereoRig read_rig(const std::filesystem::path& file, const CalibrationReading& reading) {
  return read_rig({&file, 1}, reading);
}

Calibration read_calibration(std::span<const std::filesystem::path> files, const CalibrationReading& reading) {
  const StereoRig rig = calibration::rig_in(files, reading);
  if (!rig.rectification && !is_rectified(rig)) {
    throw Error(
        fmt::format("{} is of cameras that are not rectified, and says nothing of a rectified pair (P1, P2): "
                    "rectify the images first, and give the calibration of the rectified ones",
                    io::quoted(files.front())));
  }
  return rectified_calibration(rig);
}

Calibration read_calibration(const std::filesystem::path& file, const CalibrationReading& reading) {
  return read_calibration({&file, 1}, reading);
}

}  // namespace csca
