// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/cost.hpp>

#include "cost/integer_form.hpp"

#include <memory>
#include <optional>

namespace csca {

/// `grd`, paper Eq. 2: truncated mean absolute colour difference and truncated difference of the x gradient of luma.
std::unique_ptr<MatchingCost> make_intensity_gradient(const CostOptions& options, const FloatImage& left,
                                                      FloatImage right);

std::size_t intensity_gradient_bytes_per_pixel(const CostOptions& options, int channels);

std::optional<IntegerForm> intensity_gradient_integer_form(const CostOptions& options);

}  // namespace csca
