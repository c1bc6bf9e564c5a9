// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

namespace csca {

/// `nl`: every pixel of the image counts, by its distance along the guide's minimum spanning tree (Yang, CVPR 2012).
/// O(1) a cell.
AggregationFactory make_nonlocal(const AggregateOptions& options);

std::size_t nonlocal_bytes(const AggregateOptions& options, const Slab& slab);

}  // namespace csca
