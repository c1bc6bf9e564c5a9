// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>
#include <csca/plane.hpp>

#include "aggregate/tree.hpp"

namespace csca {

/// `st`: as `nl`, over a tree that spans segments of the guide before it joins them (Mei et al., CVPR 2013). O(1) a
/// cell.
AggregationFactory make_segment_tree(const AggregateOptions& options);

std::size_t segment_tree_bytes(const AggregateOptions& options, const Slab& slab);

/// ST-2: to the colour difference of an edge comes half its difference in `disparity`, a first result for the finest
/// guide, as a share of `range`. Unknown disparities (NaN) leave the colour alone. A coarser guide is known by its
/// size, that of the finest one halved (rounding up) s times: it reads every 2^s-th pixel.
AggregationFactory make_segment_tree_with_depth(const AggregateOptions& options, Plane<float> disparity, Levels range);

/// The tree of Mei et al., section 3: subtrees of segments (Felzenszwalb and Huttenlocher's criterion), then the
/// lightest edges between these. Edges go in the order of `edges_by_pixel`, which settles ties.
Tree segment_tree(PixelGraph graph, const SegmentTreeOptions& options);

}  // namespace csca
