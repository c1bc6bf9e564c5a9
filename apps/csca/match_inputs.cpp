// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "match_inputs.hpp"

#include "command_line.hpp"
#include "streams.hpp"

#include <csca/io.hpp>

namespace csca::app {
namespace {

/// 1 where the first channel is a number other than 0. Not `read_mask`: that rounds to 8 bits, and 1 of 65535 is not 0.
template <class T>
Mask not_zero(const Image& image) {
  Mask mask(image.width(), image.height());
  for (int y = 0; y < image.height(); ++y) {
    const T* pixel = image.row<T>(y);
    for (int x = 0; x < image.width(); ++x, pixel += image.channels()) {
      mask(x, y) = *pixel != T{} && *pixel == *pixel ? 1 : 0;
    }
  }
  return mask;
}

Mask read_takes_part(const std::string& file) {
  const Image image = read_image(input_file(file));
  switch (image.sample()) {
    case Sample::u8:
      return not_zero<std::uint8_t>(image);
    case Sample::u16:
      return not_zero<std::uint16_t>(image);
    default:
      return not_zero<float>(image);
  }
}

}  // namespace

void MatchInputs::add_to(Arguments& arguments) {
  arguments.option("LEFT", left, "the left image, whose pixels get disparities; - for standard input")
      .required()
      .takes_file(image_files)
      .essential("the left image; - for standard input");
  arguments.option("RIGHT", right, "the right image").required().takes_file(image_files).essential();
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

void MatchInputs::read_masks(Pair& pair) const {
  if (!left_mask.empty()) pair.left_mask = read_takes_part(left_mask);
  if (!right_mask.empty()) pair.right_mask = read_takes_part(right_mask);
}

}  // namespace csca::app
