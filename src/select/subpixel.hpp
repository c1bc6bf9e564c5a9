// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>

namespace csca {

/// Where between -1/2 and 1/2 of a level the minimum lies, given the winner's cost and its neighbours'. 0 where a
/// neighbour is missing (infinite).
float subpixel_offset(Subpixel subpixel, float below, float lowest, float above);

}  // namespace csca
