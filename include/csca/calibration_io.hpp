// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/geometry.hpp>

#include <filesystem>
#include <optional>
#include <span>

#pragma GCC visibility push(default)
namespace csca {

/// What a calibration file leaves open.
struct CalibrationReading {
  std::optional<double> metres_per_unit =
      {};  ///< of the file's lengths. Without it: millimetres in Middlebury's files,
           ///< metres in others, and a baseline that looks like neither is refused
  int first_camera =
      2;  ///< of KITTI's four: 0 and 1 took grey images, 2 and 3 colour. Files with one pair have only that
};

/// Reads two cameras, from one file or two. Two files are the left and the right camera (ROS camera_info), or
/// intrinsics and extrinsics (OpenCV). Files are recognised by content:
/// - OpenCV YAML, XML: M1 D1 M2 D2 R T, perhaps R1 R2 P1 P2, image_size, as OpenCV's stereo_calib writes them;
/// - ROS camera_info YAML, a file a camera;
/// - Middlebury calib.txt: cam0 cam1 doffs baseline, width and height;
/// - KITTI: P0 to P3, or calib_cam_to_cam.txt with the cameras as they were before rectification.
/// Throws Error with one sentence that names the file, for what is missing, no number or absurd.
StereoRig read_rig(std::span<const std::filesystem::path> files, const CalibrationReading& reading = {});
StereoRig read_rig(const std::filesystem::path& file, const CalibrationReading& reading = {});

/// The same files, for the rectified pair that they describe.
Calibration read_calibration(std::span<const std::filesystem::path> files, const CalibrationReading& reading = {});
Calibration read_calibration(const std::filesystem::path& file, const CalibrationReading& reading = {});

/// Writes the rig as OpenCV's stereo_calib would, in one file; lengths are metres. The file appears whole or not at
/// all.
void write_rig(const std::filesystem::path& file, const StereoRig& rig);

/// Writes ROS camera_info, a file a camera. Throws Error for a rig without rectification that is not rectified itself.
void write_camera_info(const std::filesystem::path& left, const std::filesystem::path& right, const StereoRig& rig);

}  // namespace csca
#pragma GCC visibility pop
