// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/cost.hpp>
#include <csca/validity.hpp>

namespace csca {

/// What is known of each pixel before any disparity is: whether it takes part, and how much of its range it can see.
/// `known` is the left image's and may be empty, as may be the mask.
ValidityMap validity_of(const CostSource& finest, const Mask& known, const Mask& mask);

/// Pixels that are not known have no disparity. `known` may be empty: all are.
void forget_unknown(Plane<float>& disparity, const Mask& known);

}  // namespace csca
