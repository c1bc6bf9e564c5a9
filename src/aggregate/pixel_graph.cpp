// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/pixel_graph.hpp"

#include <csca/aligned.hpp>
#include <csca/error.hpp>

#include "aggregate/guide_kernels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace csca {
namespace {

/// A ring of three rows in 8 bits, each with its ends repeated once.
Plane<std::uint8_t> median(const Plane<float>& in) {
  const int width = in.width();
  const int height = in.height();
  Plane<std::uint8_t> out(width, height);
  Plane<std::uint8_t> ring(width + 2, 3);
  const auto load = [&](int y) {
    std::uint8_t* row = ring.row(y % 3);
    to_eight_bits(in.row(y), width, row + 1);
    row[0] = row[1];
    row[width + 1] = row[width];
  };
  load(0);
  for (int y = 0; y < height; ++y) {
    const int above = std::max(y - 1, 0);
    const int below = std::min(y + 1, height - 1);
    if (below > y) load(below);
    median_row(ring.row(above % 3), ring.row(y % 3), ring.row(below % 3), width, out.row(y));
  }
  return out;
}

int pitch_of(int width) { return width + width % 2; }

Edge edge_at(const PixelGraph& graph, int x, int y, bool horizontal) {
  return 2 * (static_cast<Edge>(y) * static_cast<Edge>(graph.pitch) + static_cast<Edge>(x)) + (horizontal ? 1 : 0);
}

template <class Take>
void visit_by_direction(const PixelGraph& graph, const Take& take) {
  for (int y = 0; y < graph.height; ++y) {
    for (int x = 1; x < graph.width; ++x) take(edge_at(graph, x, y, true));
  }
  for (int x = 0; x < graph.width; ++x) {
    for (int y = 1; y < graph.height; ++y) take(edge_at(graph, x, y, false));
  }
}

template <class Take>
void visit_by_pixel(const PixelGraph& graph, const Take& take) {
  for (int y = 0; y < graph.height; ++y) {
    for (int x = 0; x < graph.width; ++x) {
      if (x > 0) take(edge_at(graph, x, y, true));
      if (y + 1 < graph.height) take(edge_at(graph, x, y + 1, false));
    }
  }
}

/// Counting sort of the edges, ties in the order in which `visit` calls its argument with every edge. `key` of an edge
/// is its weight, and 256 more to leave it out. O(edges).
template <class Visit, class Key>
AlignedVector<Edge> sorted(const PixelGraph& graph, const Visit& visit, const Key& key) {
  std::array<std::size_t, 513> start{};
  visit_by_pixel(graph, [&](Edge edge) { ++start[key(edge) + 1U]; });  // in the order of memory
  for (std::size_t w = 0; w < 512; ++w) start[w + 1] += start[w];
  const std::size_t count = start[256];
  AlignedVector<Edge> edges;
  edges.resize(start[512]);
  visit([&](Edge edge) { edges[start[key(edge)]++] = edge; });
  edges.resize(count);
  return edges;
}

/// Marks the heaviest edge of each square of four pixels. On a cycle, Kruskal's algorithm finds the last edge's pixels
/// joined by the others: these edges are in no tree, and most of what it would refuse.
AlignedVector<std::uint8_t> heaviest_edges(const PixelGraph& graph) {
  AlignedVector<std::uint8_t> marks;
  marks.resize(graph.weight.size());
  Plane<std::uint8_t> squares(graph.width + 1, 2);  // above and below a row; none above the first one
  for (int y = 0; y < graph.height; ++y) {
    std::uint8_t* above = squares.row(y % 2);
    std::uint8_t* below = squares.row((y + 1) % 2);
    const Edge row = edge_at(graph, 0, y, false);
    if (y + 1 < graph.height) {
      heaviest_of_squares(&graph.weight[row], &graph.weight[edge_at(graph, 0, y + 1, false)], graph.width, below);
    } else {
      std::fill_n(below, graph.width, std::uint8_t{0});
    }
    mark_heaviest(above, below, graph.width, &marks[row]);
  }
  return marks;
}

}  // namespace

PooledVector<Plane<std::uint8_t>> median_guide(const FloatImage& guide) {
  PooledVector<Plane<std::uint8_t>> channels;
  for (const Plane<float>& channel : guide.channels) channels.push_back(median(channel));
  return channels;
}

void check_tree_size(int width, int height) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  if (static_cast<std::int64_t>(pitch_of(width)) * height <= most) return;
  throw Error(
      fmt::format("images have {} x {} pixels: trees (nl, st) take up to {} of them; choose another method or "
                  "make the images smaller",
                  width, height, most));
}

PixelGraph::PixelGraph(int columns, int rows) : width(columns), height(rows), pitch(pitch_of(columns)) {
  check_tree_size(width, height);
  weight.assign(2 * pixels(), 0);
}

PixelGraph pixel_graph(const PooledVector<Plane<std::uint8_t>>& guide) {
  PixelGraph graph(guide.front().width(), guide.front().height());
  for (int y = 0; y < graph.height; ++y) {
    for (const Plane<std::uint8_t>& channel : guide) {
      raise_weights(channel.row(std::max(y - 1, 0)), channel.row(y), graph.width,
                    &graph.weight[edge_at(graph, 0, y, false)]);
    }
  }
  return graph;
}

AlignedVector<Edge> edges_by_direction(const PixelGraph& graph) {
  const AlignedVector<std::uint8_t> left_out = heaviest_edges(graph);
  return sorted(
      graph, [&](const auto& take) { visit_by_direction(graph, take); },
      [&](Edge edge) { return graph.weight[edge] + 256U * left_out[edge]; });
}

AlignedVector<Edge> edges_by_pixel(const PixelGraph& graph) {
  return sorted(
      graph, [&](const auto& take) { visit_by_pixel(graph, take); },
      [&](Edge edge) { return static_cast<unsigned>(graph.weight[edge]); });
}

}  // namespace csca
