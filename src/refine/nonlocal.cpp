// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>
#include <csca/select.hpp>

#include "core/parallel.hpp"
#include "refine/pixels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace csca {
namespace {

constexpr int slab_levels = 16;  // one cache line a pixel in the tree

/// Runs costs, one function of disparity and level, over the guide's tree. Pixels without a disparity cost nothing.
template <class Cost>
void filter(const Aggregation& tree, const Plane<float>& disparity, Levels levels, const Cost& cost,
            const RowSink& sink) {
  const Slab slab{disparity.width(), disparity.height(), levels};
  const int stride = slab.stride();
  const auto source = [&](int y, float* row) {
    for (int x = 0; x < slab.width; ++x, row += stride) {
      const float d = disparity(x, y);
      for (int k = 0; k < stride; ++k) row[k] = has_value(d) ? cost(d, levels.first + k) : 0.0F;
    }
  };
  tree.run(slab, source, sink);
}

/// The winner of sum over q of S(p, q) |d(q) - level| for each pixel: a median weighted by tree distance.
Plane<float> winners(const Aggregation& tree, const Plane<float>& disparity, Levels range, int threads) {
  Winner winner(disparity.width(), disparity.height());
  const int slabs = (range.count + slab_levels - 1) / slab_levels;
  const auto cost = [](float d, int level) { return std::abs(d - static_cast<float>(level)); };
  parallel_for(threads, slabs, [&](int i) {
    const int offset = i * slab_levels;
    const Levels levels{range.first + offset, std::min(slab_levels, range.count - offset)};
    filter(tree, disparity, levels, cost, [&](int y, const float* row) { winner.take(y, levels, levels, row); });
  });
  return winner.disparity();
}

/// Which pixels a known disparity reaches at all. Far away in the tree weights fall under the smallest float; there all
/// levels cost 0, and the winner says nothing.
Mask reached_pixels(const Aggregation& tree, const Plane<float>& disparity) {
  Mask reached(disparity.width(), disparity.height());
  const int stride = Volume::stride_for(1);
  const auto sink = [&](int y, const float* row) {
    for (int x = 0; x < reached.width(); ++x, row += stride) {
      reached(x, y) = *row >= std::numeric_limits<float>::min() ? 1 : 0;
    }
  };
  filter(
      tree, disparity, {0, 1}, [](float, int) { return 1.0F; }, sink);
  return reached;
}

}  // namespace

void refine_nonlocal(Refinement refinement, const RefineOptions& options) {
  check_sizes(refinement);
  Plane<float>& disparity = refinement.disparity;
  if (refinement.range.count <= 0 || std::none_of(disparity.begin(), disparity.end(), has_value)) return;

  AggregateOptions method;
  method.method = "nl";
  method.nl.sigma = options.nl.sigma;
  method.nl.normalise = 0;  // the same divisor for all levels of a pixel
  const FloatImage flat{{Plane<float>(disparity.width(), disparity.height())}, {}};
  const auto tree = make_aggregation(method)(refinement.guide.channels.empty() ? flat : refinement.guide);

  const Plane<float> winner = winners(*tree, disparity, refinement.range, refinement.threads);
  const Mask reached = reached_pixels(*tree, disparity);
  for (std::size_t i = 0; i < disparity.size(); ++i) {
    float& d = disparity.data()[i];
    const float level = winner.data()[i];
    if (reached.data()[i] == 0) continue;
    if (!has_value(d)) {
      if (may_fill(refinement.validity.data()[i], options.fill)) give(refinement, i, level);
    } else if (std::abs(d - level) >= 1) {  // nearer, the winner only confirms d, which may lie between two levels
      d = level;
    }
  }
}

}  // namespace csca
