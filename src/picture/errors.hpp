// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/colour_map.hpp"

namespace csca::picture {

inline constexpr Colour error_red{230, 25, 30};
inline constexpr int darkening = 3;  ///< pixels that do not count keep a third of their brightness

}  // namespace csca::picture
