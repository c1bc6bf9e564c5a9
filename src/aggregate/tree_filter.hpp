// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

#include "aggregate/spare_buffers.hpp"
#include "aggregate/tree.hpp"

#include <memory>

namespace csca {

/// Aggregation over a tree: the filter's sums, divided by Z^normalise where Z is what the filter makes of ones.
/// The trees of all scales may share their buffers.
std::unique_ptr<Aggregation> make_tree_filter(Tree tree, double sigma, double normalise,
                                              std::shared_ptr<SpareBuffers> spare);

/// One slab and a row. What is kept once a scale is small beside it: 5 bytes a pixel for each sweep, and 4 for Z.
std::size_t tree_filter_bytes(const Slab& slab);

}  // namespace csca
