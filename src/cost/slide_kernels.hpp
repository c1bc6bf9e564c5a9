// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cost/gaps.hpp"
#include "cost/integer_kernels.hpp"

#include <csca/volume.hpp>

#include <cstdint>

namespace csca {

/// How many levels at a time kernels take of so many that are left: 64, 32, 16 or, in plain code, 2.
int level_block(int levels);

/// Costs of a row's columns at a block of levels enter the sums down the columns. `ring` holds the costs that leave,
/// and then those that entered. Both are `block` cells a pixel; those behind levels.count hold rubbish. Kernels read
/// whole vectors: a block reaches no further than FeatureRows::margin.
void slide_costs(const IntegerRow& row, const GapRow& gaps, Columns columns, Levels levels, int block,
                 std::uint16_t* ring, std::uint16_t* sums);

/// sums -= ring: a row leaves and none enters.
void drop_costs(const std::uint16_t* ring, std::size_t size, std::uint16_t* sums);

/// The mean cost of each column's cells with a partner, so many of the range's as `counts` says, rounded; 0 for pixels
/// that are unknown or have no such cell.
void mean_costs(const IntegerRow& row, const GapRow& gaps, const int* counts, Columns columns, Levels range,
                float* out);

}  // namespace csca
