// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>

#include <fmt/format.h>

#include <cmath>

#include "calibration/layouts.hpp"

namespace csca::calibration {

// Middlebury 2014 writes "doffs=32.778", its versions of older scenes "doffs= 52" with blanks anywhere, ETH3D as the
// first. Lengths are millimetres.
bool is_middlebury(const Entries& entries) { return entries.has("cam0") || entries.has("cam1"); }

StereoRig middlebury_rig(std::span<const Entries> files, const CalibrationReading&) {
  check_single(files);
  const Entries& entries = files.front();
  const Matrix3 left = entries.matrix3("cam0");
  const Matrix3 right = entries.matrix3("cam1");
  if (!entries.has("baseline")) entries.fail_missing("baseline", "depth needs the distance of the cameras");
  Calibration calibration{.focal_length = left[0],
                          .cx = left[2],
                          .cy = left[5],
                          .doffs = right[2] - left[2],
                          .baseline = entries.number("baseline")};
  constexpr double rounding = 0.01;  // pixels; files have three decimals
  if (entries.has("doffs") && std::abs(entries.number("doffs") - calibration.doffs) > rounding) {
    throw Error(
        fmt::format("{} contradicts itself: doffs is {}, and the principal points of cam0 and cam1 differ by {}",
                    entries.file, entries.number("doffs"), calibration.doffs));
  }
  if (std::abs(left[0] - right[0]) > rounding) {
    throw Error(fmt::format("{} has focal lengths of {} and {} pixels: a rectified pair has one", entries.file, left[0],
                            right[0]));
  }
  if (entries.has("width")) {
    calibration.width = entries.size("width");
    calibration.height = entries.size("height");
  }
  return rig_of(calibration);
}

}  // namespace csca::calibration
