// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/colour_map.hpp"

#include <csca/image.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ostream>

namespace csca {

inline void PrintTo(Colour c, std::ostream* out) { *out << +c.red << ',' << +c.green << ',' << +c.blue; }

}  // namespace csca

namespace csca::picture {

inline Colour pixel(const Image& image, int x, int y) {
  const auto* rgb = image.row<std::uint8_t>(y) + std::ptrdiff_t{3} * x;
  return {rgb[0], rgb[1], rgb[2]};
}

inline int count(const Image& image, Colour colour) {
  int n = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) n += pixel(image, x, y) == colour ? 1 : 0;
  }
  return n;
}

inline Image grey_image(int width, int height, std::uint8_t value) {
  Image image(width, height, 1, Sample::u8);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) image.row<std::uint8_t>(y)[x] = value;
  }
  return image;
}

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

}  // namespace csca::picture
