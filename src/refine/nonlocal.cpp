// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>

#include "aggregate/traits.hpp"
#include "core/parallel.hpp"
#include "refine/fill.hpp"
#include "refine/memory.hpp"
#include "refine/pixels.hpp"
#include "select/winner_table.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

constexpr float background_weight = 0.2F;  // of what an unknown pixel is likely to be, against a known one's 1
constexpr float farthest = 4;              // pixels: a disparity further from a level costs no more there

constexpr int slab_levels = 8;  // the tree and the mixture hold a slab each

/// What a pixel says about its disparity, and how much that counts.
struct LevelVote {
  float disparity;
  float weight;
};

Plane<LevelVote> votes_of(const Refinement& refinement, Fill fill) {
  const Plane<float> background = filled_map(refinement);
  Plane<LevelVote> votes(background.width(), background.height());
  for (std::size_t i = 0; i < votes.size(); ++i) {
    const bool known = has_value(refinement.disparity.data()[i]);
    const float weight = may_fill(refinement.validity.data()[i], fill) ? background_weight : 0;
    votes.data()[i] = {background.data()[i], known ? 1 : weight};
  }
  return votes;
}

/// The winner of sum over q of S(p, q) w(q) min(|d(q) - level|, farthest) for each pixel: a weighted median that does
/// not mind how far off wrong disparities are.
Plane<float> winners(const Aggregation& aggregation, const Plane<LevelVote>& votes, Levels range, int threads) {
  WinnerTable winner(votes.width(), votes.height());
  parallel_for(threads, (range.count + slab_levels - 1) / slab_levels, [&](int i) {
    const int offset = i * slab_levels;
    const Levels levels{range.first + offset, std::min(slab_levels, range.count - offset)};
    const Slab slab{votes.width(), votes.height(), levels};
    const int stride = slab.stride();
    const auto source = [&](int y, Columns columns, float* row) {
      for (int x = columns.begin; x < columns.end; ++x, row += stride) {
        const LevelVote vote = votes(x, y);
        for (int k = 0; k < stride; ++k) {
          const float distance = std::abs(vote.disparity - static_cast<float>(levels.first + k));
          row[k] = vote.weight * std::min(distance, farthest);
        }
      }
    };
    aggregation.run(slab, source, [&](int y, const float* row) {
      winner.add(y, {0, slab.width}, levels, levels, row);
    });
  });
  return winner.disparity();
}

/// Trees alone leave ragged edges: most of the mean is that of a small window.
AggregateOptions method_of(const RefineOptions& options) {
  AggregateOptions method;
  method.method = "0.4*nl+0.6*gf";
  method.nl.sigma = options.nl.sigma;
  method.gf.radius = 4;
  return method;
}

}  // namespace

std::size_t nonlocal_refinement_bytes(const RefinedMap& map, const RefineOptions& options) {
  const AggregateOptions method = method_of(options);
  const Slab slab{map.width, map.height, {0, slab_levels}};
  const std::size_t votes = sizeof(LevelVote) + 2 * sizeof(float);
  const std::size_t winner = 3 * sizeof(float);
  return map.pixels() * (votes + winner) + guide_bytes(method, map.pixels(), map.channels) +
         static_cast<std::size_t>(map.threads) * aggregation_bytes(method, slab);
}

void refine_nonlocal(Refinement refinement, const RefineOptions& options) {
  check_sizes(refinement);
  Plane<float>& disparity = refinement.disparity;
  if (refinement.range.count <= 0 || std::none_of(disparity.begin(), disparity.end(), has_value)) return;

  const AggregateOptions method = method_of(options);
  const FloatImage flat{{Plane<float>(disparity.width(), disparity.height())}, {}};
  const auto mean = make_aggregation(method)(refinement.guide.channels.empty() ? flat : refinement.guide);

  const Plane<float> winner = winners(*mean, votes_of(refinement, options.fill), refinement.range, refinement.threads);
  for (std::size_t i = 0; i < disparity.size(); ++i) {
    float& d = disparity.data()[i];
    const float level = winner.data()[i];
    if (!has_value(d)) {
      if (may_fill(refinement.validity.data()[i], options.fill)) give(refinement, i, level);
    } else if (std::abs(d - level) >= 1) {  // nearer, the winner only confirms d, which may lie between two levels
      d = level;
    }
  }
}

}  // namespace csca
