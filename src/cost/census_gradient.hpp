// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/cost.hpp>

#include "cost/integer_form.hpp"

#include <memory>
#include <optional>

namespace csca {

/// `cg`: truncated colour difference, truncated differences of the x and the y gradient, and a 5x5 census distance.
std::unique_ptr<MatchingCost> make_census_gradient(const CostOptions& options, const FloatImage& left,
                                                   FloatImage right);

std::size_t census_gradient_bytes_per_pixel(const CostOptions& options, int channels);

std::optional<IntegerForm> census_gradient_integer_form(const CostOptions& options);

}  // namespace csca
