// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/colour_map.hpp"

#include <csca/error.hpp>
#include <csca/picture.hpp>

#include <cmath>
#include <cstdint>
#include <string>

namespace csca {
namespace {

void check_size(const char* name, int width, int height, const ImageView& background) {
  if (width == background.width && height == background.height) return;
  throw Error("The " + std::string(name) + " has " + std::to_string(width) + " x " + std::to_string(height) +
              " pixels, but the background image " + std::to_string(background.width) + " x " +
              std::to_string(background.height) + "; errors can be painted on images of the same size only.");
}

/// Rec. 601 in integers, so that grey images keep their values exactly.
int luma_of(const std::uint8_t* rgb) { return (299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] + 500) / 1000; }

Colour grey(int value) {
  const auto v = static_cast<std::uint8_t>(value);
  return {v, v, v};
}

}  // namespace

Image paint_errors(const ImageView& background, const Plane<float>& disparity, const Plane<float>& truth,
                   const Mask& mask, float threshold) {
  check(background, "background");
  check_size("disparity map", disparity.width(), disparity.height(), background);
  check_size("true disparity map", truth.width(), truth.height(), background);
  if (!mask.empty()) check_size("mask", mask.width(), mask.height(), background);
  if (!(threshold >= 0)) {
    throw Error("An error threshold of " + std::to_string(threshold) +
                " pixels has no meaning; give a number of pixels, 0 or more.");
  }

  Image picture = to_display(background);
  for (int y = 0; y < picture.height(); ++y) {
    auto* pixel = picture.row<std::uint8_t>(y);
    for (int x = 0; x < picture.width(); ++x, pixel += 3) {
      const bool counts = std::isfinite(truth(x, y)) && (mask.empty() || mask(x, y) == 255);
      const bool unknown = !std::isfinite(disparity(x, y));
      const bool wrong = std::abs(disparity(x, y) - truth(x, y)) > threshold;
      const int value = luma_of(pixel);
      picture::put(pixel, !counts   ? grey(value / picture::darkening)
                          : unknown ? picture::unknown_blue
                          : wrong   ? picture::error_red
                                    : grey(value));
    }
  }
  return picture;
}

}  // namespace csca
