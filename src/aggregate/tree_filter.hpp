// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

#include "aggregate/tree.hpp"

#include <memory>

namespace csca {

/// Aggregation over a tree: the filter's sums, divided by Z^normalise where Z is what the filter makes of ones.
std::unique_ptr<Aggregation> make_tree_filter(Tree tree, double sigma, double normalise);

/// One slab and a row. What is kept once a scale is small beside it: 13 bytes a pixel.
std::size_t tree_filter_bytes(const Slab& slab);

}  // namespace csca
