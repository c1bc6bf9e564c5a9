// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>
#include <csca/window.hpp>

#include <algorithm>

namespace csca {

/// A part of a map that lies at `place`; empty for an empty map.
template <class T>
Plane<T> cut_out(const Plane<T>& plane, const Window& place, const Window& part) {
  if (plane.empty()) return {};
  Plane<T> result(part.width, part.height);
  for (int y = 0; y < part.height; ++y) {
    std::copy_n(plane.row(part.y - place.y + y) + (part.x - place.x), part.width, result.row(y));
  }
  return result;
}

}  // namespace csca
