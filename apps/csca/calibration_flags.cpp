// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "calibration_flags.hpp"

#include "command_line.hpp"
#include "lengths.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace csca::app {
namespace {

/// "640.5,360".
std::pair<double, double> point_of(const std::string& word) {
  double x = 0;
  double y = 0;
  const char* const end = word.data() + word.size();
  const auto [comma, error] = std::from_chars(word.data(), end, x);
  if (error == std::errc() && comma != end && *comma == ',') {
    const auto [last, second_error] = std::from_chars(comma + 1, end, y);
    if (second_error == std::errc() && last == end) return {x, y};
  }
  throw Error(fmt::format("--principal-point is '{}': give X,Y in pixels", word));
}

}  // namespace

void CalibrationFlags::add_to(Arguments& arguments, const std::string& group) {
  Option from_file = arguments
                         .option("--calib", files,
                                 "the cameras of the pair: OpenCV YAML or XML, Middlebury's or KITTI's "
                                 "calib.txt; given twice for two files, ROS camera_info of the left and the right "
                                 "camera or OpenCV's intrinsics and extrinsics")
                         .takes_file("yml,yaml,xml,txt")
                         .once_for_each_value()
                         .group(group)
                         .essential("the calibration: OpenCV, ROS, Middlebury or KITTI");
  arguments
      .option("--unit", unit,
              "the unit of lengths in the file, such as mm, or 25mm where it is a board's squares (default: mm in "
              "Middlebury's, m in others)")
      .takes("LENGTH")
      .needs(from_file)
      .group(group);
  arguments.option("--cameras", cameras, "which of KITTI's pairs: colour is P2 and P3, grey is P0 and P1")
      .takes("NAME", choices("colour,grey"))
      .shows_default()
      .needs(from_file)
      .group(group);
  Option focal =
      arguments.option("--focal", focal_length, "without a file: the focal length, in pixels").takes("F").group(group);
  focal.excludes(from_file);
  arguments.option("--baseline", baseline, "and the distance of the cameras, such as 120mm; a plain number is metres")
      .takes("LENGTH")
      .needs(focal)
      .group(group);
  arguments.option("--principal-point", principal_point, "of the left image, in pixels (default: its centre)")
      .takes("X,Y")
      .needs(focal)
      .group(group);
  arguments.option("--doffs", doffs, "the right image's principal point less the left one's, in pixels (default: 0)")
      .takes("X")
      .needs(focal)
      .group(group);
}

CalibrationReading CalibrationFlags::reading() const {
  CalibrationReading reading{.first_camera = cameras == "grey" ? 0 : 2};
  if (!unit.empty()) reading.metres_per_unit = metres_of(unit, "--unit");
  return reading;
}

Calibration CalibrationFlags::from_numbers(int width, int height) const {
  if (!focal_length || baseline.empty()) {
    throw Error("depth needs the cameras: give --calib FILE, or --focal PIXELS and --baseline LENGTH");
  }
  Calibration calibration{.width = width,
                          .height = height,
                          .focal_length = *focal_length,
                          .cx = (width - 1) / 2.0,
                          .cy = (height - 1) / 2.0,
                          .doffs = doffs.value_or(0),
                          .baseline = metres_of(baseline, "--baseline", 1)};
  constexpr double least = 0.001;  // metres
  constexpr double most = 5;       // a number outside was hardly meant in metres
  double number = 0;
  const bool plain = std::from_chars(baseline.data(), baseline.data() + baseline.size(), number).ptr ==
                     baseline.data() + baseline.size();
  if (plain && (calibration.baseline < least || calibration.baseline > most)) {
    throw Error(fmt::format("--baseline is {0} m, which is hardly meant: give its unit, {0}mm or {0}m", baseline));
  }
  if (!principal_point.empty()) std::tie(calibration.cx, calibration.cy) = point_of(principal_point);
  check(calibration);
  return calibration;
}

Calibration CalibrationFlags::read(int width, int height, const char* what) const {
  if (files.empty()) return from_numbers(width, height);
  const Calibration calibration = read_calibration(paths(), reading());
  check_size(calibration, width, height, what);
  return calibration;
}

}  // namespace csca::app
