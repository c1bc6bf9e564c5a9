// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/pixel_graph.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace csca {
namespace {

Plane<std::uint8_t> eight_bit(const Plane<float>& channel) {
  Plane<std::uint8_t> bytes(channel.width(), channel.height());
  std::transform(channel.begin(), channel.end(), bytes.begin(), [](float value) {
    return static_cast<std::uint8_t>(std::lrint(255.0F * std::clamp(value, 0.0F, 1.0F)));
  });
  return bytes;
}

template <class T>
T middle(T a, T b, T c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

/// The median of nine is the middle one of: the largest minimum, the middle median, the least maximum of the columns.
Plane<std::uint8_t> median(const Plane<std::uint8_t>& in) {
  const int width = in.width();
  const int height = in.height();
  Plane<std::uint8_t> out(width, height);
  std::vector<std::uint8_t> low(width + 2);  // column x at place x + 1, the border repeated
  std::vector<std::uint8_t> mid(width + 2);
  std::vector<std::uint8_t> high(width + 2);
  for (int y = 0; y < height; ++y) {
    const std::uint8_t* above = in.row(std::max(y - 1, 0));
    const std::uint8_t* here = in.row(y);
    const std::uint8_t* below = in.row(std::min(y + 1, height - 1));
    for (int x = 0; x < width; ++x) {
      low[x + 1] = std::min({above[x], here[x], below[x]});
      mid[x + 1] = middle(above[x], here[x], below[x]);
      high[x + 1] = std::max({above[x], here[x], below[x]});
    }
    for (auto* column : {&low, &mid, &high}) {
      column->front() = (*column)[1];
      column->back() = (*column)[width];
    }
    for (int x = 0; x < width; ++x) {
      out(x, y) = middle(std::max({low[x], low[x + 1], low[x + 2]}), middle(mid[x], mid[x + 1], mid[x + 2]),
                         std::min({high[x], high[x + 1], high[x + 2]}));
    }
  }
  return out;
}

/// Stable counting sort; `visit` calls its argument with every edge, twice in the same order. O(edges).
template <class Visit>
std::vector<Edge> sorted(const PixelGraph& graph, const Visit& visit) {
  std::array<std::size_t, 257> start{};
  visit([&](Edge edge) { ++start[graph.weight[edge] + 1U]; });
  for (std::size_t w = 0; w < 256; ++w) start[w + 1] += start[w];
  std::vector<Edge> edges(start[256]);
  visit([&](Edge edge) { edges[start[graph.weight[edge]]++] = edge; });
  return edges;
}

Edge edge_at(const PixelGraph& graph, int x, int y, bool horizontal) {
  return 2 * (static_cast<Edge>(y) * static_cast<Edge>(graph.width) + static_cast<Edge>(x)) + (horizontal ? 1 : 0);
}

}  // namespace

std::vector<Plane<std::uint8_t>> median_guide(const FloatImage& guide) {
  std::vector<Plane<std::uint8_t>> channels;
  for (const Plane<float>& channel : guide.channels) channels.push_back(median(eight_bit(channel)));
  return channels;
}

PixelGraph pixel_graph(const std::vector<Plane<std::uint8_t>>& guide) {
  PixelGraph graph{guide.front().width(), guide.front().height(), {}};
  graph.weight.assign(2 * graph.pixels(), 0);
  for (const Plane<std::uint8_t>& channel : guide) {
    for (int y = 0; y < graph.height; ++y) {
      const std::uint8_t* here = channel.row(y);
      const std::uint8_t* above = channel.row(std::max(y - 1, 0));
      std::uint8_t* weight = graph.weight.data() + edge_at(graph, 0, y, false);
      for (int x = 0; x < graph.width; ++x) {
        const int up = std::abs(here[x] - above[x]);
        const int left = std::abs(here[x] - here[std::max(x - 1, 0)]);
        weight[2 * x] = static_cast<std::uint8_t>(std::max<int>(weight[2 * x], up));
        weight[2 * x + 1] = static_cast<std::uint8_t>(std::max<int>(weight[2 * x + 1], left));
      }
    }
  }
  return graph;
}

std::vector<Edge> edges_by_direction(const PixelGraph& graph) {
  return sorted(graph, [&](const auto& take) {
    for (int y = 0; y < graph.height; ++y) {
      for (int x = 1; x < graph.width; ++x) take(edge_at(graph, x, y, true));
    }
    for (int x = 0; x < graph.width; ++x) {
      for (int y = 1; y < graph.height; ++y) take(edge_at(graph, x, y, false));
    }
  });
}

std::vector<Edge> edges_by_pixel(const PixelGraph& graph) {
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
