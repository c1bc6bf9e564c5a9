// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

namespace csca {

/// `gf`: guided filter of each level with the image as guide. In each window the cost is fitted by a linear function of
/// the guide's colour; a pixel gets the mean of the fits of all windows that contain it. Two box filters deep, O(1) a
/// cell whatever the radius.
AggregationFactory make_guided(const AggregateOptions& options);

/// Pixels around a result that it depends on: two box filters deep.
std::optional<int> guided_margin(const AggregateOptions& options);

std::size_t guided_bytes(const AggregateOptions& options, const Slab& slab);
std::size_t guided_companion_bytes(const AggregateOptions& options, const Slab& slab);
std::size_t guided_guide_bytes(std::size_t pixels, int channels);

}  // namespace csca
