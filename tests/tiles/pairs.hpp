// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/tiles.hpp>

#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace csca {

struct Images {
  Image left;
  Image right;
};

/// Smooth noise in waves of disparity between `first` and `first + depth`, as samples of any kind.
inline Images wavy_pair(int width, int height, int channels, Sample sample, int first, int depth, std::uint32_t seed) {
  const int reach = std::abs(first) + depth + 2;
  const Image texture = random_texture(width + 2 * reach, height, channels, seed);
  Images images{Image(width, height, channels, sample), Image(width, height, channels, sample)};
  const auto put = [&](Image& image, int x, int y, int c, double value) {
    const int i = x * channels + c;
    if (sample == Sample::u8) image.row<std::uint8_t>(y)[i] = static_cast<std::uint8_t>(value);
    if (sample == Sample::u16) image.row<std::uint16_t>(y)[i] = static_cast<std::uint16_t>(16 * value);
    if (sample == Sample::f32) image.row<float>(y)[i] = static_cast<float>(value / 100 + 0.001 * x);
  };
  const auto at = [&](int x, int y, int c) {
    const auto* row = texture.row<std::uint8_t>(y);
    const auto value = [&](int u) { return row[std::clamp(u, 0, texture.width() - 1) * channels + c]; };
    return (value(x - 1) + 2 * value(x) + value(x + 1)) / 4.0;
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int d = first + static_cast<int>(depth * (0.5 + 0.5 * std::sin(0.011 * x + 0.007 * y)));
      for (int c = 0; c < channels; ++c) {
        put(images.left, x, y, c, at(x + reach, y, c));
        put(images.right, x, y, c, at(x + d + reach, y, c));
      }
    }
  }
  return images;
}

/// The maps of all tiles of a pair, put together.
inline Result match_in_tiles(const WindowedPair& pair, const TilePlan& plan) {
  Result all;
  const auto put = [&](const auto& part, auto& whole, const Window& tile) {
    if (part.empty()) return;
    if (whole.empty()) whole = std::remove_reference_t<decltype(whole)>(pair.left.width(), pair.left.height());
    for (int y = 0; y < tile.height; ++y) std::copy_n(part.row(y), tile.width, whole.row(tile.y + y) + tile.x);
  };
  match_tiles(pair, plan, [&](const Window& tile, const Result& result) {
    put(result.disparity, all.disparity, tile);
    put(result.right_disparity, all.right_disparity, tile);
    put(result.confidence, all.confidence, tile);
    put(result.validity, all.validity, tile);
  });
  return all;
}

}  // namespace csca
