// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "sign_flag.hpp"

#include "command_line.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <utility>

namespace csca::app {

void SignFlag::add_to(Arguments& arguments) {
  arguments
      .option_that(
          "--sign",
          [this](const std::string& word) {
            name = word;
            given = true;
          },
          "minus: x_right = x_left - d, as in Middlebury, KITTI and OpenCV; plus: x_right = x_left + d, as in "
          "Ames Stereo Pipeline, s2p and Pandora. With plus, --first, maps and --json are in that sign too: "
          "disparities 3 to 10 with minus are -10 to -3 with plus, --first -10 --levels 8. Cost volumes stay "
          "with minus")
      .takes("NAME", choices("minus,plus"))
      .last_wins()
      .group("Range")
      .shows_default("minus");
}

Options SignFlag::to_inside(Options options) const {
  if (name != "minus" && name != "plus") throw Error(fmt::format("sign is '{}': allowed is minus or plus", name));
  options.input.opposite_sign = plus();
  const RangeOptions& range = options.range;
  if (!plus() || (!range.first && !range.levels)) return options;
  if (!range.levels) {
    throw Error("--first without --levels is half a range, which --sign plus cannot turn round: give --levels too");
  }
  return to_outside(std::move(options));
}

Options SignFlag::to_outside(Options options) const {
  // From -(first + levels - 1) on; turned round twice, a range is what it was.
  if (plus()) options.range.first = 1 - options.range.first.value_or(0) - *options.range.levels;
  return options;
}

Levels SignFlag::to_outside(Levels range) const { return plus() ? Levels{-range.last(), range.count} : range; }

void SignFlag::to_outside(Result& result) const {
  if (!plus()) return;
  for (Plane<float>* map : {&result.disparity, &result.right_disparity}) {
    for (float& d : *map) d = 0 - d;  // not -d, which would make -0 of 0
  }
  result.range = to_outside(result.range);
}

}  // namespace csca::app
