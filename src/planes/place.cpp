// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/place.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

constexpr double near = 1;            // a pixel of the map within this of the plane lies on it, pixels
constexpr int radius = 10;            // of the window that is asked, cells
constexpr double least_share = 0.05;  // of a whole window's cells

/// counts(x, y): the cells above and to the left of corner (x, y) whose middle pixel lies on the plane.
Plane<int> counts_of(const SlantedPlane& plane, const Plane<float>& disparity, int width, int height) {
  Plane<int> counts(width + 1, height + 1, 0);
  const auto middle = [](int i, int size) { return std::min(i * Place::cell + Place::cell / 2, size - 1); };
  for (int y = 0; y < height; ++y) {
    const int row = middle(y, disparity.height());
    int in_row = 0;
    for (int x = 0; x < width; ++x) {
      const int column = middle(x, disparity.width());
      in_row += std::abs(plane.at(column, row) - disparity(column, row)) <= near ? 1 : 0;  // no unknown one is
      counts(x + 1, y + 1) = counts(x + 1, y) + in_row;
    }
  }
  return counts;
}

int cells_for(int pixels) { return (pixels + Place::cell - 1) / Place::cell; }

}  // namespace

Place::Place(const SlantedPlane& plane, const Plane<float>& disparity)
    : cells_(cells_for(disparity.width()), cells_for(disparity.height())) {
  const int width = cells_.width();
  const int height = cells_.height();
  const Plane<int> counts = counts_of(plane, disparity, width, height);
  constexpr double least = least_share * (2 * radius + 1) * (2 * radius + 1);
  for (int y = 0; y < height; ++y) {
    const int top = std::max(y - radius, 0);
    const int bottom = std::min(y + radius + 1, height);
    for (int x = 0; x < width; ++x) {
      const int left = std::max(x - radius, 0);
      const int right = std::min(x + radius + 1, width);
      const int on = counts(right, bottom) - counts(left, bottom) - counts(right, top) + counts(left, top);
      cells_(x, y) = on > least ? 1 : 0;
    }
  }
}

Rectangle Place::window(int width, int height) const {
  Rectangle cells{{cells_.width(), 0}, cells_.height(), 0};
  for (int y = 0; y < cells_.height(); ++y) {
    for (int x = 0; x < cells_.width(); ++x) {
      if (cells_(x, y) == 0) continue;
      cells.columns = {std::min(cells.columns.begin, x), std::max(cells.columns.end, x + 1)};
      cells.top = std::min(cells.top, y);
      cells.bottom = y + 1;
    }
  }
  return {{cell * cells.columns.begin, std::min(cell * cells.columns.end, width)},
          cell * cells.top,
          std::min(cell * cells.bottom, height)};
}

}  // namespace csca
