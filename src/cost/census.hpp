// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/cost.hpp>

#include <memory>

namespace csca {

/// `cen`: Hamming distance of census transforms of luma, truncated at a share of the bits.
std::unique_ptr<MatchingCost> make_census(const CostOptions& options, const FloatImage& left, FloatImage right);

}  // namespace csca
