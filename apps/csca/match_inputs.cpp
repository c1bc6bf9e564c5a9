// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "match_inputs.hpp"

#include "command_line.hpp"
#include "io/decode.hpp"
#include "io/files.hpp"
#include "streams.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/tiles.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

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

Image read_fitting(const std::filesystem::path& file, const Options& options, int views) {
  if (!options.run.max_memory) return read_image(file);
  return io::read_image(file, [&](std::uint64_t width, std::uint64_t height) {
    // The least that the image may be: grey bytes. Plans of such pairs look at no pixel.
    const auto columns = static_cast<int>(width) / views;
    // A pair of moderate size is read: only its plan knows exactly what it needs.
    if (2 * width * height <= *options.run.max_memory) return;
    const std::byte pixel{};
    const ImageView view{.data = &pixel, .width = columns, .height = static_cast<int>(height), .row_bytes = columns};
    Options least = options;
    least.range = {.first = 0, .levels = 1};
    least.run.max_memory = {};
    least.run.threads = 1;
    least.run.slab = 1;
    const auto needed = static_cast<double>(predicted_memory({view, view}, least)) / 1e6;
    const auto allowed = static_cast<double>(*options.run.max_memory) / 1e6;
    if (columns == 0 || needed <= allowed) return;
    throw Error(
        fmt::format("max_memory is {:.1f}M: {} has {} x {} pixels, which need {:.0f}M at the least; allow that, "
                    "or match a smaller image",
                    allowed, io::quoted(file), width, height, std::ceil(needed)),
        ErrorKind::no_memory);
  });
}

}  // namespace csca::app
