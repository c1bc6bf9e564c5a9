// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

namespace csca {

/// `bf`: the mean over a large window, weighted by nearness and by likeness of colour in the left image (asymmetric
/// adaptive support weights). Exact, O(window) a cell; a pixel's weights are computed once for all levels of a slab. A
/// slab is worked on by as many threads as it may have.
AggregationFactory make_bilateral(const AggregateOptions& options);

/// Pixels around a result that it depends on; a window that wraps sees the whole image.
std::optional<int> bilateral_margin(const AggregateOptions& options);

/// Which weights are negligible is decided for a few pixels at a time: they have to lie alike.
int bilateral_grid(int scale);

std::size_t bilateral_bytes(const AggregateOptions& options, const Slab& slab);

}  // namespace csca
