// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/cost.hpp>
#include <csca/error.hpp>
#include <csca/match.hpp>
#include <csca/refine.hpp>
#include <csca/scale.hpp>
#include <csca/select.hpp>

#include "aggregate/mixture.hpp"
#include "core/mirror.hpp"
#include "core/parallel.hpp"
#include "core/stopwatch.hpp"
#include "prepare.hpp"
#include "slab_pass.hpp"
#include "validity.hpp"

#include <mutex>

namespace csca {
namespace {

/// One view of a pair on its way through Algorithm 1.
struct View {
  std::vector<FloatImage> lefts;  // the guides
  std::vector<Scale> scales;
};

/// Steps 1 to 3, as far as they serve all slabs: pyramids, image features, guides. The weights are those of Eq. 14.
View prepare_view(FloatImage left, FloatImage right, const Plan& plan, const Options& options, const Hooks& hooks,
                  const AggregationFactory& aggregation, Stopwatch& time) {
  const int threads = options.run.threads;
  View view;
  std::vector<FloatImage> rights;
  {
    const auto lap = time.lap(&Timings::pyramid);
    view.lefts = pyramid(std::move(left), plan.scales, threads);
    rights = pyramid(std::move(right), plan.scales, threads);
  }
  std::vector<Levels> ranges = {plan.range};
  while (static_cast<int>(ranges.size()) < plan.scales) ranges.push_back(coarser(ranges.back()));
  view.scales.resize(plan.scales);
  // Trees take one thread for a while: the costs have the others. What callers bring is called from one thread alone.
  const bool ours = !hooks.cost && !hooks.aggregate;
  parallel_for(ours ? threads : 1, 2 * plan.scales, [&](int i) {
    const int s = i / 2;
    const FloatImage& guide = view.lefts[s];
    Scale& scale = view.scales[s];
    if (i % 2 == 0) {
      const auto lap = time.lap(&Timings::aggregate);
      scale.aggregation = leave_out_unknown(aggregation(guide), guide.known);
    } else {
      const auto lap = time.lap(&Timings::cost);
      const Mask right_known = rights[s].known;
      auto cost = hooks.cost ? hooks.cost(s, guide, rights[s], ranges[s])
                             : make_cost(options.cost, guide, std::move(rights[s]));
      scale.cost =
          std::make_unique<CostSource>(std::move(cost), guide, right_known, ranges[s], options.cost.outside, threads);
      scale.weight = static_cast<float>(plan.weights[s]);
      scale.threads = plan.slab_threads;
    }
  });
  return view;
}

/// What the winner-take-all of one view leaves.
struct Selection {
  Plane<float> disparity;
  Plane<float> right_diagonal;  // empty unless asked for
  Plane<float> confidence;      // empty unless asked for, or not to be had from one view
};

/// Steps 2 to 4 slab by slab, and winner-take-all over all of them.
Selection select_view(const View& view, const Plan& plan, const Options& options, const VolumeObserver& observe,
                      const std::function<void()>& slab_done, Stopwatch& time) {
  const int width = view.lefts.front().width();
  const int height = view.lefts.front().height();
  const SelectOptions& select = options.select;
  const auto for_all_slabs = [&](const VolumeObserver& observer, const auto& take) {
    parallel_for(plan.in_flight, static_cast<int>(plan.slabs.size()), [&](int i) {
      const auto& [compete, computed] = plan.slabs[i];
      run_slab(view.scales, options.scale, computed, observer, time,
               [&, compete = compete](int y, Levels levels, const float* row) { take(y, compete, levels, row); });
      slab_done();
    });
  };

  Winner winner(width, height, {select.subpixel != Subpixel::none, select.confidence == Confidence::peak_ratio});
  const bool diagonal = select.right == RightView::diagonal;
  DiagonalWinner right(diagonal ? width : 0, diagonal ? height : 0);
  for_all_slabs(observe, [&](int y, Levels compete, Levels levels, const float* row) {
    winner.take(y, compete, levels, row);
    if (diagonal) right.take(y, compete, levels, row);
  });

  Selection selection;
  selection.disparity = winner.disparity(select.subpixel);
  if (diagonal) selection.right_diagonal = right.disparity();
  if (select.confidence == Confidence::peak_ratio) selection.confidence = winner.peak_ratio();
  if (select.confidence == Confidence::ambiguity) {
    int competing = 0;
    for (const Plan::Slab& slab : plan.slabs) competing += slab.compete.count;
    Ambiguity ambiguity(winner.lowest_cost(), competing);
    for_all_slabs(
        {}, [&](int y, Levels compete, Levels levels, const float* row) { ambiguity.take(y, compete, levels, row); });
    selection.confidence = ambiguity.confidence();
  }
  return selection;
}

/// ST-2: trees of the second pass see the disparities of a first one.
bool has_first_pass(const Options& options, const Hooks& hooks) {
  return !hooks.aggregate && wants_depth(options.aggregate);
}

/// The aggregation of one view, after its first pass where it needs one.
AggregationFactory aggregation_for(const FloatImage& left, const FloatImage& right, const Plan& plan,
                                   const Options& options, const Hooks& hooks, const std::function<void()>& slab_done,
                                   Stopwatch& time) {
  if (hooks.aggregate) return hooks.aggregate;
  if (!has_first_pass(options, hooks)) return make_aggregation(options.aggregate);
  Options first = options;
  first.select = {};
  const View view = prepare_view(left, right, plan, first, hooks, make_aggregation(options.aggregate), time);
  Plane<float> disparity = select_view(view, plan, first, {}, slab_done, time).disparity;
  forget_unknown(disparity, left.known);
  return make_aggregation_with_depth(options.aggregate, disparity, plan.range);
}

/// The right view for itself. Seen in a mirror the right image has the left one's role, and disparities keep their
/// sign.
Plane<float> match_right_view(const FloatImage& left, const FloatImage& right, const Plan& plan, const Options& options,
                              const Hooks& hooks, const std::function<void()>& slab_done, Stopwatch& time) {
  Options mirrored_options = options;
  mirrored_options.select = {.subpixel = options.select.subpixel};
  mirrored_options.refine = {};
  mirrored_options.range.first = plan.range.first;
  mirrored_options.range.levels = plan.range.count;
  mirrored_options.input.white = 1;
  const Result result = match(to_image(mirrored(right)), to_image(mirrored(left)), mirrored_options,
                              {.aggregate = hooks.aggregate, .progress = [&](double) { slab_done(); }});
  time.add(result.seconds);
  return mirrored(result.disparity);
}

}  // namespace

Result match(const ImageView& left, const ImageView& right, const Options& asked, const Hooks& hooks) {
  Options options = fit_memory(left, right, asked);
  options.run.max_memory.reset();  // now in threads and slab
  // Diagonals compare costs of different pixels: sums over supports of different weight would not do.
  if (options.select.right == RightView::diagonal) options.aggregate = as_means(options.aggregate);
  const Plan plan = prepare(left, right, options, hooks);
  const bool full_right = options.select.right == RightView::full;
  Stopwatch time;
  Result result;
  result.range = plan.range;
  result.scales = plan.scales;
  result.weights = plan.weights;
  result.white = plan.white;

  std::mutex progress_lock;
  int done = 0;
  const int passes = (full_right ? 2 : 1) * (has_first_pass(options, hooks) ? 2 : 1) +
                     (options.select.confidence == Confidence::ambiguity ? 1 : 0);
  const auto slab_done = [&] {
    const std::scoped_lock lock(progress_lock);
    if (hooks.progress) hooks.progress(static_cast<double>(++done) / static_cast<double>(passes * plan.slabs.size()));
  };

  FloatImage left_image = load(left, plan, hooks.left_mask);
  FloatImage right_image = load(right, plan, hooks.right_mask);
  const Mask right_known = right_image.known;
  {
    const AggregationFactory aggregation =
        aggregation_for(left_image, right_image, plan, options, hooks, slab_done, time);
    View view = prepare_view(std::move(left_image), full_right ? right_image : std::move(right_image), plan, options,
                             hooks, aggregation, time);
    Selection selection = select_view(view, plan, options, hooks.observe, slab_done, time);
    result.disparity = std::move(selection.disparity);
    result.right_disparity = std::move(selection.right_diagonal);
    result.confidence = std::move(selection.confidence);
    result.validity = validity_of(*view.scales.front().cost, view.lefts.front(), hooks.left_mask);
    left_image = std::move(view.lefts.front());
  }
  forget_unknown(result.disparity, left_image.known);

  if (full_right) {
    result.right_disparity = match_right_view(left_image, right_image, plan, options, hooks, slab_done, time);
  }
  if (!result.right_disparity.empty()) forget_unknown(result.right_disparity, right_known);
  if (options.select.confidence == Confidence::left_right) {
    result.confidence = left_right_confidence(result.disparity, result.right_disparity);
  }
  if (options.select.right != RightView::none) {
    const auto lap = time.lap(&Timings::select);
    check_consistency(result.disparity, result.validity, result.right_disparity, options.select.tolerance);
  }
  {
    const auto lap = time.lap(&Timings::refine);
    refine({result.disparity, result.validity, left_image, plan.range, options.run.threads}, options.refine);
  }
  result.seconds = time.timings();
  return result;
}

}  // namespace csca
