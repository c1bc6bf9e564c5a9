// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>

#include <cmath>

namespace csca::io {

/// Unknown pixels get a form's own mark. Every form but PNG can hold any number.
inline Plane<float> mark_unknown(Plane<float> plane, float mark) {
  for (float& value : plane) {
    if (!std::isfinite(value)) value = mark;
  }
  return plane;
}

}  // namespace csca::io
