// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cost/integer_kernels.hpp"

#include <csca/volume.hpp>

#include <cstdint>

namespace csca {

/// The costs of cells without a partner, whatever their level: one for each column of a band at both ends of the row.
struct FillRow {
  const float* values = nullptr;
  int left_band = 0;    ///< columns [0, left_band) come first,
  int right_begin = 0;  ///< then those from here on

  float operator[](int x) const { return values[x < left_band ? x : x - right_begin + left_band]; }
};

/// How many levels at a time kernels take of so many that are left: 64, 32, 16 or, in plain code, 2.
int level_block(int levels);

/// Costs of a row's columns at a block of levels enter the sums down the columns. `ring` holds the costs that leave,
/// and then those that entered. Both are `block` cells a pixel; those behind levels.count hold rubbish. Kernels read
/// whole vectors: a block reaches no further than FeatureRows::margin.
void slide_costs(const IntegerRow& row, const FillRow& fill, Columns columns, Levels levels, int block,
                 std::uint16_t* ring, std::uint16_t* sums);

/// sums -= ring: a row leaves and none enters.
void drop_costs(const std::uint16_t* ring, std::size_t size, std::uint16_t* sums);

/// For pixels that have a partner at some levels of the range but not at all, the mean of these cells' costs, rounded;
/// for others 0.
void mean_costs(const IntegerRow& row, Columns columns, Levels range, float* out);

}  // namespace csca
