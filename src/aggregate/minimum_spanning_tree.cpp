// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/minimum_spanning_tree.hpp"

#include "aggregate/union_find.hpp"

namespace csca {

Tree minimum_spanning_tree(const PixelGraph& graph) {
  UnionFind sets(graph.pixels());
  Joints joints;
  joints.assign(graph.pixels(), 0);
  int missing = graph.width * graph.height - 1;
  for (const Edge edge : edges_by_direction(graph)) {
    if (missing == 0) break;
    if (!sets.merge(graph.first(edge), graph.second(edge))) continue;
    join(graph, edge, joints);
    --missing;
  }
  return rooted(graph, std::move(joints));
}

}  // namespace csca
