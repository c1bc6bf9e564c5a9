// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "depth_outputs.hpp"

#include "streams.hpp"

#include <csca/error.hpp>
#include <csca/geometry_io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace csca::app {

void check_depth_name(const std::string& file) {
  check_no_terminal(file);
  if (!file.empty() && file != stream_name) depth_note(file);  // knows the endings
}

void check_deviation_name(const std::string& file) {
  check_depth_name(file);
  if (!file.empty() && std::filesystem::path(file).extension() == ".png") {
    throw Error(
        fmt::format("cannot write '{}': deviations are fractions of a millimetre, for which PNG is too coarse; "
                    "use .tif, .pfm or .npy",
                    file));
  }
}

void check_cloud_name(const std::string& file) {
  check_no_terminal(file);
  if (!file.empty() && file != stream_name && std::filesystem::path(file).extension() != ".ply") {
    throw Error(fmt::format("cannot write '{}': clouds go into PLY; let the name end in .ply", file));
  }
}

std::vector<std::filesystem::path> depth_files(const std::string& file) {
  if (file.empty() || file == stream_name) return {file};
  return {file, depth_note(file)};
}

void write_depth_map(const std::string& file, const Plane<float>& depth, const char* quantity) {
  if (file == stream_name) return print_out(depth_bytes(".pfm", depth));
  write_depth(file, depth, quantity);
}

void write_cloud(const std::string& file, const Cloud& cloud) {
  if (file == stream_name) return print_out(ply_bytes(cloud));
  write_ply(file, cloud);
}

void check_some_depth(const Plane<float>& disparity, const Plane<float>& depth, const Calibration& calibration) {
  const auto known = [](float value) { return std::isfinite(value); };
  if (std::any_of(depth.begin(), depth.end(), known)) {
    const auto all = std::count_if(disparity.begin(), disparity.end(), known);
    const auto beyond = std::count_if(disparity.begin(), disparity.end(),
                                      [&](float d) { return known(d) && d + calibration.doffs <= 0; });
    if (2 * beyond > all) {
      say(
          fmt::format("csca: warning: {} % of the known disparities belong to no depth, as they and doffs ({:.4g}) add "
                      "up to 0 or less: check the sign of the map and the calibration\n",
                      100 * beyond / all, calibration.doffs));
    }
    return;
  }
  if (std::none_of(disparity.begin(), disparity.end(), known)) {
    throw Error("no disparity of the map is known: there is nothing to measure");
  }
  float least = std::numeric_limits<float>::infinity();
  float most = -least;
  for (const float d : disparity) {
    if (!known(d)) continue;
    least = std::min(least, d);
    most = std::max(most, d);
  }
  throw Error(
      fmt::format("no pixel has a depth that counts: disparities are {:.4g} to {:.4g} pixels, doffs is {:.4g}, so "
                  "that depths are {:.4g} to {:.4g} m; check the sign of the map, the calibration and the depths "
                  "asked for",
                  least, most, calibration.doffs, calibration.depth_of(most), calibration.depth_of(least)));
}

}  // namespace csca::app
