// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

namespace csca {

/// `box`: the mean (or sum) of the square window around a pixel, clipped at the border. O(1) a cell, whatever the
/// radius.
AggregationFactory make_box(const AggregateOptions& options);

std::size_t box_bytes(const AggregateOptions& options, const Slab& slab);

}  // namespace csca
