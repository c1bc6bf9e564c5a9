// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace csca {

/// columns += entering - leaving, either of which may be null.
void slide_columns(const float* entering, const float* leaving, std::size_t size, float* columns);

/// Where running sums start anew: at column `first` and every `period` columns from there on.
struct Restarts {
  int first;
  int period;
};

/// Sums of 2 radius + 1 columns, those inside the image, times each pixel's factor.
void sum_along(const float* columns, int width, int stride, int radius, Restarts restarts, const float* factors,
               float* out);

}  // namespace csca
