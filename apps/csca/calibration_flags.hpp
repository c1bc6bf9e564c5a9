// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/calibration_io.hpp>
#include <csca/geometry.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace csca::app {

class Arguments;

/// How a command is told of the cameras: files, or focal length and baseline.
struct CalibrationFlags {
  std::vector<std::string> files;
  std::string unit;
  std::string cameras = "colour";
  std::optional<double> focal_length;
  std::string baseline;
  std::string principal_point;
  std::optional<double> doffs;

  void add_to(Arguments& arguments, const std::string& group);

  bool given() const { return !files.empty() || focal_length || !baseline.empty(); }
  std::vector<std::filesystem::path> paths() const { return {files.begin(), files.end()}; }
  CalibrationReading reading() const;

  /// The calibration of rectified images of this size. Throws Error where it is none, or of another size; `what` names
  /// the map or image.
  Calibration read(int width, int height, const char* what) const;

 private:
  Calibration from_numbers(int width, int height) const;
};

}  // namespace csca::app
