// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace csca {

/// columns += entering - leaving, either of which may be null.
void slide_columns(const float* entering, const float* leaving, std::size_t size, float* columns);
void slide_columns(const std::uint16_t* entering, const std::uint16_t* leaving, std::size_t size,
                   std::uint16_t* columns);

/// Sums of 2 radius + 1 columns, those inside the image, times each pixel's factor.
void sum_along(const float* columns, int width, int stride, int radius, const float* factors, float* out);

/// The same in whole numbers; factors count in 1 / 65536. Sums have to fit 16 bits; results are cut at 65535.
void sum_along(const std::uint16_t* columns, int width, int stride, int radius, const std::uint32_t* factors,
               std::uint16_t* out);

}  // namespace csca
