// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace csca {

/// Values from 0 to 1 as 0 to 255, rounded; those outside are clamped.
void to_eight_bits(const float* values, int count, std::uint8_t* bytes);

/// The 3x3 median of the row `here` between its neighbours. The three rows have one value more at both ends.
void median_row(const std::uint8_t* above, const std::uint8_t* here, const std::uint8_t* below, int width,
                std::uint8_t* out);

/// Raises the weights of a row's edges (2 x: to the pixel above, 2 x + 1: to the left one) to this channel's
/// differences. Without a row above, or on the left, the difference is 0.
void raise_weights(const std::uint8_t* above, const std::uint8_t* here, int width, std::uint8_t* weights);

/// Which edge of each square of four pixels is the last one by rising weight, ties as in `edges_by_direction`: 1 the
/// upper, 2 the lower, 3 the left, 4 the right one. A square lies between the rows of these weights and between columns
/// x - 1 and x; there is none at 0.
void heaviest_of_squares(const std::uint8_t* weights_above, const std::uint8_t* weights, int width,
                         std::uint8_t* heaviest);

/// Marks the edges of a row, placed as in `raise_weights`, that are the heaviest one of a square above or below the
/// row. Both rows of squares have one more at the end, a 0.
void mark_heaviest(const std::uint8_t* above, const std::uint8_t* below, int width, std::uint8_t* marks);

}  // namespace csca
