// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include <cstddef>

namespace csca {

/// How fine levels lie over coarse ones: fine level k reads the coarse cells (k + offset) / 2, rounded down and up; the
/// mean of the two when linear, else the upper one.
struct LevelMap {
  int offset;  // 0 or 1
  bool linear;
};

/// `count` cells of each pixel from one layout to another.
void pack_levels(const float* row, int width, int stride, int count, int packed_stride, float* packed);

}  // namespace csca
