// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/select.hpp>

#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace csca {
namespace {

/// Half a column behind x - d: the right column nearest to that is the whole part, where it is `inside`.
double behind_partner(int x, float d) {
  // In floats the difference would round by the size of x: a tile of the image would find another column.
  return x - static_cast<double>(d) + 0.5;
}
bool inside(double column, int width) { return (column >= 0) & (column < width); }

/// The right column nearest to x - d, or -1 when that is outside or d unknown.
int partner(int x, float d, int width) {
  const double column = behind_partner(x, d);
  return inside(column, width) ? static_cast<int>(column) : -1;
}

/// Without branches, which nobody could predict: where views differ they do so pixel by pixel.
void check_row(int width, const float* right, double tolerance, std::vector<std::uint8_t>& claimed, float* left,
               std::uint8_t* validity) {
  // Left pixels that some right pixel points at; the last one stands for those outside.
  claimed.assign(static_cast<std::size_t>(width) + 1, 0);
  for (int x = 0; x < width; ++x) {
    const int column = partner(x, -right[x], width);
    claimed[static_cast<std::size_t>(column < 0 ? width : column)] = 1;
  }
  for (int x = 0; x < width; ++x) {
    const int column = partner(x, left[x], width);
    const bool same = (column >= 0) & (std::abs(right[column < 0 ? 0 : column] - left[x]) <= tolerance);
    const bool wrong = !same & !std::isnan(left[x]);
    const int flag = claimed[static_cast<std::size_t>(x)] != 0 ? Validity::mismatched : Validity::occluded;
    left[x] = wrong ? std::numeric_limits<float>::quiet_NaN() : left[x];
    validity[x] = static_cast<std::uint8_t>(validity[x] | (wrong ? flag : 0));
  }
}

}  // namespace

void check_consistency(Plane<float>& left, ValidityMap& validity, const Plane<float>& right, double tolerance,
                       int threads) {
  constexpr int some = 16;  // rows
  parallel_for(threads, (left.height() + some - 1) / some, [&](int i) {
    std::vector<std::uint8_t> claimed;
    for (int y = some * i; y < std::min(some * (i + 1), left.height()); ++y) {
      check_row(left.width(), right.row(y), tolerance, claimed, left.row(y), validity.row(y));
    }
  });
}

Plane<float> left_right_confidence(const Plane<float>& left, const Plane<float>& right) {
  Plane<float> result(left.width(), left.height());
  for (int y = 0; y < left.height(); ++y) {
    for (int x = 0; x < left.width(); ++x) {
      const int column = partner(x, left(x, y), left.width());
      if (column < 0 || std::isnan(right(column, y))) continue;
      result(x, y) = 1 / (1 + std::abs(right(column, y) - left(x, y)));
    }
  }
  return result;
}

}  // namespace csca
