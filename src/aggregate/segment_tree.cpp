// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/segment_tree.hpp"

#include "aggregate/tree_filter.hpp"
#include "aggregate/union_find.hpp"
#include "core/pooled_function.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

/// Disjoint sets that know their size and up to which weight they accept an edge.
class Segments {
 public:
  Segments(std::size_t count, double scale) : sets_(count), size_(count, 1), limit_(count, scale), scale_(scale) {}

  std::uint32_t find(std::uint32_t pixel) { return sets_.find(pixel); }
  std::uint32_t size(std::uint32_t leader) const { return size_[leader]; }

  /// Internal difference + k / size.
  double limit(std::uint32_t leader) const { return limit_[leader]; }

  /// Edges come by rising weight, so that of the joining edge is the new segment's largest: its internal difference.
  void join(std::uint32_t a, std::uint32_t b, int weight) {
    const std::uint32_t size = size_[a] + size_[b];
    const std::uint32_t leader = sets_.join(a, b);
    size_[leader] = size;
    limit_[leader] = weight + scale_ / size;
  }

 private:
  UnionFind sets_;
  AlignedVector<std::uint32_t> size_;
  AlignedVector<double> limit_;
  double scale_;
};

/// How often a side has to be halved, rounding up, until the finest size is the guide's.
int scale_of(const FloatImage& guide, const Plane<float>& finest) {
  int scale = 0;
  for (int width = finest.width(), height = finest.height(); width > guide.width() || height > guide.height();
       ++scale) {
    width = (width + 1) / 2;
    height = (height + 1) / 2;
  }
  return scale;
}

/// Half the disparity step, in 8-bit steps of the range, on top of the colour: that leaves sigma its meaning.
std::uint8_t with_depth(int colour, float here, float there, double range) {
  const double step = 255 * std::abs(static_cast<double>(here) - there) / range;
  if (std::isnan(step)) return static_cast<std::uint8_t>(colour);
  return static_cast<std::uint8_t>(std::lrint(std::min(colour + step / 2, 255.0)));
}

void add_depth(PixelGraph& graph, const Plane<float>& disparity, int scale, Levels range) {
  const double width = std::max(range.count - 1, 1);
  for (int y = 0; y < graph.height; ++y) {
    std::uint8_t* weight = &graph.weight[2 * static_cast<std::size_t>(y) * static_cast<std::size_t>(graph.pitch)];
    for (int x = 0; x < graph.width; ++x, weight += 2) {
      const float here = disparity(x << scale, y << scale);
      if (y > 0) weight[0] = with_depth(weight[0], here, disparity(x << scale, (y - 1) << scale), width);
      if (x > 0) weight[1] = with_depth(weight[1], here, disparity((x - 1) << scale, y << scale), width);
    }
  }
}

}  // namespace

Tree segment_tree(PixelGraph graph, const SegmentTreeOptions& options) {
  Segments segments(graph.pixels(), options.scale);
  Joints joints;
  joints.assign(graph.pixels(), 0);
  AlignedVector<Edge> rest;
  for (const Edge edge : edges_by_pixel(graph)) {
    const std::uint32_t a = segments.find(graph.first(edge));
    const std::uint32_t b = segments.find(graph.second(edge));
    if (a == b) continue;
    const int weight = graph.weight[edge];
    if (weight <= segments.limit(a) && weight <= segments.limit(b)) {
      segments.join(a, b, weight);
      join(graph, edge, joints);
    } else {
      rest.push_back(edge);
    }
  }
  // Large segments that touch are most likely different surfaces: the step between them counts for more.
  for (const Edge edge : rest) {
    const std::uint32_t a = segments.find(graph.first(edge));
    const std::uint32_t b = segments.find(graph.second(edge));
    if (a == b) continue;
    const auto least = static_cast<std::uint32_t>(options.least);
    std::uint8_t& weight = graph.weight[edge];
    const bool large = segments.size(a) > least && segments.size(b) > least;
    segments.join(a, b, weight);
    if (large) weight = static_cast<std::uint8_t>(std::min(weight + options.penalty, 255));
    join(graph, edge, joints);
  }
  return rooted(graph, std::move(joints));
}

AggregationFactory make_segment_tree(const AggregateOptions& options) {
  return pooled([st = options.st, spare = make_spare_buffers()](const FloatImage& guide) {
    return make_tree_filter(segment_tree(pixel_graph(median_guide(guide)), st), st.sigma, st.normalise, spare);
  });
}

AggregationFactory make_segment_tree_with_depth(const AggregateOptions& options, Plane<float> disparity, Levels range) {
  return pooled([st = options.st, disparity = std::move(disparity), range,
                 spare = make_spare_buffers()](const FloatImage& guide) {
    PixelGraph graph = pixel_graph(median_guide(guide));
    add_depth(graph, disparity, scale_of(guide, disparity), range);
    return make_tree_filter(segment_tree(std::move(graph), st), st.sigma, st.normalise, spare);
  });
}

std::size_t segment_tree_bytes(const AggregateOptions& /*options*/, const Slab& slab) {
  return tree_filter_bytes(slab);
}

}  // namespace csca
