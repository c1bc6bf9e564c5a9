// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/calibration_io.hpp>

#include <span>

#include "calibration/entries.hpp"

// What calibration files of a kind say, a kind a file. Rigs have the lengths that the files have. A camera whose file
// tells of the rectified pair alone keeps the matrix `identity3`.
namespace csca::calibration {

bool is_middlebury(const Entries& entries);
StereoRig middlebury_rig(std::span<const Entries> files, const CalibrationReading& reading);

bool is_kitti(const Entries& entries);
StereoRig kitti_rig(std::span<const Entries> files, const CalibrationReading& reading);

bool is_camera_info(const Entries& entries);
StereoRig camera_info_rig(std::span<const Entries> files, const CalibrationReading& reading);

bool is_opencv(const Entries& entries);
StereoRig opencv_rig(std::span<const Entries> files, const CalibrationReading& reading);

/// Throws Error where more than one file was given for a kind of which one says all.
void check_single(std::span<const Entries> files);

/// Throws Error where the number of distortion coefficients is none of its model's.
void check_distortion(const Camera& camera, const Entries& entries, std::string_view key);

}  // namespace csca::calibration
