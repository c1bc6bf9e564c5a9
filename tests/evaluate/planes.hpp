// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>

#include <algorithm>
#include <limits>
#include <vector>

namespace csca {

constexpr float u = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

template <class T>
Plane<T> plane(int width, int height, const std::vector<T>& values) {
  Plane<T> result(width, height);
  std::copy(values.begin(), values.end(), result.begin());
  return result;
}

}  // namespace csca
