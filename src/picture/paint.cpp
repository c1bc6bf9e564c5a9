// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
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

/// Where a value stands in the range, in steps from 0 to 255.
std::size_t step_of(float value, ColourRange range) {
  double t = 0.5;
  if (range.low < range.high) {
    t = (static_cast<double>(value) - range.low) / (static_cast<double>(range.high) - range.low);
  } else if (value != range.low) {
    t = value < range.low ? 0 : 1;
  }
  return static_cast<std::size_t>(std::lround(255 * std::clamp(t, 0.0, 1.0)));
}

template <class ColourOfStep>
Image paint(const Plane<float>& values, ColourRange range, Colour unknown, const ColourOfStep& colour) {
  if (values.empty()) throw Error("An empty map cannot be painted; give one with a pixel or more.");
  if (!std::isfinite(range.low) || !std::isfinite(range.high) || range.low > range.high) {
    throw Error("The colour range from " + std::to_string(range.low) + " to " + std::to_string(range.high) +
                " cannot be shown; give two finite values, the lower one first.");
  }
  Image picture(values.width(), values.height(), 3, Sample::u8);
  for (int y = 0; y < values.height(); ++y) {
    auto* pixel = picture.row<std::uint8_t>(y);
    for (int x = 0; x < values.width(); ++x, pixel += 3) {
      const float value = values(x, y);
      picture::put(pixel, std::isfinite(value) ? colour(step_of(value, range)) : unknown);
    }
  }
  return picture;
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
  return paint(disparity, range, picture::unknown_grey, [](std::size_t step) { return picture::colour_map()[step]; });
}

Image paint_grey(const Plane<float>& values, ColourRange range) {
  constexpr int darkest = 60;
  constexpr int brightest = 250;
  constexpr Colour pale_blue{214, 228, 240};
  return paint(values, range, pale_blue, [](std::size_t step) {
    const auto grey = static_cast<std::uint8_t>(darkest + (brightest - darkest) * static_cast<int>(step) / 255);
    return Colour{grey, grey, grey};
  });
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
