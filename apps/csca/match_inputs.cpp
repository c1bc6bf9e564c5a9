// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "match_inputs.hpp"

#include "command_line.hpp"
#include "streams.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/tiles.hpp>

#include <fmt/format.h>

namespace csca::app {

void MatchInputs::add_to(Arguments& arguments) {
  arguments
      .option("LEFT", left,
              "the left image, whose pixels get disparities; - for standard input; or many frames: a folder, a pattern "
              "such as left_%04d.png, a video, or the number of a camera")
      .takes_file(image_files)
      .essential("the left image, or frames: a folder, a video");
  arguments.option("RIGHT", right, "the right image, or as many frames; none with --side-by-side")
      .takes_file(image_files)
      .essential("the right one");
  arguments
      .option("--left", left_camera, "the number of the left camera, and --right that of the right one: LEFT and RIGHT")
      .takes("N")
      .group("Files");
  arguments.flag("--side-by-side", side_by_side, "LEFT holds both views, the left one in its left half").group("Files");
  arguments.option("--frames", frames, "match no more than so many frames of a sequence").takes("N").group("Files");
  arguments
      .option("--left-mask", left_mask,
              "an image of LEFT's size: pixels that are 0 in it take no part and get no disparity")
      .takes_file(image_files)
      .group("Files");
  arguments
      .option("--right-mask", right_mask, "an image of RIGHT's size: nothing is matched with pixels that are 0 in it")
      .takes_file(image_files)
      .group("Files");
}

void MatchInputs::check() const {
  if (left.empty()) throw Error("LEFT is required: see 'csca match --help'");
  if (right.empty() && !side_by_side) throw Error("RIGHT is required: see 'csca match --help'");
  if (!right.empty() && side_by_side) {
    throw Error(fmt::format("with --side-by-side LEFT holds both views: leave out '{}'", right));
  }
  if (frames && *frames < 1) throw Error(fmt::format("frames is {}: allowed is a whole number from 1 on", *frames));
}

void MatchInputs::read_masks(Pair& pair) const {
  if (!left_mask.empty()) pair.left_mask = takes_part(read_image(input_file(left_mask)));
  if (!right_mask.empty()) pair.right_mask = takes_part(read_image(input_file(right_mask)));
}

}  // namespace csca::app
