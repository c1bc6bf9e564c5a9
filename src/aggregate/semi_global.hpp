// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

namespace csca {

/// `sgm`: semi-global matching (Hirschmueller, PAMI 2008). Along each of 5 or 8 paths that end at a pixel, the lowest
/// cost of all disparities on the way that give the pixel a level, with a penalty for each step from pixel to pixel;
/// the result is the mean over the paths. O(1) a cell and path. It sees all levels together.
AggregationFactory make_semi_global(const AggregateOptions& options);

/// The same for mixtures: made ahead of the slabs and kept, so that the other parts can be run slab by slab. Results
/// are brought to the unit of means of costs.
AggregationFactory make_semi_global_part(const AggregateOptions& options);

std::size_t semi_global_bytes(const AggregateOptions& options, const Slab& slab);

/// What the first of several passes leaves behind, of a pixel.
std::size_t semi_global_pass_bytes(const AggregateOptions& options);

/// What the part keeps of all levels.
std::size_t semi_global_part_bytes(const AggregateOptions& options, const Slab& all);

}  // namespace csca
