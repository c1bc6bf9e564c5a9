// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/minimum_spanning_tree.hpp"
#include "aggregate/segment_tree.hpp"
#include "naive_tree.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace csca {
namespace {

constexpr Size sizes[] = {{1, 1}, {9, 1}, {1, 7}, {2, 2}, {8, 6}, {13, 9}};

FloatImage constant_image(int width, int height) {
  FloatImage image;
  image.channels.assign(3, Plane<float>(width, height, 0.5F));
  return image;
}

/// Guides of all kinds: colour and grey, noise, few values (many ties), one value (nothing but ties).
std::vector<FloatImage> guides(Size size) {
  std::vector<FloatImage> images = {random_image(size.width, size.height, 3, 1),
                                    random_image(size.width, size.height, 1, 2, true),
                                    constant_image(size.width, size.height)};
  FloatImage few = random_image(size.width, size.height, 1, 3);
  for (float& value : few.channels[0]) value = value < 0.5F ? 0.1F : value < 0.8F ? 0.12F : 0.4F;
  images.push_back(few);
  images.push_back(images[0]);
  add_holes(images.back(), 0.2, 4);
  return images;
}

/// The tree's edges as (child or parent pixel, the other, distance), by pixels.
std::vector<naive::Edge> edges_of(const Tree& tree) {
  std::vector<int> pixel(tree.node.size());
  for (std::size_t i = 0; i < tree.node.size(); ++i) pixel[tree.node[i]] = static_cast<int>(i);
  std::vector<naive::Edge> edges;
  for (std::size_t i = 1; i < tree.parent.size(); ++i) {
    const auto [a, b] = std::minmax(pixel[i], pixel[tree.parent[i]]);
    edges.push_back({a, b, tree.distance[i]});
  }
  return edges;
}

void expect_same_edges(std::vector<naive::Edge> a, std::vector<naive::Edge> b) {
  const auto by_pixel = [](const naive::Edge& e, const naive::Edge& f) {
    return std::pair(e.a, e.b) < std::pair(f.a, f.b);
  };
  std::sort(a.begin(), a.end(), by_pixel);
  std::sort(b.begin(), b.end(), by_pixel);
  EXPECT_TRUE(a == b);
}

/// Each pixel is a node once, parents come first and nodes by rising depth.
void expect_breadth_first(const Tree& tree) {
  ASSERT_EQ(tree.node[0], 0U);
  std::vector<int> times(tree.node.size());
  for (const std::uint32_t node : tree.node) ++times.at(node);
  EXPECT_TRUE(std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }));
  std::vector<int> depth(tree.parent.size());
  for (std::size_t i = 1; i < tree.parent.size(); ++i) {
    ASSERT_LT(tree.parent[i], i);
    depth[i] = depth[tree.parent[i]] + 1;
  }
  EXPECT_TRUE(std::is_sorted(depth.begin(), depth.end()));
}

TEST(MinimumSpanningTree, IsKruskalsAndAsLightAsPrims) {
  for (const Size size : sizes) {
    for (const FloatImage& guide : guides(size)) {
      const Tree tree = minimum_spanning_tree(pixel_graph(median_guide(guide)));
      expect_breadth_first(tree);
      const std::vector<naive::Edge> edges = naive::edges_of(guide);
      const int pixels = size.width * size.height;
      expect_same_edges(edges_of(tree), naive::minimum_spanning_tree(edges, pixels));
      EXPECT_EQ(std::accumulate(tree.distance.begin(), tree.distance.end(), 0),
                naive::least_total_weight(edges, pixels));
    }
  }
}

TEST(SegmentTree, IsTheNaiveOne) {
  for (const Size size : sizes) {
    for (const FloatImage& guide : guides(size)) {
      for (const double scale : {0.0, 1.0, 30.0, 300.0, 1200.0, 1e9}) {
        for (const int least : {0, 2, 50}) {
          for (const int penalty : {0, 5, 255}) {
            SegmentTreeOptions options;
            options.scale = scale;
            options.least = least;
            options.penalty = penalty;
            const Tree tree = segment_tree(pixel_graph(median_guide(guide)), options);
            expect_breadth_first(tree);
            expect_same_edges(edges_of(tree),
                              naive::segment_tree(naive::edges_of(guide), size.width * size.height, options));
          }
        }
      }
    }
  }
}

TEST(SegmentTree, ScaleWithoutLimitIsAMinimumSpanningTree) {
  for (const FloatImage& guide : guides({17, 12})) {
    SegmentTreeOptions options;
    options.scale = 1e9;
    const PixelGraph graph = pixel_graph(median_guide(guide));
    const auto total = [](const Tree& tree) { return std::accumulate(tree.distance.begin(), tree.distance.end(), 0); };
    EXPECT_EQ(total(segment_tree(graph, options)), total(minimum_spanning_tree(graph)));
  }
}

}  // namespace
}  // namespace csca
