// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/match.hpp>
#include <csca/refine.hpp>

#include "check/looks.hpp"
#include "core/mirror.hpp"
#include "engine/engine.hpp"
#include "engine/sinks.hpp"
#include "match_window.hpp"
#include "planes/match_slanted.hpp"
#include "select/doubt.hpp"
#include "select/validity.hpp"

namespace csca {
namespace {

/// The paper's Algorithm 1 and winner-take-all for one view of the pair. Afterwards `left` has colours only where a
/// later step reads them.
Selection match_view(FloatImage& left, FloatImage right, const AggregationFactory& aggregation, const Run& run) {
  // Line 1: Gaussian pyramids.
  PooledVector<FloatImage> lefts = pyramid_of(std::move(left), run);
  PooledVector<FloatImage> rights = pyramid_of(std::move(right), run);
  // Lines 2 to 5: costs (Eq. 1), aggregation (Eq. 4) and blend across scales (Eq. 14) of all levels ...
  std::unique_ptr<Engine> engine = make_engine({lefts, std::move(rights)}, aggregation, run);
  // ... and the winner among them (Eq. 5).
  WinnerSink winner(run);
  engine->run(winner);
  Plane<float> lack_of_rivals = look_for_rivals(*engine, winner, run);
  engine.reset();  // makes room for the result
  Selection selection = winner.selection();
  if (!lack_of_rivals.empty()) selection.confidence = std::move(lack_of_rivals);
  left = std::move(lefts.front());
  forget_unknown(selection.disparity, left.known);
  return selection;
}

/// What aggregates the costs of a view: the caller's own, or the method that the options name. ST-2 sees the winners
/// of a first pass.
AggregationFactory aggregation_for(const FloatImage& left, const FloatImage& right, const Run& run) {
  if (run.hooks.aggregate) return run.hooks.aggregate;
  const AggregationFactory method = make_aggregation(run.options.aggregate);
  if (!run.plan.method.wants_depth) return method;
  Options options = run.options;
  options.select = {.subpixel = Subpixel::none};
  const Hooks hooks{.cost = run.hooks.cost};
  FloatImage guide = left;
  const Selection first = match_view(guide, right, method, {run.plan, options, hooks, run.clock, run.progress});
  return make_aggregation_with_depth(options.aggregate, first.disparity, run.plan.range);
}

/// The right view for itself: seen in a mirror the right image has the left one's role, and disparities keep their
/// sign.
Plane<float> match_right_view(const FloatImage& left, FloatImage right, const Run& run) {
  Options options = run.options;
  options.select = {.subpixel = run.options.select.subpixel};
  const Hooks hooks{.aggregate = run.hooks.aggregate, .cost = run.hooks.right_cost};
  const Run mirror{run.plan, options, hooks, run.clock, run.progress};
  FloatImage guide = mirrored(std::move(right));
  FloatImage other = mirrored(left);
  const AggregationFactory aggregation = aggregation_for(guide, other, mirror);
  return mirrored(match_slanted(guide, std::move(other), aggregation, mirror, match_view).disparity);
}

}  // namespace

Result match_window(const Pair& pair, const Options& asked, const Hooks& hooks, const WholePair* whole) {
  Options options = asked;
  options.select = with_confidence(options.select);
  const std::vector<std::string> warnings = look_at_pair(pair, options, hooks);
  const SelectOptions& select = options.select;
  // Diagonals compare costs of different pixels: sums over supports of different weight would not do.
  if (select.right == RightView::diagonal) options.aggregate = as_means(options.aggregate);
  const Plan plan = make_plan(pair, options, hooks, whole);
  Stopwatch clock;
  Progress progress(hooks, slabs_of_all_passes(plan, select));
  const Run run{plan, options, hooks, clock, progress};
  Result result = planned_result(plan);
  tell(warnings, result, options);

  auto [left, right] = load(pair, plan);
  result.validity = validity_of(plan.width, plan.height, plan.range, {left.known, right.known, pair.left_mask});
  const Mask right_known = right.known;
  const bool full_right = select.right == RightView::full;
  Plane<float> lead;
  {
    const AggregationFactory aggregation = aggregation_for(left, right, run);
    // The same once more around the planes of the first map, where the options ask for slanted surfaces.
    Selection selection = match_slanted(left, full_right ? right : std::move(right), aggregation, run, match_view);
    lead = std::move(selection.lead);
    hand_over(std::move(selection), result);
  }
  if (full_right) result.right_disparity = match_right_view(left, std::move(right), run);
  if (select.right != RightView::none) {
    const ScopedTimer timer = clock.time(&Timings::select);
    forget_unknown(result.right_disparity, right_known);
    compare_views(result, select, plan.threads());
  }
  forget_doubtful(result, lead, select);
  tell(look_at_map(result, pair, options, hooks), result, options);
  {
    const ScopedTimer timer = clock.time(&Timings::refine);
    refine({result.disparity, result.validity, left, plan.range, plan.threads()}, options.refine);
  }
  result.seconds = clock.timings();
  return result;
}

Result match(const Pair& pair, const Options& options, const Hooks& hooks) {
  return match_window(pair, options, hooks, nullptr);
}

Result match(const ImageView& left, const ImageView& right, const Options& options, const Hooks& hooks) {
  return match(Pair{left, right}, options, hooks);
}

}  // namespace csca
