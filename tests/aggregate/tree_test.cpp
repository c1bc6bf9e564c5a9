// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/minimum_spanning_tree.hpp"
#include "aggregate/segment_tree.hpp"
#include "naive_tree.hpp"
#include "support/expect.hpp"
#include "support/random.hpp"
#include "support/simd_targets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace csca {
namespace {

constexpr Size sizes[] = {{1, 1}, {9, 1}, {1, 7}, {2, 2}, {8, 6}, {13, 9}, {37, 6}};

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

/// A link's child and parent.
struct Relation {
  int child;
  int parent;
};
Relation relation(const Tree& tree, Link link) {
  const std::array to_parent = {-1, 1, -tree.pitch, tree.pitch};
  const int child = static_cast<int>(link / 4);
  return {child, child + to_parent[link % 4]};
}

/// The links of a sweep as edges between pixels numbered row by row.
std::vector<naive::Edge> edges_of(const Tree& tree, const Sweep& sweep) {
  const auto number = [&](int pixel) { return pixel / tree.pitch * tree.width + pixel % tree.pitch; };
  std::vector<naive::Edge> edges;
  for (std::uint32_t i = sweep.begin(0); i < sweep.end.back(); ++i) {
    const auto [child, parent] = relation(tree, sweep.links[i]);
    const auto [a, b] = std::minmax({number(child), number(parent)});
    edges.push_back({a, b, sweep.distance[i]});
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

/// Towards the root a pixel's children come first, and no pixel comes before its run has, nor its parent before the
/// run above that one's; from the root the parent comes first, and a run settles its pixels and touches nothing before
/// the run above.
void expect_sweeps(const Tree& tree) {
  const auto pixels = static_cast<std::size_t>(tree.pitch) * static_cast<std::size_t>(tree.height);
  const int runs = tree.height * tree.runs();
  const auto row = [&](int run) { return run / tree.runs() * tree.pitch; };
  std::vector<bool> gone(pixels);
  for (int run = 0; run < runs; ++run) {
    const int end = row(run) + tree.columns(run).end;
    for (std::uint32_t i = tree.up.begin(run); i < tree.up.end[run]; ++i) {
      const auto [child, parent] = relation(tree, tree.up.links[i]);
      ASSERT_FALSE(gone[child] || gone[parent]);
      ASSERT_LT(child, end);
      ASSERT_LT(parent, end + tree.pitch);
      gone[child] = true;
    }
  }
  std::vector<bool> settled(pixels);
  for (std::size_t i = 0; i < pixels; ++i) settled[i] = !gone[i];  // the root, and what is between the rows
  for (int run = 0; run < runs; ++run) {
    const Columns columns = tree.columns(run);
    const int begin = row(run) + columns.begin;
    for (std::uint32_t i = tree.down.begin(run); i < tree.down.end[run]; ++i) {
      const auto [child, parent] = relation(tree, tree.down.links[i]);
      ASSERT_TRUE(settled[parent] && !settled[child]);
      ASSERT_GE(child, begin);
      ASSERT_GE(parent, begin - tree.pitch);
      settled[child] = true;
    }
    const auto first = settled.begin() + begin;
    ASSERT_TRUE(std::all_of(first, first + columns.count(), [](bool s) { return s; }));
  }
}

void expect_tree(const Tree& tree, const std::vector<naive::Edge>& expected) {
  expect_sweeps(tree);
  expect_same_edges(edges_of(tree, tree.up), expected);
  expect_same_edges(edges_of(tree, tree.down), expected);
}

int total_weight(const Tree& tree) {
  int sum = 0;
  for (const naive::Edge& edge : edges_of(tree, tree.up)) sum += edge.weight;
  return sum;
}

TEST(MinimumSpanningTree, IsKruskalsAndAsLightAsPrims) {
  on_every_simd_target([] {
    for (const Size size : sizes) {
      for (const FloatImage& guide : guides(size)) {
        const Tree tree = minimum_spanning_tree(pixel_graph(median_guide(guide)));
        const std::vector<naive::Edge> edges = naive::edges_of(guide);
        const int pixels = size.width * size.height;
        expect_tree(tree, naive::minimum_spanning_tree(edges, pixels));
        EXPECT_EQ(total_weight(tree), naive::least_total_weight(edges, pixels));
      }
    }
  });
}

TEST(MinimumSpanningTree, RowsAreCutIntoRuns) {
  const FloatImage guide = random_image(601, 3, 1, 5, true);
  const Tree tree = minimum_spanning_tree(pixel_graph(median_guide(guide)));
  EXPECT_GT(tree.runs(), 2);
  expect_tree(tree, naive::minimum_spanning_tree(naive::edges_of(guide), 601 * 3));
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
            expect_tree(tree, naive::segment_tree(naive::edges_of(guide), size.width * size.height, options));
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
    EXPECT_EQ(total_weight(segment_tree(graph, options)), total_weight(minimum_spanning_tree(graph)));
  }
}

TEST(TreeSize, LinksOfTheLargestImageHave32Bits) {
  EXPECT_EQ(error_of([] { check_tree_size(32768, 32768); }), "");
  EXPECT_EQ(error_of([] { check_tree_size(1, 1 << 29); }), "");  // its pitch is 2
  EXPECT_TRUE(contains(error_of([] { check_tree_size(32768, 32769); }),
                       "images have 32768 x 32769 pixels: trees (nl, st) take up to 1073741824 of them"));
  EXPECT_TRUE(contains(error_of([] { check_tree_size(1, (1 << 29) + 1); }), "1 x 536870913"));
  EXPECT_TRUE(contains(error_of([] { PixelGraph(65535, 32767); }), "65535 x 32767"));
}

}  // namespace
}  // namespace csca
