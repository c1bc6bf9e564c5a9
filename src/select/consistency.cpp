// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aligned.hpp>
#include <csca/select.hpp>

#include "core/parallel.hpp"
#include "select/consistency_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace csca {
namespace {

/// What one row needs; one column more than it has stands for those outside.
struct Scratch {
  PooledVector<std::int32_t> columns;
  PooledVector<float> right;
  PooledVector<std::uint8_t> claimed;  // left pixels that some right pixel points at

  explicit Scratch(int width)
      : columns(static_cast<std::size_t>(width)),
        right(static_cast<std::size_t>(width) + 1, std::numeric_limits<float>::quiet_NaN()),
        claimed(static_cast<std::size_t>(width) + 1) {}
};

void check_row(int width, const float* right, float tolerance, Scratch& scratch, float* left, std::uint8_t* validity) {
  std::fill(scratch.claimed.begin(), scratch.claimed.end(), 0);
  partner_columns(right, width, -1, scratch.columns.data());
  for (const std::int32_t column : scratch.columns) scratch.claimed[column] = 1;
  partner_columns(left, width, 1, scratch.columns.data());
  std::copy(right, right + width, scratch.right.begin());
  drop_unshared(scratch.right.data(), width, tolerance, left, scratch.columns.data());
  for (int x = 0; x < width; ++x) {
    const int flag = scratch.claimed[x] != 0 ? Validity::mismatched : Validity::occluded;
    validity[x] = static_cast<std::uint8_t>(validity[x] | (scratch.columns[x] & flag));
  }
}

/// The largest float up to a number: floats compare with it as with the number.
float at_most(double number) {
  const auto nearest = static_cast<float>(number);
  return static_cast<double>(nearest) <= number ? nearest : std::nextafter(nearest, 0.0F);
}

}  // namespace

void check_consistency(Plane<float>& left, ValidityMap& validity, const Plane<float>& right, double tolerance,
                       int threads) {
  constexpr int some = 16;  // rows
  const float most = at_most(tolerance);
  parallel_for(threads, (left.height() + some - 1) / some, [&](int i) {
    Scratch scratch(left.width());
    for (int y = some * i; y < std::min(some * (i + 1), left.height()); ++y) {
      check_row(left.width(), right.row(y), most, scratch, left.row(y), validity.row(y));
    }
  });
}

Plane<float> left_right_confidence(const Plane<float>& left, const Plane<float>& right) {
  const int width = left.width();
  Plane<float> result(width, left.height());
  PooledVector<std::int32_t> columns(static_cast<std::size_t>(width));
  for (int y = 0; y < left.height(); ++y) {
    partner_columns(left.row(y), width, 1, columns.data());
    for (int x = 0; x < width; ++x) {
      if (columns[x] == width || std::isnan(right(columns[x], y))) continue;
      result(x, y) = 1 / (1 + std::abs(right(columns[x], y) - left(x, y)));
    }
  }
  return result;
}

}  // namespace csca
