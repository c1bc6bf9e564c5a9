// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/cost.hpp>

#include <memory>

namespace csca {

/// `cen`: Hamming distance of census transforms of luma, truncated at a share of the bits.
std::unique_ptr<MatchingCost> make_census(const CostOptions& options, const FloatImage& left, FloatImage right);

std::size_t census_bytes_per_pixel(const CostOptions& options, int channels);

}  // namespace csca
