// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/geometry.hpp>
#include <csca/plane.hpp>

#include <random>

namespace csca {

inline Calibration small_camera(int width, int height) {
  return {.width = width, .height = height, .focal_length = 480, .cx = 17.5, .cy = 2.25, .doffs = 7, .baseline = 0.12};
}

inline Plane<float> random_map(int width, int height, float low, float high) {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> between(low, high);
  Plane<float> map(width, height);
  for (float& value : map) value = between(random);
  return map;
}

}  // namespace csca
