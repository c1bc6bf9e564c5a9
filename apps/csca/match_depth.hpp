// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "calibration_flags.hpp"
#include "depth_outputs.hpp"
#include "rig/module.hpp"

#include <csca/image.hpp>
#include <csca/match.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace csca::app {

class Arguments;

/// The cameras, where the files tell of some whose images are no rectified pair, and this is such an image.
std::optional<StereoRig> raw_cameras(const CalibrationFlags& calibration, const Image& left);

/// Metres as `csca match` gives them in one step; empty names are not asked for.
struct MatchDepth {
  CalibrationFlags calibration;
  DepthRange range;
  std::string depth;
  std::string cloud;
  bool rectified = false;

  void add_to(Arguments& arguments);

  std::vector<std::filesystem::path> files() const;

  /// Throws Error for names with the wrong ending, and for half of what is needed.
  void check() const;

  /// The pair's calibration; nothing where it is not asked for. Where the files tell of cameras whose images are no
  /// rectified pair, the images become one, with masks of what has no pixels.
  std::optional<Calibration> read(Image& left, Image& right, Pair& pair) const;

  /// What makes rectified pairs of images like this left one, where the files tell of cameras whose images are none;
  /// nothing where they are. Throws Error where there are masks, which would be of other pixels.
  std::optional<rig::Prepared> rectifier(const Image& left, const Pair& masks) const;

  /// The calibration of images that are rectified.
  std::optional<Calibration> read_rectified(const Image& left) const;

  /// What was asked for, line by line, but for names of outputs: equal texts give equal files.
  std::string settings() const;

  void write(const Calibration& cameras, const Image& left, const Result& result) const;
};

}  // namespace csca::app
