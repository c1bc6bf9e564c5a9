// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/refine.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <initializer_list>
#include <limits>

namespace csca {

inline constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

/// A map to refine, with everything that goes with it.
struct Map {
  explicit Map(Plane<float> values, FloatImage image = {})
      : disparity(std::move(values)), validity(disparity.width(), disparity.height()), guide(std::move(image)) {}

  Refinement refinement() { return {disparity, validity, guide, {-3, 40}, threads}; }

  Plane<float> disparity;
  ValidityMap validity;
  FloatImage guide;
  int threads = 1;
};

inline Plane<float> plane(std::initializer_list<std::initializer_list<float>> rows) {
  Plane<float> result(static_cast<int>(rows.begin()->size()), static_cast<int>(rows.size()));
  auto value = result.begin();
  for (const auto& row : rows) value = std::copy(row.begin(), row.end(), value);
  return result;
}

/// Whole disparities from 0 to 9 or such with fractions, some of them unknown.
inline Plane<float> random_map(Size size, double share_unknown, bool whole, std::uint32_t seed) {
  Random random(seed);
  Plane<float> map(size.width, size.height);
  for (float& d : map) {
    d = random.chance(share_unknown) ? unknown : static_cast<float>(whole ? random.whole(0, 9) : random.real(0, 10));
  }
  return map;
}

}  // namespace csca
