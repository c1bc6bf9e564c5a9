// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/minimum_spanning_tree.hpp"

#include "aggregate/union_find.hpp"

namespace csca {

Tree minimum_spanning_tree(const PixelGraph& graph) {
  std::vector<Edge> edges = edges_by_direction(graph);
  UnionFind sets(graph.pixels());
  std::erase_if(edges, [&](Edge edge) {
    const std::uint32_t a = sets.find(graph.first(edge));
    const std::uint32_t b = sets.find(graph.second(edge));
    if (a != b) sets.join(a, b);
    return a == b;
  });
  return rooted(graph, edges);
}

}  // namespace csca
