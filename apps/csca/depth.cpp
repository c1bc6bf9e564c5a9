// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "calibration_flags.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "depth_outputs.hpp"
#include "outputs.hpp"
#include "streams.hpp"

#include <csca/depth.hpp>
#include <csca/error.hpp>
#include <csca/io.hpp>

#include <memory>
#include <optional>

namespace csca::app {
namespace {

struct DepthCommand {
  std::string map;
  std::string output;
  std::string deviation;
  std::string confidence;
  std::optional<double> scale;
  CalibrationFlags calibration;
  DepthRange range;
  double subpixel = 0.3;

  void run() const {
    check_depth_name(output);
    check_deviation_name(deviation);
    std::vector<std::filesystem::path> written = depth_files(output);
    for (auto& file : depth_files(deviation)) written.push_back(std::move(file));
    std::vector<std::filesystem::path> read = calibration.paths();
    read.insert(read.end(), {map, confidence});
    check_outputs(written, read);
    check_inputs({map, confidence});
    if (deviation.empty() && !confidence.empty()) {
      throw Error("--confidence-map serves --deviation: name a file for the deviations");
    }
    const Plane<float> disparity = read_disparity(input_file(map), scale);
    const Calibration cameras = calibration.read(disparity.width(), disparity.height(), "disparity map");
    const Plane<float> metres = csca::depth(disparity, cameras, range);
    check_some_depth(disparity, metres, cameras);
    if (deviation.empty()) return write_depth_map(output, metres);
    const Plane<float> sure = confidence.empty() ? Plane<float>() : read_disparity(input_file(confidence));
    const Plane<float> off = depth_deviation(metres, cameras, subpixel, sure);
    write_depth_map(output, metres);
    write_depth_map(deviation, off, "standard deviation of depth");
  }
};

}  // namespace

Run depth_command(Arguments& arguments) {
  auto command = std::make_shared<DepthCommand>();
  arguments.notes(
      "A disparity of d pixels is a depth of focal length * baseline / (d + doffs), metres along the camera's axis. "
      "PNG holds millimetres in 16 bits, up to 65.5 m; other files hold metres as floats. PNG and TIFF say so in a "
      "text "
      "inside, and a .json file beside PFM and npy does.");
  arguments.examples(
      {"csca depth disparity.pfm --calib calib.txt -o depth.tif",
       "csca depth disparity.pfm --focal 900 --baseline 120mm -o depth.png --max 60",
       "csca depth disparity.pfm --calib left.yaml --calib right.yaml -o depth.npy --deviation off.npy"});
  arguments.option("DISPARITY", command->map, "the map: .pfm, .png, .tif or .npy; - for standard input")
      .required()
      .takes_file(map_files);
  arguments
      .option("-o,--output", command->output,
              "the depths: .png (millimetres), .tif, .pfm or .npy (metres); - prints a PFM")
      .required()
      .takes_file(map_files)
      .essential();
  command->calibration.add_to(arguments, "Cameras");
  arguments.option("--min", command->range.nearest, "nearer points are left out, metres").takes("M").essential();
  arguments.option("--max", command->range.farthest, "farther points are left out, metres").takes("M").essential();
  arguments
      .option("--deviation", command->deviation, "also write depths' standard deviations, metres: .tif, .pfm or .npy")
      .takes_file("tif,tiff,pfm,npy")
      .essential();
  arguments.option("--subpixel", command->subpixel, "the standard deviation of a disparity, pixels")
      .takes("PIXELS")
      .shows_default();
  arguments
      .option("--confidence-map", command->confidence,
              "a map of peak_ratio, as csca match writes it: --subpixel holds at 0.15, and surer pixels deviate less")
      .takes_file("pfm,tif,tiff,npy");
  arguments
      .option("--scale", command->scale,
              "integers in DISPARITY are disparity times this (default: 256 for 16-bit PNG; 16 is OpenCV's)")
      .takes("X");
  return [command] { command->run(); };
}

}  // namespace csca::app
