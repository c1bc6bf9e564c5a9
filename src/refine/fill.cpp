// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "refine/fill.hpp"

#include "refine/pixels.hpp"

#include <algorithm>

namespace csca {
namespace {

/// Fills a row from its own known disparities; false when it has none.
/// A hole is mostly what the left camera sees and the right one does not: the farther side, of lower disparity.
bool fill_row(float* row, int width) {
  int known = -1;  // the last pixel with a value of its own
  for (int x = 0; x < width; ++x) {
    if (!has_value(row[x])) continue;
    const float value = known < 0 ? row[x] : std::min(row[known], row[x]);
    std::fill(row + known + 1, row + x, value);
    known = x;
  }
  if (known < 0) return false;
  std::fill(row + known + 1, row + width, row[known]);
  return true;
}

/// Fills row y from the nearest filled row, from the lower of two that are equally near.
void fill_from_rows(Plane<float>& map, const std::vector<std::uint8_t>& row_filled, int y) {
  for (int distance = 1; distance < map.height(); ++distance) {
    const bool above = y >= distance && row_filled[y - distance] != 0;
    const bool below = y + distance < map.height() && row_filled[y + distance] != 0;
    if (!above && !below) continue;
    for (int x = 0; x < map.width(); ++x) {
      const float a = map(x, above ? y - distance : y + distance);
      const float b = map(x, below ? y + distance : y - distance);
      map(x, y) = std::min(a, b);
    }
    return;
  }
}

}  // namespace

Plane<float> filled_from_background(const Plane<float>& disparity) {
  Plane<float> map = disparity;
  std::vector<std::uint8_t> row_filled(disparity.height());
  for (int y = 0; y < map.height(); ++y) row_filled[y] = fill_row(map.row(y), map.width()) ? 1 : 0;
  if (std::find(row_filled.begin(), row_filled.end(), 1) == row_filled.end()) return map;
  for (int y = 0; y < map.height(); ++y) {
    if (row_filled[y] == 0) fill_from_rows(map, row_filled, y);
  }
  return map;
}

std::vector<std::size_t> pixels_to_fill(const Refinement& refinement, Fill fill) {
  const Plane<float>& disparity = refinement.disparity;
  if (std::none_of(disparity.begin(), disparity.end(), has_value)) return {};
  std::vector<std::size_t> pixels;
  for (std::size_t i = 0; i < disparity.size(); ++i) {
    if (!has_value(disparity.data()[i]) && may_fill(refinement.validity.data()[i], fill)) pixels.push_back(i);
  }
  return pixels;
}

void refine_fill(Refinement refinement, const RefineOptions& options) {
  check_sizes(refinement);
  const Plane<float> background = filled_from_background(refinement.disparity);
  for (const std::size_t i : pixels_to_fill(refinement, options.fill)) give(refinement, i, background.data()[i]);
}

}  // namespace csca
