// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/options.hpp>

#include <vector>

// Spanning trees by the book, for small images: nothing of src/aggregate is used.
namespace csca::naive {

/// Pixels are numbered row by row; a < b.
struct Edge {
  int a;
  int b;
  int weight;

  bool operator==(const Edge&) const = default;
};

/// Edges between 4-neighbours, horizontal ones row by row, then vertical ones column by column. They weigh the largest
/// channel difference of the 8-bit guide after a 3x3 median.
std::vector<Edge> edges_of(const FloatImage& guide);

/// Kruskal: the lightest edge that closes no cycle, the first one of equals.
std::vector<Edge> minimum_spanning_tree(std::vector<Edge> edges, int pixels);

/// Prim: the total weight of any minimum spanning tree.
int least_total_weight(const std::vector<Edge>& edges, int pixels);

/// Segments by Felzenszwalb and Huttenlocher, then the lightest edges between them, with the penalty where both sides
/// are large.
std::vector<Edge> segment_tree(std::vector<Edge> edges, int pixels, const SegmentTreeOptions& options);

/// Distance along the tree between each pair of pixels.
std::vector<std::vector<int>> distances(const std::vector<Edge>& tree, int pixels);

}  // namespace csca::naive
