// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/cost.hpp>

#include "cost/integer_form.hpp"

#include <memory>
#include <optional>

namespace csca {

/// `cen`: Hamming distance of census transforms of luma, truncated at a share of the bits.
std::unique_ptr<MatchingCost> make_census(const CostOptions& options, const FloatImage& left, FloatImage right);

std::size_t census_bytes_per_pixel(const CostOptions& options, int channels);
std::optional<int> census_margin(const CostOptions& options);

std::optional<IntegerForm> census_integer_form(const CostOptions& options);

}  // namespace csca
