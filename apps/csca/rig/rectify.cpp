// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "rig/load.hpp"
#include "rig/pictures.hpp"
#include "rig/rectified_files.hpp"
#include "streams.hpp"

#include <csca/calibration_io.hpp>
#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace csca::app {
namespace {

struct RectifyCommand {
  std::vector<std::string> files;
  bool uncalibrated = false;
  std::optional<double> alpha;
  std::string output;
  std::string rows;

  void run() const {
    const std::size_t count = files.size();
    if (uncalibrated ? count != 2 : count != 3 && count != 4) {
      throw Error(fmt::format(
          "{} files are given: {}", count,
          uncalibrated ? "--uncalibrated takes the left and the right image"
                       : "give the cameras' file or two, the left and the right image, or --uncalibrated and "
                         "the two images"));
    }
    if (!rows.empty()) check_picture_ending(rows);
    const std::string& left_file = files[count - 2];
    const std::string& right_file = files[count - 1];
    const Image left = read_image(left_file);
    const Image right = read_image(right_file);
    const RectifiedFiles out(output, left, right);
    std::optional<StereoRig> rig;
    if (!uncalibrated) {
      const std::vector<std::filesystem::path> cameras(files.begin(), files.end() - 2);
      rig = with_size(read_rig(cameras), left.width(), left.height());
    }
    const rig::Library& opencv = load_rig();
    RectifiedPair pair;
    std::string summary;
    if (rig) {
      const rig::Prepared prepared = opencv.prepare(*rig, {.alpha = alpha.value_or(-1)});
      rig = prepared.rig;
      pair = prepared.rectify(left, right);
    } else {
      const Uncalibrated found = opencv.look(left, right);
      pair = opencv.rectify_uncalibrated(found, left, right);
      summary = fmt::format("rows within {:.2f} px, by {} of {} points that both images show\n", found.row_error,
                            found.agreeing, found.points);
    }
    make_folder(output);
    std::vector<std::filesystem::path> written = out.all();
    written.emplace_back(rows);
    check_outputs(written, {files.begin(), files.end()});
    out.write(pair);
    if (rig) write_rig(out.rig, rig_of(rectified_calibration(*rig)));
    if (!rows.empty()) write_picture(rows, with_rows(pair.left, pair.right));
    print_out(summary);
  }
};

}  // namespace

Run rectify_command(Arguments& arguments) {
  auto command = std::make_shared<RectifyCommand>();
  arguments.notes(
      "Writes left.png and right.png, whose rows correspond, into the folder, with left_mask.png and right_mask.png "
      "(255 where a pixel comes from the image, 0 where there is none) and rig.yml, the calibration of the new pair. "
      "16 "
      "bits stay 16 bits; floats become left.pfm and right.pfm.\n"
      "Without a calibration the rows are found from points that both images show. Such a pair has no unit, "
      "so there is no rig.yml; it is refused when its rows stay off by more than a pixel.");
  arguments.examples({"csca rectify cameras.yml raw/left.png raw/right.png -o rectified --rows rows.png",
                      "csca rectify --uncalibrated raw/left.png raw/right.png -o guessed"});
  arguments
      .option("FILES", command->files,
              "RIG LEFT RIGHT: the cameras ('csca calibrate' finds them) and a pair of images; RIG may be two files, "
              "those of ROS's left and right camera or OpenCV's intrinsics and extrinsics")
      .required()
      .takes_file("yml,yaml,xml,txt," + std::string(image_files));
  arguments.flag("--uncalibrated", command->uncalibrated, "FILES are LEFT RIGHT: nothing is known of the cameras");
  arguments
      .option("--alpha", command->alpha,
              "0: only what has pixels everywhere, 1: all pixels of the images; without it things keep their size")
      .takes("A");
  arguments.option("-o,--output", command->output, "folder to write into; made when missing").required().takes_folder();
  arguments.option("--rows", command->rows, "also draw the pair with lines along its rows").takes_file(picture_files);
  return [command] { command->run(); };
}

}  // namespace csca::app
