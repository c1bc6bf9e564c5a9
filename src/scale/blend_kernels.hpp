// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include <cstddef>
#include <cstdint>

namespace csca {

/// How fine levels lie over coarse ones: fine level k reads the coarse cells (k + offset) / 2, rounded down and up; the
/// mean of the two when linear, else the upper one.
struct LevelMap {
  int offset;  // 0 or 1
  bool linear;
};

/// A row at coarse levels, `stride` cells a pixel, to one at fine levels, `fine_stride` cells a pixel. Reads whole
/// vectors: up to 64 cells behind the row.
void expand_levels(const std::uint16_t* row, int width, int stride, LevelMap map, int fine_stride, std::uint16_t* out);

void mean_of_rows(const std::uint16_t* a, const std::uint16_t* b, std::size_t size, std::uint16_t* out);

/// fine[x] = weight * fine[x] + coarse[x / 2] for all levels of each pixel x of the columns; with `linear`, odd pixels
/// read the mean of two coarse ones. Both rows begin with the first column's pixel. Whole numbers are not weighted
/// here.
void blend_columns(const std::uint16_t* coarse, int coarse_width, int stride, bool linear, float weight,
                   Columns columns, std::uint16_t* fine);

/// `count` cells of each pixel from one layout to another.
void pack_levels(const float* row, int width, int stride, int count, int packed_stride, float* packed);
void pack_levels(const std::uint16_t* row, int width, int stride, int count, int packed_stride, std::uint16_t* packed);

}  // namespace csca
