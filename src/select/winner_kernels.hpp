// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace csca {

/// For each pixel of a row of `stride` cells a pixel, the lowest of cells [begin, end) and the first that has it. What
/// is no number never wins; where no cell is below infinity the index is rubbish.
void lowest_cells(const float* row, int width, int stride, int begin, int end, float* cost, std::int32_t* index);

/// Lets each pixel's candidate compete with the lowest cost so far, the lower level on ties. Candidates that are not
/// below infinity are left out; returns whether there were any.
bool keep_lower(const float* costs, const std::int32_t* indices, int first_level, int width, float* cost,
                std::int32_t* level);
void keep_lower(const std::uint16_t* costs, const std::uint16_t* indices, int first_level, int width, float* cost,
                std::int32_t* level);

}  // namespace csca
