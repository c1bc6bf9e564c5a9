// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "aggregate/pixel_graph.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace csca {

/// A spanning tree of the pixels, rooted at pixel 0. Nodes lie in breadth-first order: parents before children, so that
/// both sweeps of the filter walk memory in one direction.
struct Tree {
  std::vector<std::uint32_t> node;     ///< of each pixel
  std::vector<std::uint32_t> parent;   ///< of each node; the root's is itself
  std::vector<std::uint8_t> distance;  ///< of each node to its parent, 8-bit steps
};

/// The tree of these edges, which have to span the graph without a cycle. O(pixels).
Tree rooted(const PixelGraph& graph, std::span<const Edge> edges);

/// exp(-w / (255 sigma)) for each distance w.
using Similarity = std::array<float, 256>;
Similarity similarity(double sigma);

/// Replaces the values of each node by their sum over all nodes, weighted with the similarity along the path between
/// the two: exact in two sweeps (Yang, CVPR 2012, Eq. 6 and 7). `values` holds `stride` floats a node, in node order.
void filter(const Tree& tree, const Similarity& similarity, int stride, float* values);

}  // namespace csca
