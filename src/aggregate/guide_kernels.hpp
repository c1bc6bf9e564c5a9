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

}  // namespace csca
