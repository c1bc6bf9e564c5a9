// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/cost.hpp>
#include <csca/validity.hpp>

namespace csca {

/// What is known of each pixel before any disparity is: whether it takes part, and how much of its range it can see.
ValidityMap validity_of(const CostSource& finest, const FloatImage& left, const Mask& mask);

/// Pixels that are not known have no disparity. `known` may be empty: all are.
void forget_unknown(Plane<float>& disparity, const Mask& known);

}  // namespace csca
