// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include <algorithm>

namespace csca {

template <class T>
Plane<T> mirrored(Plane<T> plane) {
  for (int y = 0; y < plane.height(); ++y) std::reverse(plane.row(y), plane.row(y) + plane.width());
  return plane;
}

inline FloatImage mirrored(FloatImage image) {
  for (Plane<float>& channel : image.channels) channel = mirrored(std::move(channel));
  image.known = mirrored(std::move(image.known));
  return image;
}

}  // namespace csca
