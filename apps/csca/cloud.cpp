// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "calibration_flags.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "depth_outputs.hpp"
#include "outputs.hpp"
#include "streams.hpp"

#include <csca/cloud.hpp>
#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace csca::app {
namespace {

struct CloudCommand {
  std::string map;
  std::string image;
  std::string output;
  std::string confidence;
  std::optional<double> scale;
  CalibrationFlags calibration;
  CloudOptions options;

  void run() const {
    check_cloud_name(output);
    std::vector<std::filesystem::path> read = calibration.paths();
    read.insert(read.end(), {map, image, confidence});
    check_outputs({output}, read);
    check_inputs({map, image, confidence});
    if (options.min_confidence > 0 && confidence.empty()) {
      throw Error("--min-confidence needs confidences: add --confidence-map FILE, as csca match writes it");
    }
    validate(options);
    const Plane<float> disparity = read_disparity(input_file(map), scale);
    const Image left = read_image(input_file(image));
    const Plane<float> sure = confidence.empty() ? Plane<float>() : read_disparity(input_file(confidence));
    const Calibration cameras = calibration.read(disparity.width(), disparity.height(), "disparity map");
    check_some_depth(disparity, depth(disparity, cameras, options.range), cameras);
    const Cloud made = csca::cloud(disparity, left, cameras, options, sure);
    write_cloud(output, made);
    if (output != stream_name) print_out(fmt::format("{} points\n", made.points.size()));
  }
};

}  // namespace

Run cloud_command(Arguments& arguments) {
  auto command = std::make_shared<CloudCommand>();
  arguments.notes(
      "Points are in the left camera's frame, in metres: x to the right, y down, z into the scene. The PLY is binary, "
      "and "
      "CloudCompare, MeshLab, Open3D and PCL read it.");
  arguments.examples(
      {"csca cloud disparity.pfm left.png --calib calib.txt -o cloud.ply",
       "csca cloud disparity.pfm left.png --focal 900 --baseline 12cm -o cloud.ply --max 20 --step 2 --normals"});
  arguments.option("DISPARITY", command->map, "the map: .pfm, .png, .tif or .npy; - for standard input")
      .required()
      .takes_file(map_files);
  arguments.option("LEFT", command->image, "the left image, for colours").required().takes_file(image_files);
  arguments.option("-o,--output", command->output, "the cloud; - prints it").required().takes_file("ply").essential();
  command->calibration.add_to(arguments, "Cameras");
  arguments.option("--min", command->options.range.nearest, "nearer points are left out, metres")
      .takes("M")
      .essential();
  arguments.option("--max", command->options.range.farthest, "farther points are left out, metres")
      .takes("M")
      .essential();
  arguments.flag("--normals", command->options.normals, "with the surface's direction at each point").essential();
  arguments
      .flag("--upright", command->options.upright,
            "y up and z towards the viewer, as programs show clouds, instead of the camera's frame")
      .essential("turned as programs show clouds: y up, z towards the viewer");
  arguments.option("--step", command->options.step, "a point for every N-th pixel of every N-th row")
      .takes("N")
      .shows_default()
      .essential();
  arguments
      .option("--edge", command->options.edge,
              "leave out pixels that fly between surfaces: fewer than half of their 24 neighbours are within so many "
              "pixels "
              "of disparity; 0 keeps them")
      .takes("PIXELS")
      .shows_default()
      .essential("leave out pixels that fly between surfaces; 0 keeps them");
  arguments.option("--confidence-map", command->confidence, "how sure disparities are, to go with the points")
      .takes_file("pfm,tif,tiff,npy");
  arguments.option("--min-confidence", command->options.min_confidence, "leave out points that are less sure")
      .takes("C");
  arguments
      .option("--scale", command->scale,
              "integers in DISPARITY are disparity times this (default: 256 for 16-bit PNG; 16 is OpenCV's)")
      .takes("X");
  return [command] { command->run(); };
}

}  // namespace csca::app
