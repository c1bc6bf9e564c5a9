// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/match_slanted.hpp"

#include "core/block_pool.hpp"
#include "planes/find_planes.hpp"
#include "planes/plane_pass.hpp"
#include "planes/prepare_once.hpp"
#include "planes/warp.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace csca {
namespace {

/// Planes that `auto` takes at most. One costs an eighth of a match of 128 levels: there, all of them cost half the
/// time of the first pass, and with more levels less. Small ranges are quick: planes may take the time of the levels
/// that lack.
int most_for(Levels range) {
  constexpr int small = 160;  // levels
  return std::clamp(std::max(range.count / 32, (small - range.count) / 8), 4, 32);
}

constexpr double least_gain = 0.0002;  // of the energy: a plane that takes less off it is the last one of `auto`

/// Of the pass around a plane, or of the first one, number 0.
Hooks hooks_of(std::size_t number, const Run& run) {
  Hooks hooks{.aggregate = run.hooks.aggregate, .stop = run.hooks.stop};
  if (run.hooks.observed_plane == number) hooks.observe = run.hooks.observe;
  return hooks;
}

}  // namespace

Selection match_slanted(FloatImage& left, FloatImage right, const AggregationFactory& aggregation, const Run& run,
                        ViewMatcher match_view) {
  const PlaneOptions& asked = run.options.planes;
  if (!asked.asked_for() || run.hooks.cost) return match_view(left, std::move(right), aggregation, run);
  const AggregationFactory prepared = prepare_once(aggregation);
  LeftFeatures left_features(run.plan.scales());
  FloatImage guide = left;
  Selection best = match_view(guide, right, prepared,
                              {run.plan, run.options, hooks_of(0, run), run.clock, run.progress, &left_features});
  const Plane<float> first = best.disparity;
  const double energy = energy_of(best);
  const Plan plan = plan_around_plane(run.plan, run.options);
  const Options options = options_around_plane(run.options);
  const bool given = !run.hooks.planes.empty();
  if (run.hooks.planes.size() > 255) {
    throw Error(fmt::format("{} planes were given: give at most 255", run.hooks.planes.size()));
  }
  if (given) {
    best.planes.assign(run.hooks.planes.begin(), run.hooks.planes.end());
  } else {
    best.planes = find_planes(first, asked.most.value_or(most_for(run.plan.range)));
  }
  const KeepBlocks keep;  // what a pass leaves serves the next one
  for (std::size_t i = 0; i < best.planes.size(); ++i) {
    const SlantedPlane plane = best.planes[i];
    const Place place(plane, first);
    guide = left;
    const Selection around = match_view(guide, warped_to(plane, right, plan.threads()), prepared,
                                        {plan, options, hooks_of(i + 1, run), run.clock, run.progress, &left_features,
                                         place.window(first.width(), first.height())});
    const double gain = compete(around, {run.plan.range, plan.range}, place, i, best);
    if (!asked.most && !given && gain < least_gain * energy) best.planes.resize(i + 1);
  }
  tell_lead(best, run.options.select);
  return best;
}

}  // namespace csca
