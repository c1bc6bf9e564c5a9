// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace csca {

/// The five rows smoothed by the binomial.
void smooth_rows(const std::array<const float*, 5>& rows, int width, float* out);

/// Every second column of the row smoothed by the binomial: out[x] lies on row[2 x]. Reads two columns more at both
/// ends.
void smooth_and_halve(const float* row, int half_width, float* out);

}  // namespace csca
