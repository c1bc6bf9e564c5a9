// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/pixel_graph.hpp"

#include "aggregate/guide_kernels.hpp"

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

/// Stable counting sort; `visit` calls its argument with every edge, twice in the same order. O(edges).
template <class Visit>
AlignedVector<Edge> sorted(const PixelGraph& graph, const Visit& visit) {
  std::array<std::size_t, 257> start{};
  visit([&](Edge edge) { ++start[graph.weight[edge] + 1U]; });
  for (std::size_t w = 0; w < 256; ++w) start[w + 1] += start[w];
  AlignedVector<Edge> edges(start[256]);
  visit([&](Edge edge) { edges[start[graph.weight[edge]]++] = edge; });
  return edges;
}

Edge edge_at(const PixelGraph& graph, int x, int y, bool horizontal) {
  return 2 * (static_cast<Edge>(y) * static_cast<Edge>(graph.pitch) + static_cast<Edge>(x)) + (horizontal ? 1 : 0);
}

}  // namespace

std::vector<Plane<std::uint8_t>> median_guide(const FloatImage& guide) {
  std::vector<Plane<std::uint8_t>> channels;
  for (const Plane<float>& channel : guide.channels) channels.push_back(median(channel));
  return channels;
}

PixelGraph::PixelGraph(int columns, int rows) : width(columns), height(rows), pitch((columns + 1) / 2 * 2) {
  weight.assign(2 * pixels(), 0);
}

PixelGraph pixel_graph(const std::vector<Plane<std::uint8_t>>& guide) {
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
  return sorted(graph, [&](const auto& take) {
    for (int y = 0; y < graph.height; ++y) {
      for (int x = 1; x < graph.width; ++x) take(edge_at(graph, x, y, true));
    }
    for (int x = 0; x < graph.width; ++x) {
      for (int y = 1; y < graph.height; ++y) take(edge_at(graph, x, y, false));
    }
  });
}

AlignedVector<Edge> edges_by_pixel(const PixelGraph& graph) {
  return sorted(graph, [&](const auto& take) {
    for (int y = 0; y < graph.height; ++y) {
      for (int x = 0; x < graph.width; ++x) {
        if (x > 0) take(edge_at(graph, x, y, true));
        if (y + 1 < graph.height) take(edge_at(graph, x, y + 1, false));
      }
    }
  });
}

}  // namespace csca
