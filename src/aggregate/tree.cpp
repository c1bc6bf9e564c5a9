// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/tree.hpp"

#include <cmath>

namespace csca {
namespace {

/// One direction in which a pixel may have a neighbour.
struct Direction {
  std::uint8_t bit;
  std::uint8_t back;  // the bit by which the neighbour sees this pixel
  int dx;
  int dy;
};
constexpr Direction directions[] = {{1, 2, -1, 0}, {2, 1, 1, 0}, {4, 8, 0, -1}, {8, 4, 0, 1}};

/// Which neighbours each pixel is joined with, as bits.
std::vector<std::uint8_t> neighbours(const PixelGraph& graph, std::span<const Edge> edges) {
  std::vector<std::uint8_t> bits(graph.pixels());
  for (const Edge edge : edges) {
    const bool horizontal = edge % 2 == 1;
    bits[graph.second(edge)] |= horizontal ? 1 : 4;
    bits[graph.first(edge)] |= horizontal ? 2 : 8;
  }
  return bits;
}

/// `step` divides the stride and lets the compiler unroll: the lanes of a Volume, or 1 for single values.
template <int step>
void sweep(const Tree& tree, const Similarity& similarity, int stride, float* values) {
  const auto at = [&](std::size_t node) { return values + node * static_cast<std::size_t>(stride); };
  const std::size_t count = tree.parent.size();
  // Leaves to root: each node gathers its subtree.
  for (std::size_t i = count; i-- > 1;) {
    const float s = similarity[tree.distance[i]];
    const float* __restrict child = at(i);
    float* __restrict parent = at(tree.parent[i]);
    for (int lane = 0; lane < stride; lane += step) {
      for (int k = lane; k < lane + step; ++k) parent[k] += s * child[k];
    }
  }
  // Root to leaves: the parent's sum holds the child's own share, weighted with s twice.
  for (std::size_t i = 1; i < count; ++i) {
    const float s = similarity[tree.distance[i]];
    const float rest = 1 - s * s;
    float* __restrict child = at(i);
    const float* __restrict parent = at(tree.parent[i]);
    for (int lane = 0; lane < stride; lane += step) {
      for (int k = lane; k < lane + step; ++k) child[k] = s * parent[k] + rest * child[k];
    }
  }
}

}  // namespace

Tree rooted(const PixelGraph& graph, std::span<const Edge> edges) {
  const std::size_t count = graph.pixels();
  Tree tree;
  tree.node.resize(count);
  tree.parent.resize(count);
  tree.distance.resize(count);
  std::vector<std::uint8_t> open = neighbours(graph, edges);
  std::vector<std::uint32_t> pixel(count);  // of each node: the queue
  std::uint32_t reached = 1;
  for (std::uint32_t head = 0; head < reached; ++head) {
    const std::uint32_t from = pixel[head];
    for (const Direction& direction : directions) {
      if ((open[from] & direction.bit) == 0) continue;
      const std::uint32_t to = from + static_cast<std::uint32_t>(direction.dy * graph.width + direction.dx);
      open[to] &= static_cast<std::uint8_t>(~direction.back);  // never walk back: no list of visited pixels is needed
      const Edge edge = 2 * std::max(from, to) + (direction.dy == 0 ? 1 : 0);
      tree.node[to] = reached;
      tree.parent[reached] = head;
      tree.distance[reached] = graph.weight[edge];
      pixel[reached++] = to;
    }
  }
  return tree;
}

Similarity similarity(double sigma) {
  Similarity table{};
  for (int w = 0; w < 256; ++w) table[w] = static_cast<float>(std::exp(-w / (255 * sigma)));
  return table;
}

void filter(const Tree& tree, const Similarity& similarity, int stride, float* values) {
  stride % 8 == 0 ? sweep<8>(tree, similarity, stride, values) : sweep<1>(tree, similarity, stride, values);
}

}  // namespace csca
