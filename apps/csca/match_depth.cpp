// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "match_depth.hpp"

#include "command_line.hpp"
#include "rig/load.hpp"

#include <csca/cloud.hpp>
#include <csca/error.hpp>

#include <fmt/format.h>

namespace csca::app {
namespace {

/// Whether images of this size are the rig's rectified ones: it has no others, or others of another known size.
bool shows_rectified(const StereoRig& rig, const Image& image) {
  if (is_rectified(rig)) return true;
  const auto is_size = [&](int width, int height) { return width == image.width() && height == image.height(); };
  return rig.rectification && is_size(rig.rectification->width, rig.rectification->height) && rig.left.width > 0 &&
         !is_size(rig.left.width, rig.left.height);
}

[[noreturn]] void refuse_idle() {
  throw Error("the calibration serves --depth and --cloud: name a file for one of them");
}

}  // namespace

std::optional<StereoRig> raw_cameras(const CalibrationFlags& calibration, const Image& left) {
  if (calibration.files.empty()) return {};
  StereoRig rig = read_rig(calibration.paths(), calibration.reading());
  if (shows_rectified(rig, left)) return {};
  return with_size(std::move(rig), left.width(), left.height());
}

void MatchDepth::add_to(Arguments& arguments) {
  constexpr const char* group = "Depth";
  arguments
      .option("--depth", depth,
              "also write depths: .png (millimetres), .tif, .pfm or .npy (metres), of a sequence .mkv (millimetres) "
              "too; needs --calib")
      .takes_file(map_files)
      .group(group);
  arguments.option("--cloud", cloud, "also write the points with their colours; needs --calib")
      .takes_file("ply")
      .group(group)
      .essential("also write a cloud of points, .ply; needs --calib");
  calibration.add_to(arguments, group);
  arguments
      .flag("--rectified", rectified,
            "the pair is rectified, though the calibration tells of cameras before that: its P1 and P2 count")
      .group(group);
  arguments.option("--min-depth", range.nearest, "nearer points are left out, metres").takes("M").group(group);
  arguments.option("--max-depth", range.farthest, "farther points are left out, metres").takes("M").group(group);
}

std::vector<std::filesystem::path> MatchDepth::files() const {
  std::vector<std::filesystem::path> files = depth_files(depth);
  files.emplace_back(cloud);
  return files;
}

void MatchDepth::check() const {
  check_depth_name(depth);
  check_cloud_name(cloud);
  csca::check(range);
  const bool asked = !depth.empty() || !cloud.empty();
  if (calibration.given() && !asked && calibration.files.empty()) refuse_idle();
  if (asked && !calibration.given()) {
    throw Error(fmt::format("{} needs the cameras: give --calib FILE, or --focal PIXELS and --baseline LENGTH",
                            depth.empty() ? "--cloud" : "--depth"));
  }
}

std::optional<rig::Prepared> MatchDepth::rectifier(const Image& left, const Pair& masks) const {
  const std::optional<StereoRig> cameras = rectified ? std::nullopt : raw_cameras(calibration, left);
  if (!cameras) return {};
  if (!masks.left_mask.empty() || !masks.right_mask.empty()) {
    throw Error(
        "--left-mask and --right-mask are of a rectified pair, and --calib is of cameras whose images are not: rectify "
        "them first ('csca rectify'), and say --rectified if they are");
  }
  return load_rig().prepare(*cameras, {});
}

std::optional<Calibration> MatchDepth::read(Image& left, Image& right, Pair& pair) const {
  const std::optional<rig::Prepared> prepared = rectifier(left, pair);
  if (!prepared) return read_rectified(left);
  RectifiedPair made = prepared->rectify(left, right);
  left = std::move(made.left);
  right = std::move(made.right);
  pair = {left, right, std::move(made.left_known), std::move(made.right_known)};
  return rectified_calibration(prepared->rig);
}

std::optional<Calibration> MatchDepth::read_rectified(const Image& left) const {
  if (!calibration.given()) return {};
  if (depth.empty() && cloud.empty()) refuse_idle();
  return calibration.read(left.width(), left.height(), "left image");
}

std::string MatchDepth::settings() const {
  const auto number = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; };
  return fmt::format(
      "unit {}\ncameras {}\nfocal {}\nbaseline {}\nprincipal point {}\ndoffs {}\nrectified {}\ndepth {} to {}\n",
      calibration.unit, calibration.cameras, number(calibration.focal_length), calibration.baseline,
      calibration.principal_point, number(calibration.doffs), rectified, range.nearest, range.farthest);
}

void MatchDepth::write(const Calibration& cameras, const Image& left, const Result& result) const {
  if (depth.empty() && cloud.empty()) return;
  const Plane<float> metres = csca::depth(result.disparity, cameras, range);
  check_some_depth(result.disparity, metres, cameras);
  const CloudOptions options{.range = range};
  const Cloud made = cloud.empty() ? Cloud() : csca::cloud(result.disparity, left, cameras, options, result.confidence);
  if (!depth.empty()) write_depth_map(depth, metres);
  if (!cloud.empty()) write_cloud(cloud, made);
}

}  // namespace csca::app
