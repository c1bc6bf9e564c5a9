// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/refine.hpp>

#include <cmath>

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

/// Throws Error unless validity and guide have the size of the disparity map; a guide without channels is no guide.
void check_sizes(const Refinement& refinement);

}  // namespace csca
