// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/colour.hpp"

#include <array>

namespace csca::picture {

inline constexpr Colour white{255, 255, 255};
inline constexpr Colour ink{40, 40, 40};
/// Grey is outside the map, whose colours all have chroma, so that "unknown" reads as no value rather than a middle
/// one.
inline constexpr Colour unknown_grey{128, 128, 128};
inline constexpr Colour error_red{230, 25, 30};
inline constexpr Colour unknown_blue{85, 145, 220};  ///< among errors, where grey is the image
inline constexpr int darkening = 3;                  ///< pixels that do not count keep a third of their brightness

inline void put(std::uint8_t* pixel, Colour colour) {
  pixel[0] = colour.red;
  pixel[1] = colour.green;
  pixel[2] = colour.blue;
}

/// The colour scale, dark to bright: lightness rises linearly, equal steps look equal.
const std::array<Colour, 256>& colour_map();

}  // namespace csca::picture
