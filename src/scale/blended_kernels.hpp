// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scale/blended_cells.hpp"

namespace csca {

/// What the blended cells come to. `out` may be where they come from.
void blend_cells(const BlendedCells& blended, float* out);

}  // namespace csca
