// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "naive_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace csca::naive {
namespace {

Plane<int> median(const Plane<float>& channel) {
  Plane<int> result(channel.width(), channel.height());
  for (int y = 0; y < channel.height(); ++y) {
    for (int x = 0; x < channel.width(); ++x) {
      std::vector<double> window;
      for (int v = y - 1; v <= y + 1; ++v) {
        for (int u = x - 1; u <= x + 1; ++u) {
          const double value = channel(std::clamp(u, 0, channel.width() - 1), std::clamp(v, 0, channel.height() - 1));
          window.push_back(std::clamp(std::nearbyint(255 * value), 0.0, 255.0));
        }
      }
      std::sort(window.begin(), window.end());
      result(x, y) = static_cast<int>(window[4]);
    }
  }
  return result;
}

/// Which component each pixel is in, renamed at each join: slow and plain.
struct Components {
  std::vector<int> of;

  explicit Components(int pixels) : of(pixels) { std::iota(of.begin(), of.end(), 0); }
  bool joined(const Edge& edge) const { return of[edge.a] == of[edge.b]; }
  int size(int pixel) const { return static_cast<int>(std::count(of.begin(), of.end(), of[pixel])); }
  void join(const Edge& edge) { std::replace(of.begin(), of.end(), int(of[edge.b]), int(of[edge.a])); }
};

}  // namespace

std::vector<Edge> edges_of(const FloatImage& guide) {
  std::vector<Plane<int>> channels;
  for (const Plane<float>& channel : guide.channels) channels.push_back(median(channel));
  const int width = guide.width();
  const auto edge = [&](int x, int y, int u, int v) {
    int weight = 0;
    for (const Plane<int>& channel : channels) weight = std::max(weight, std::abs(channel(x, y) - channel(u, v)));
    return Edge{y * width + x, v * width + u, weight};
  };
  std::vector<Edge> edges;
  for (int y = 0; y < guide.height(); ++y) {
    for (int x = 0; x + 1 < width; ++x) edges.push_back(edge(x, y, x + 1, y));
  }
  for (int x = 0; x < width; ++x) {
    for (int y = 0; y + 1 < guide.height(); ++y) edges.push_back(edge(x, y, x, y + 1));
  }
  return edges;
}

std::vector<Edge> minimum_spanning_tree(std::vector<Edge> edges, int pixels) {
  std::stable_sort(edges.begin(), edges.end(), [](const Edge& e, const Edge& f) { return e.weight < f.weight; });
  Components components(pixels);
  std::vector<Edge> tree;
  for (const Edge& edge : edges) {
    if (components.joined(edge)) continue;
    components.join(edge);
    tree.push_back(edge);
  }
  return tree;
}

int least_total_weight(const std::vector<Edge>& edges, int pixels) {
  std::vector<bool> reached(pixels);
  reached[0] = true;
  int total = 0;
  for (int step = 1; step < pixels; ++step) {
    const Edge* best = nullptr;
    for (const Edge& edge : edges) {
      if (reached[edge.a] != reached[edge.b] && (best == nullptr || edge.weight < best->weight)) best = &edge;
    }
    reached[best->a] = reached[best->b] = true;
    total += best->weight;
  }
  return total;
}

std::vector<Edge> segment_tree(std::vector<Edge> edges, int pixels, const SegmentTreeOptions& options) {
  // Ties: by the right pixel of a horizontal and the upper one of a vertical edge, the horizontal edge first.
  const auto key = [](const Edge& e) {
    const bool horizontal = e.b == e.a + 1;
    return std::tuple(e.weight, horizontal ? e.b : e.a, !horizontal);
  };
  std::sort(edges.begin(), edges.end(), [&](const Edge& e, const Edge& f) { return key(e) < key(f); });
  Components components(pixels);
  std::vector<Edge> tree;
  const auto internal_difference = [&](int pixel) {
    int largest = 0;
    for (const Edge& edge : tree) {
      if (components.of[edge.a] == components.of[pixel]) largest = std::max(largest, edge.weight);
    }
    return largest;
  };
  for (const Edge& edge : edges) {
    const auto accepts = [&](int pixel) {
      return edge.weight <= internal_difference(pixel) + options.scale / components.size(pixel);
    };
    if (components.joined(edge) || !accepts(edge.a) || !accepts(edge.b)) continue;
    components.join(edge);
    tree.push_back(edge);
  }
  for (Edge edge : edges) {
    if (components.joined(edge)) continue;
    const bool large = components.size(edge.a) > options.least && components.size(edge.b) > options.least;
    components.join(edge);
    if (large) edge.weight = std::min(edge.weight + options.penalty, 255);
    tree.push_back(edge);
  }
  return tree;
}

std::vector<std::vector<int>> distances(const std::vector<Edge>& tree, int pixels) {
  constexpr int far = 1 << 28;
  std::vector<std::vector<int>> result(pixels, std::vector<int>(pixels, far));
  for (int i = 0; i < pixels; ++i) {
    std::vector<int>& from = result[i];
    from[i] = 0;
    for (bool changed = true; changed;) {  // Bellman and Ford; a tree has one path only
      changed = false;
      for (const Edge& edge : tree) {
        if (from[edge.a] + edge.weight < from[edge.b]) changed = true, from[edge.b] = from[edge.a] + edge.weight;
        if (from[edge.b] + edge.weight < from[edge.a]) changed = true, from[edge.a] = from[edge.b] + edge.weight;
      }
    }
  }
  return result;
}

}  // namespace csca::naive
