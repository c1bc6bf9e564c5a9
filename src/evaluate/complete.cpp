// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/evaluate.hpp>

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

bool known(float d) { return std::isfinite(d); }

/// Gaps take the lower of their neighbours (a gap is rather background), ends the only one that they have.
void complete_row(float* row, int width) {
  int last = -1;  // the last pixel with a value
  for (int x = 0; x < width; ++x) {
    if (!known(row[x])) continue;
    std::fill(row + last + 1, row + x, last < 0 ? row[x] : std::min(row[last], row[x]));
    last = x;
  }
  if (last >= 0) std::fill(row + last + 1, row + width, row[last]);
}

}  // namespace

Plane<float> complete_map(const Plane<float>& disparity) {
  Plane<float> map = disparity;
  int first = map.height();  // rows that have values, which are whole by now
  int last = -1;
  for (int y = 0; y < map.height(); ++y) {
    complete_row(map.row(y), map.width());
    if (map.width() == 0 || !known(map(0, y))) continue;
    first = std::min(first, y);
    last = y;
  }
  if (last < 0) return map;
  for (int y = 0; y < first; ++y) std::copy_n(map.row(first), map.width(), map.row(y));
  for (int y = last + 1; y < map.height(); ++y) std::copy_n(map.row(last), map.width(), map.row(y));
  return map;
}

}  // namespace csca
