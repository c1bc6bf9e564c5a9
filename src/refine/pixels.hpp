// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/refine.hpp>

#include <cmath>
#include <limits>

// What all steps ask about a pixel.
namespace csca {

inline bool has_value(float disparity) { return std::isfinite(disparity); }

/// Pixels without data stay unknown unless the caller wants a value everywhere.
inline bool may_fill(std::uint8_t validity, Fill fill) {
  return fill == Fill::all || (validity & (Validity::unknown_pixel | Validity::masked)) == 0;
}

/// Gives a pixel that had no value one from its neighbours. The bits that say why it had none stay.
inline void give(const Refinement& refinement, std::size_t pixel, float value) {
  refinement.disparity.data()[pixel] = value;
  refinement.validity.data()[pixel] |= Validity::filled;
}

/// Takes a pixel's value, which nothing around it supports: a value that is gone is not filled.
inline void forget_speckle(const Refinement& refinement, std::size_t pixel) {
  refinement.disparity.data()[pixel] = std::numeric_limits<float>::quiet_NaN();
  std::uint8_t& validity = refinement.validity.data()[pixel];
  validity = static_cast<std::uint8_t>((validity | Validity::speckle) & ~Validity::filled);
}

/// Throws Error unless validity and guide have the size of the disparity map; a guide without channels is no guide.
void check_sizes(const Refinement& refinement);

}  // namespace csca
