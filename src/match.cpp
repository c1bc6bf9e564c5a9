// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/cost.hpp>
#include <csca/error.hpp>
#include <csca/match.hpp>
#include <csca/scale.hpp>
#include <csca/select.hpp>

#include "core/parallel.hpp"
#include "core/stopwatch.hpp"
#include "prepare.hpp"

#include <cmath>
#include <limits>
#include <mutex>

namespace csca {
namespace {

/// What one scale contributes to every slab.
struct Scale {
  CostSource cost;
  std::unique_ptr<Aggregation> aggregation;
  float weight;  // A^-1(0, s)
};

/// Steps 2 to 4 of Algorithm 1 for one slab of levels, coarse to fine: K_s = w_s C_s + up(K_(s+1)), which adds up to
/// Eq. 14. The finest scale is never stored: its rows go to the winner while they are in cache.
class SlabPass {
 public:
  SlabPass(const std::vector<Scale>& scales, const ScaleOptions& options, Winner& winner, Stopwatch& time)
      : scales_(scales), options_(options), winner_(winner), time_(time) {}

  void run(Levels slab) const { blend(0, slab); }

 private:
  Volume blend(std::size_t s, Levels levels) const {
    const Scale& scale = scales_[s];
    const Slab slab{scale.cost.width(), scale.cost.height(), levels};
    const bool finest = s == 0;

    Volume coarse;
    std::optional<Upsampler> up;
    if (s + 1 < scales_.size()) {
      coarse = blend(s + 1, coarser(levels));
      up.emplace(coarse, slab.width, levels, options_.level_map, options_.space_map);
    }

    Volume result;
    if (!finest) result = Volume(slab.width, slab.height, levels);
    const std::size_t row_size = slab.row_size();

    const auto cost = [&](int y, float* row) {
      const auto lap = time_.lap(&Timings::cost);
      scale.cost.row(y, levels, row);
    };
    const auto combine = [&](int y, float* row) {
      {
        const auto lap = time_.lap(&Timings::combine);
        for (std::size_t i = 0; i < row_size; ++i) row[i] *= scale.weight;
        if (up) up->add(y, row);
        if (!finest) std::copy_n(row, row_size, result.row(y));
      }
      if (finest) {
        const auto lap = time_.lap(&Timings::select);
        winner_.take(y, levels, row);
      }
    };
    const auto lap = time_.lap(&Timings::aggregate);
    scale.aggregation->run(slab, cost, combine);
    return result;
  }

  const std::vector<Scale>& scales_;
  const ScaleOptions& options_;
  Winner& winner_;
  Stopwatch& time_;
};

Plane<std::uint8_t> validity_of(const CostSource& finest, const FloatImage& left) {
  Plane<std::uint8_t> validity(left.width(), left.height());
  for (int y = 0; y < left.height(); ++y) {
    for (int x = 0; x < left.width(); ++x) {
      const int partners = finest.partners(x, y);
      const bool known = left.known.empty() || left.known(x, y) != 0;
      validity(x, y) = static_cast<std::uint8_t>((known ? 0 : unknown_pixel) |
                                                 (partners < finest.range().count ? partial_range : 0) |
                                                 (partners == 0 ? no_candidate : 0));
    }
  }
  return validity;
}

void forget_unknown(Result& result) {
  for (std::size_t i = 0; i < result.validity.size(); ++i) {
    if ((result.validity.data()[i] & unknown_pixel) != 0) {
      result.disparity.data()[i] = std::numeric_limits<float>::quiet_NaN();
    }
  }
}

}  // namespace

Result match(const ImageView& left, const ImageView& right, const Options& options, const Hooks& hooks) {
  const Plan plan = prepare(left, right, options);
  Stopwatch time;
  Result result;
  result.range = plan.range;
  result.scales = plan.scales;
  result.white = plan.white;

  // Step 1: Gaussian pyramids.
  const int threads = options.run.threads;
  std::vector<FloatImage> lefts;
  std::vector<FloatImage> rights;
  {
    const auto lap = time.lap(&Timings::pyramid);
    lefts = pyramid(to_float(left, plan.white, plan.grey), plan.scales, threads);
    rights = pyramid(to_float(right, plan.white, plan.grey), plan.scales, threads);
  }

  // Steps 2 and 3, what they share between slabs: image features and guides. The weights are those of Eq. 14.
  result.weights = scale_weights(plan.scales, options.scale.lambda);
  const AggregationFactory aggregation = hooks.aggregate ? hooks.aggregate : make_aggregation(options.aggregate);
  std::vector<Scale> scales;
  Levels range = plan.range;
  for (int s = 0; s < plan.scales; ++s, range = coarser(range)) {
    const FloatImage& guide = lefts[s];
    const auto lap = time.lap(&Timings::cost);
    const Mask right_known = rights[s].known;
    auto cost = make_cost(options.cost, guide, std::move(rights[s]));
    scales.push_back({CostSource(std::move(cost), guide, right_known, range, options.cost.outside, threads),
                      aggregation(guide), static_cast<float>(result.weights[s])});
  }

  // Steps 2 to 4 slab by slab, and winner-take-all over all of them.
  Winner winner(left.width, left.height);
  const SlabPass pass(scales, options.scale, winner, time);
  std::mutex progress_lock;
  int done = 0;
  parallel_for(threads, static_cast<int>(plan.slabs.size()), [&](int i) {
    pass.run(plan.slabs[i]);
    const std::scoped_lock lock(progress_lock);
    if (hooks.progress) hooks.progress(static_cast<double>(++done) / static_cast<double>(plan.slabs.size()));
  });

  result.disparity = winner.disparity();
  result.validity = validity_of(scales.front().cost, lefts.front());
  forget_unknown(result);
  result.seconds = time.timings();
  return result;
}

}  // namespace csca
