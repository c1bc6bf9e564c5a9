// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/match_slanted.hpp"

#include "planes/find_planes.hpp"
#include "planes/plane_pass.hpp"
#include "planes/prepare_once.hpp"
#include "planes/warp.hpp"

namespace csca {

Selection match_slanted(FloatImage& left, FloatImage right, const AggregationFactory& aggregation, const Run& run,
                        ViewMatcher match_view) {
  if (run.options.planes.most == 0 || run.hooks.cost) return match_view(left, std::move(right), aggregation, run);
  const AggregationFactory prepared = prepare_once(aggregation);
  FloatImage guide = left;
  Selection best = match_view(guide, right, prepared, run);
  const Plan plan = plan_around_plane(run.plan, run.options);
  const Options options = options_around_plane(run.options);
  const Hooks hooks{.aggregate = run.hooks.aggregate, .stop = run.hooks.stop};
  best.planes = find_planes(best.disparity, run.options.planes.most);
  for (std::size_t i = 0; i < best.planes.size(); ++i) {
    guide = left;
    const Selection around = match_view(guide, warped_to(best.planes[i], right, plan.threads()), prepared,
                                        {plan, options, hooks, run.clock, run.progress});
    compete(around, {run.plan.range, plan.range}, i, best);
  }
  return best;
}

}  // namespace csca
