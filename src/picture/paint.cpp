// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/canvas.hpp"
#include "picture/colour_map.hpp"

#include <csca/error.hpp>
#include <csca/picture.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

namespace csca {
namespace {

using picture::Colour;

Colour colour_of(float value, ColourRange range) {
  if (!std::isfinite(value)) return picture::unknown_grey;
  double t = 0.5;
  if (range.low < range.high) {
    t = (static_cast<double>(value) - range.low) / (static_cast<double>(range.high) - range.low);
  } else if (value != range.low) {
    t = value < range.low ? 0 : 1;
  }
  return picture::colour_map()[static_cast<std::size_t>(std::lround(255 * std::clamp(t, 0.0, 1.0)))];
}

std::uint8_t to_byte(float value) {
  return static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0F, 1.0F)));
}

}  // namespace

ColourRange colour_range(const Plane<float>& disparity) {
  std::vector<float> known;
  known.reserve(disparity.size());
  std::copy_if(disparity.begin(), disparity.end(), std::back_inserter(known), [](float d) { return std::isfinite(d); });
  if (known.empty()) return {0, 1};
  const auto percentile = [&known](double fraction) {
    const auto rank = std::llround(fraction * static_cast<double>(known.size() - 1));
    std::nth_element(known.begin(), known.begin() + rank, known.end());
    return known[static_cast<std::size_t>(rank)];
  };
  return {percentile(0.01), percentile(0.99)};
}

Image paint_disparity(const Plane<float>& disparity, ColourRange range) {
  if (disparity.empty()) throw Error("An empty disparity map cannot be painted; give one with a pixel or more.");
  if (!std::isfinite(range.low) || !std::isfinite(range.high) || range.low > range.high) {
    throw Error("The colour range from " + std::to_string(range.low) + " to " + std::to_string(range.high) +
                " cannot be shown; give two finite disparities, the lower one first.");
  }
  Image picture(disparity.width(), disparity.height(), 3, Sample::u8);
  for (int y = 0; y < disparity.height(); ++y) {
    auto* pixel = picture.row<std::uint8_t>(y);
    for (int x = 0; x < disparity.width(); ++x, pixel += 3) picture::put(pixel, colour_of(disparity(x, y), range));
  }
  return picture;
}

Image to_display(const ImageView& image) {
  check(image, "image");
  const FloatImage values = to_float(image, white_of(image, image));
  Image picture(image.width, image.height, 3, Sample::u8);
  for (int y = 0; y < image.height; ++y) {
    auto* row = picture.row<std::uint8_t>(y);
    for (std::size_t c = 0; c < 3; ++c) {
      const float* channel = values.channels[values.channels.size() == 1 ? 0 : c].row(y);
      for (int x = 0; x < image.width; ++x) row[3 * static_cast<std::size_t>(x) + c] = to_byte(channel[x]);
    }
  }
  return picture;
}

}  // namespace csca
