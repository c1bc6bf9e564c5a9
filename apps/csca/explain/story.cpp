// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "explain/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace csca::app {

float truth_at(const Scene& scene, int x, int y) {
  return scene.truth.empty() ? std::numeric_limits<float>::quiet_NaN() : scene.truth(x, y);
}

std::string known(double value) {
  return std::isfinite(value) ? fmt::format("{:.8g}", std::round(100 * value) / 100) : "unknown";
}

Image cut_out(const Image& picture, int left, int top, int right, int bottom) {
  Image part(right - left + 1, bottom - top + 1, picture.channels(), Sample::u8);
  for (int y = top; y <= bottom; ++y) {
    std::copy_n(picture.row<std::uint8_t>(y) + static_cast<std::ptrdiff_t>(left) * picture.channels(), part.row_bytes(),
                part.row<std::uint8_t>(y - top));
  }
  return part;
}

Backdrop placed(Image piece, int left, int top) {
  const PlotPoint bottom_right{left + piece.width() - 0.5, top + piece.height() - 0.5};
  return {std::move(piece), {left - 0.5, top - 0.5}, bottom_right};
}

Json json_array(const float* values, int count) {
  Json array = Json::array();
  for (int i = 0; i < count; ++i) array.push_back(values[i]);
  return array;
}

}  // namespace csca::app
