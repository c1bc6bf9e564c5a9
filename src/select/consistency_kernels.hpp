// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace csca {

/// For each pixel x of a row the column of the other view nearest to x - sign * disparity, the right one of two that
/// are as near; `width` where that is outside or the disparity unknown. `sign` is 1 in the left view, -1 in the right.
void partner_columns(const float* disparity, int width, float sign, std::int32_t* columns);

/// The left row's disparities whose partners in the right view differ by more than the tolerance, or that have none,
/// become NaN; then `columns`, those of the partners, hold -1, and 0 elsewhere. right[width] has to be NaN.
void drop_unshared(const float* right, int width, float tolerance, float* left, std::int32_t* columns);

}  // namespace csca
