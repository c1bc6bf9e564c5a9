// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "tiles/halo.hpp"

#include "aggregate/traits.hpp"
#include "cost/source.hpp"
#include "refine/memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace csca {
namespace {

int floor_to(int value, int grid) { return std::max(0, value / grid * grid); }

struct Side {
  int begin;
  int end;
};

/// Both sides wider, from a multiple of the grid on; where it counts, also to one that is counted from the other end.
Side widened(Side side, int margin, int grid, bool both_ends, int size) {
  const int begin = std::max(0, side.begin - margin);
  const int end = std::min(size, side.end + margin);
  return {floor_to(begin, grid), both_ends ? size - floor_to(size - end, grid) : end};
}

Side window_along(Side tile, const Halo& halo, bool mirrored, int size) {
  const Side results = widened(tile, halo.results, halo.grid, mirrored, size);
  return widened(results, halo.support, halo.grid, mirrored, size);
}

}  // namespace

Halo halo_of(const Options& options, Levels range, int scales, int overlap) {
  const AggregationTraits method = aggregation_traits(options.aggregate);
  const int reach = std::max({std::abs(range.first), std::abs(range.last()), range.count - 1});
  const std::optional<int> refinement = refine_margin(options.refine, reach);
  const std::optional<int> cost = cost_margin(options.cost);
  Halo halo;
  if (!refinement) halo.unbounded = options.refine.fill != Fill::none ? "fill" : "refine";
  if (!cost) halo.unbounded = "cen_wrap";
  if (options.planes.most != 0) halo.unbounded = "planes";
  if (!method.margin) halo.unbounded = "method";
  const bool right_view = options.select.right != RightView::none;
  // The other view's disparities lie within the range beside a pixel, and depend on this view's within it again.
  halo.results = refinement.value_or(overlap) + (right_view ? reach : 0);
  // At each scale: the aggregation, a pixel or two of blending, the cost's window, and the pyramid's binomials, of
  // which each reaches over two pixels of the finer scale.
  constexpr int blend_and_pyramid = 4;
  const int coarsest = 1 << (scales - 1);
  halo.support = (method.margin.value_or(0) + cost.value_or(0) + blend_and_pyramid) * coarsest + reach;
  if (!halo.unbounded.empty()) halo.results = std::max(halo.results, overlap);
  halo.grid = std::lcm(window_grid(options.aggregate, scales), coarsest);
  halo.mirrored = options.select.right == RightView::full;
  return halo;
}

Window window_of(const Window& tile, const Halo& halo, int width, int height) {
  const Side columns = window_along({tile.x, tile.right()}, halo, halo.mirrored, width);
  const Side rows = window_along({tile.y, tile.bottom()}, halo, false, height);
  return {columns.begin, rows.begin, columns.end - columns.begin, rows.end - rows.begin};
}

}  // namespace csca
