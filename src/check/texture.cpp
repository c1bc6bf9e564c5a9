// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "check/texture.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace csca {
namespace {

bool all_known(const Mask& known, int x, int y, int radius) {
  if (known.empty()) return true;
  for (int dy = -radius; dy <= radius; ++dy) {
    for (int dx = -radius; dx <= radius; ++dx) {
      if (known(x + dx, y + dy) == 0) return false;
    }
  }
  return true;
}

}  // namespace

double sharpness(const Image& image, const Mask& known) {
  double fine = 0;
  double coarse = 0;
  for (int y = 2; y + 2 < image.height(); ++y) {
    const auto* row = image.row<std::uint8_t>(y);
    const auto* above = image.row<std::uint8_t>(y - 1);
    const auto* below = image.row<std::uint8_t>(y + 1);
    const auto* high = image.row<std::uint8_t>(y - 2);
    const auto* low = image.row<std::uint8_t>(y + 2);
    std::int64_t row_fine = 0;
    std::int64_t row_coarse = 0;
    for (int x = 2; x + 2 < image.width(); ++x) {
      if (!all_known(known, x, y, 2)) continue;
      row_fine += std::abs(4 * row[x] - row[x - 1] - row[x + 1] - above[x] - below[x]);
      row_coarse += std::abs(row[x + 2] - row[x - 2]) + std::abs(low[x] - high[x]);
    }
    fine += static_cast<double>(row_fine);
    coarse += static_cast<double>(row_coarse);
  }
  return coarse > 0 ? fine / coarse : 0;
}

double blank_share(const Image& image, const Mask& known) {
  constexpr int radius = 4;
  constexpr int step = 4;  // every pixel would tell the same
  constexpr int noise = 4;
  std::size_t all = 0;
  std::size_t blank = 0;
  const int width = image.width();
  std::vector<std::uint8_t> darkest(static_cast<std::size_t>(width));  // of each column's 9 rows
  std::vector<std::uint8_t> brightest(darkest.size());
  for (int y = radius; y + radius < image.height(); y += step) {
    std::fill(darkest.begin(), darkest.end(), std::uint8_t{255});
    std::fill(brightest.begin(), brightest.end(), std::uint8_t{0});
    for (int dy = -radius; dy <= radius; ++dy) {
      const auto* row = image.row<std::uint8_t>(y + dy);
      for (int x = 0; x < width; ++x) {
        darkest[x] = std::min(darkest[x], row[x]);
        brightest[x] = std::max(brightest[x], row[x]);
      }
    }
    for (int x = radius; x + radius < width; x += step) {
      if (!all_known(known, x, y, radius)) continue;
      const int low = *std::min_element(&darkest[x - radius], &darkest[x + radius] + 1);
      const int high = *std::max_element(&brightest[x - radius], &brightest[x + radius] + 1);
      ++all;
      blank += high - low <= noise ? 1 : 0;
    }
  }
  return all == 0 ? 0 : static_cast<double>(blank) / static_cast<double>(all);
}

}  // namespace csca
