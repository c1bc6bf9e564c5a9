// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Rows as voters need them.
namespace csca {

/// Samples within 0 and 1 as bytes; 0 for what is no number.
void bytes_of(const float* samples, int width, std::uint8_t* bytes);

/// Disparities times `scale`, rounded, at most `vote_highest` on both sides; `vote_unknown` for what is not finite.
void steps_of(const float* disparities, int width, float scale, std::int16_t* steps);

/// 1 for pixels that are unknown or differ from the next one, in the row or below, by more than `jump`, and for their
/// neighbours in the row. `unsure` is scratch for the row.
void mark_jumps(const float* row, const float* below, int width, float jump, std::uint8_t* unsure,
                std::uint8_t* doubtful);

/// Every `spacing`-th number side by side, `length` from phase to phase. A spacing is 2 or 4.
void split_row(const std::uint8_t* row, int width, int spacing, int length, std::uint8_t* out);
void split_row(const std::int16_t* row, int width, int spacing, int length, std::int16_t* out);

}  // namespace csca
