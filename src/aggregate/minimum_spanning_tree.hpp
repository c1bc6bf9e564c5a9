// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "aggregate/tree.hpp"

namespace csca {

/// Kruskal's algorithm over edges in the order of `edges_by_direction`, which settles ties. O(pixels), nearly.
Tree minimum_spanning_tree(const PixelGraph& graph);

}  // namespace csca
