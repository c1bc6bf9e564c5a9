// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>

#include "aggregate/pixel_graph.hpp"

#include <cstdint>

namespace csca {

/// An edge of a rooted tree, seen from the child: 4 pixel + direction of its parent. Directions are left, right, above,
/// below.
using Link = std::uint32_t;

/// All edges of a tree in the order in which a sweep takes them, cut where the sweep has to wait for a row of cells or
/// may hand one on.
struct Sweep {
  static constexpr std::size_t ahead = 32;  ///< links that a sweep looks ahead; `links` has so many more

  AlignedVector<Link> links;
  AlignedVector<std::uint8_t> distance;  ///< of each link, 8-bit steps
  std::uint32_t first = 0;               ///< link that counts
  std::vector<std::uint32_t> end;        ///< behind the links of each row

  std::uint32_t begin(int y) const { return y == 0 ? first : end[y - 1]; }
};

/// A spanning tree of the pixels. Cells stay where their pixels are, so sweeps have to meet them while they are in
/// cache. Most subtrees reach over few rows only: upwards (to the root) a link comes with the last row of its subtree,
/// when all its children have been, downwards with the first one. Sweeps can then go along with the rows as they are
/// made and as they leave; few links have to do with rows far away.
struct Tree {
  int width = 0;
  int height = 0;
  int pitch = 0;  ///< pixels from a row to the next, as in PixelGraph
  Sweep up;       ///< children before parents; those of row y touch no row below y + 1
  Sweep down;     ///< parents before children; after those of row y, rows 0 to y are final
};

/// The neighbours with which each pixel is joined: bits 1 << direction.
using Joints = AlignedVector<std::uint8_t>;

/// Joins the two pixels of an edge.
void join(const PixelGraph& graph, Edge edge, Joints& joints);

/// The tree of these joints, which have to span the graph without a cycle. O(pixels).
Tree rooted(const PixelGraph& graph, Joints joints);

}  // namespace csca
