// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>
#include <csca/volume.hpp>

#include "aggregate/pixel_graph.hpp"

#include <algorithm>
#include <cstdint>

namespace csca {

/// An edge of a rooted tree, seen from the child: 4 pixel + direction of its parent. Directions are left, right, above,
/// below. `check_tree_size` sees to it that pixels leave room for them.
using Link = std::uint32_t;

/// All edges of a tree in the order in which a sweep takes them, cut where the sweep has to wait for a run of cells or
/// may hand one on. Runs are the pieces of `Tree::run` columns into which rows are cut, row by row.
struct Sweep {
  static constexpr std::size_t ahead = 32;  ///< links that a sweep looks ahead; `links` has so many more

  AlignedVector<Link> links;
  AlignedVector<std::uint8_t> distance;  ///< of each link, 8-bit steps
  std::uint32_t first = 0;               ///< link that counts
  PooledVector<std::uint32_t> end;       ///< behind the links of each run

  std::uint32_t begin(int run) const { return run == 0 ? first : end[run - 1]; }
};

/// A spanning tree of the pixels. Cells stay where their pixels are, so sweeps have to meet them while they are in
/// cache. Most subtrees reach over few rows only: upwards (to the root) a link comes with the last run of its subtree,
/// when all its children have been, downwards with the first one. Sweeps can then go along with the runs as they are
/// made and as they leave; few links have to do with rows far away.
struct Tree {
  int width = 0;
  int height = 0;
  int pitch = 0;  ///< pixels from a row to the next, as in PixelGraph
  int run = 0;    ///< columns that are worked on at a time
  Sweep up;       ///< children before parents; up to a run, nothing behind its pixels' neighbours is touched
  Sweep down;  ///< parents before children; after a run, nothing before its pixels' neighbours is touched, or changes

  int runs() const { return (width + run - 1) / run; }  ///< of a row
  Columns columns(int r) const { return {r % runs() * run, std::min(r % runs() * run + run, width)}; }
};

/// The neighbours with which each pixel is joined: bits 1 << direction.
using Joints = AlignedVector<std::uint8_t>;

/// Joins the two pixels of an edge.
void join(const PixelGraph& graph, Edge edge, Joints& joints);

/// The tree of these joints, which have to span the graph without a cycle. O(pixels).
Tree rooted(const PixelGraph& graph, Joints joints);

}  // namespace csca
