// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/validity.hpp>
#include <csca/volume.hpp>

namespace csca {

/// What is known of each left pixel before any disparity is: whether it takes part, and how much of the range it can
/// see. Masks may be empty: then all pixels are known.
struct ViewMasks {
  const Mask& left_known;
  const Mask& right_known;
  const Mask& left_mask;  ///< the caller's, which is part of left_known
};
ValidityMap validity_of(int width, int height, Levels range, const ViewMasks& masks);

/// Pixels that are not known have no disparity. `known` may be empty: all are.
void forget_unknown(Plane<float>& disparity, const Mask& known);

}  // namespace csca
