// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.hpp"

#include <csca/scale.hpp>

#include "cost/integer_cost.hpp"

namespace csca {

PooledVector<FloatImage> pyramid_of(FloatImage image, const Run& run) {
  const ScopedTimer timer = run.clock.time(&Timings::pyramid);
  return pyramid(std::move(image), run.plan.scales(), run.plan.threads());
}

std::unique_ptr<Engine> make_engine(ScaledView view, const AggregationFactory& aggregation, const Run& run) {
  if (run.hooks.observe) return make_reference_engine(std::move(view), aggregation, run);
  if (run.plan.box16) return make_box16_engine(std::move(view), run);
  return make_float_engine(std::move(view), aggregation, run);
}

std::unique_ptr<CostSource> make_source(int scale, const FloatImage& left, FloatImage right, const Run& run) {
  const ScopedTimer timer = run.clock.time(&Timings::cost);
  const CostOptions& options = run.options.cost;
  const Levels range = run.plan.ranges[scale];
  const int threads = run.plan.threads();
  if (run.plan.integer) {
    std::shared_ptr<const IntegerFeatures> none;
    auto& left_features = run.left_features != nullptr ? (*run.left_features)[scale] : none;
    auto cost = std::make_unique<IntegerCost>(options, *run.plan.integer, left, right, threads, left_features);
    left_features = cost->left_features();
    return std::make_unique<CostSource>(std::move(cost), left, right.known, range, options.outside, threads);
  }
  const Mask right_known = right.known;
  auto cost = run.hooks.cost ? run.hooks.cost(scale, left, right, range) : make_cost(options, left, std::move(right));
  return std::make_unique<CostSource>(std::move(cost), left, right_known, range, options.outside, threads);
}

Slab all_levels(const CostSource& costs, const Plan& plan) {
  return {.width = costs.width(),
          .height = costs.height(),
          .levels = costs.range(),
          .threads = plan.threads(),
          .parallel_source = !plan.own_steps};
}

void drop_guides(PooledVector<FloatImage>& guides, const Plan& plan, bool but_finest) {
  for (int s = but_finest ? 1 : 0; s < plan.scales(); ++s) {
    if (!plan.guide_stays(s)) guides[s].channels.clear();
  }
}

}  // namespace csca
