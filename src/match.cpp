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
#include "cost/integer_cost.hpp"
#include "prepare.hpp"
#include "slab_pass.hpp"
#include "validity.hpp"

#include <mutex>
#include <numeric>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace csca {
namespace {

/// One view of a pair on its way through Algorithm 1.
struct View {
  std::vector<FloatImage> lefts;  // the guides
  std::vector<Scale> scales;
  std::function<void()> finish;  // if set, makes the finest scale's aggregation
};

/// The C library keeps free memory in pieces of up to 32 MB for itself: after a large pair's preparation, dozens of
/// them.
void return_free_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/// Step 2 of one scale: what its costs need of the images.
std::unique_ptr<CostSource> make_source(int s, const FloatImage& left, FloatImage right, Levels range,
                                        const std::optional<IntegerWeights>& whole, const Options& options,
                                        const Hooks& hooks) {
  const int threads = options.run.threads;
  const Outside outside = options.cost.outside;
  if (whole) {
    return std::make_unique<CostSource>(std::make_unique<IntegerCost>(options.cost, *whole, left, right, threads), left,
                                        right.known, range, outside, threads);
  }
  const Mask right_known = right.known;
  auto cost = hooks.cost ? hooks.cost(s, left, right, range) : make_cost(options.cost, left, std::move(right));
  return std::make_unique<CostSource>(std::move(cost), left, right_known, range, outside, threads);
}

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
  const std::optional<IntegerWeights>& whole = plan.integer;
  std::vector<Levels> ranges = {plan.range};
  while (static_cast<int>(ranges.size()) < plan.scales) ranges.push_back(coarser(ranges.back()));
  view.scales.resize(plan.scales);

  const auto aggregate = [aggregation, &plan, &options, &time](int s, const FloatImage& guide, Scale& scale) {
    const auto lap = time.lap(&Timings::aggregate);
    scale.weight = static_cast<float>(plan.weights[s]);
    scale.threads = plan.slab_threads;
    if (plan.whole_box) {
      scale.integer.emplace(options.aggregate.box, plan.weights[s]);
      scale.whole = plan.integer->unit * IntegerBox::unit(options.aggregate.box);
    } else {
      scale.aggregation = leave_out_unknown(aggregation(guide), guide.known);
    }
  };
  // What callers bring is called from one thread alone.
  const bool ours = !hooks.cost && !hooks.aggregate;
  // The finest tree takes one thread for a while, and memory: the others go on with the costs, and then, where there is
  // enough of it, with the coarser scales.
  const bool later = ours && !plan.large && !plan.whole_box && plan.scales > 1 && plan.in_flight > 1;
  parallel_for(ours ? threads : 1, 2 * plan.scales, [&](int i) {
    const int s = i / 2;
    if (i % 2 == 0) {
      if (s > 0 || !later) aggregate(s, view.lefts[s], view.scales[s]);
    } else {
      const auto lap = time.lap(&Timings::cost);
      view.scales[s].cost = make_source(s, view.lefts[s], std::move(rights[s]), ranges[s], whole, options, hooks);
      rights[s] = {};
    }
  });
  for (int s = plan.drop_finest && !later ? 0 : 1; whole && plan.drop_guides && s < plan.scales; ++s) {
    view.lefts[s].channels.clear();
  }
  if (later) {
    // A view may move, but not what its vectors hold.
    view.finish = [aggregate, drop = whole && plan.drop_finest, guide = view.lefts.data(), scale = view.scales.data()] {
      aggregate(0, *guide, *scale);
      if (drop) guide->channels.clear();
    };
  }
  rights.clear();
  if (plan.large) return_free_memory();
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
  const int width = view.scales.front().cost->width();
  const int height = view.scales.front().cost->height();
  const SelectOptions& select = options.select;
  Winner winner(width, height,
                {.neighbours = select.subpixel != Subpixel::none,
                 .runners_up = select.confidence == Confidence::peak_ratio,
                 .costs = select.confidence == Confidence::ambiguity});
  const bool diagonal = select.right == RightView::diagonal;
  DiagonalWinner right(diagonal ? width : 0, diagonal ? height : 0);
  SlabSink sink;
  sink.done = slab_done;
  sink.costs = [&](int y, Columns columns, const Plan::Slab& slab, const float* cells) {
    winner.take(y, columns, slab.compete, slab.computed, cells);
    if (diagonal) right.take(y, columns, slab.compete, slab.computed, cells);
  };
  if (!diagonal) {
    sink.blended = [&](int y, const Plan::Slab& slab, const BlendedCells& cells) {
      winner.take(y, slab.compete, slab.computed, cells);
    };
  }
  if (!diagonal && winner.levels_only()) {
    sink.lowest = [&](int y, Columns columns, int first, const std::uint16_t* costs, const std::uint16_t* cells) {
      winner.take_lowest(y, columns, first, costs, cells);
    };
  }
  run_groups(view.scales, options.scale, plan, observe, time, sink, view.finish);

  Selection selection;
  selection.disparity = winner.disparity(select.subpixel);
  if (diagonal) selection.right_diagonal = right.disparity();
  if (select.confidence == Confidence::peak_ratio) selection.confidence = winner.peak_ratio();
  if (select.confidence == Confidence::ambiguity) {
    int competing = 0;
    for (const Plan::Group& group : plan.groups) {
      for (const Plan::Slab& slab : group.slabs) competing += slab.compete.count;
    }
    Ambiguity ambiguity(winner.lowest_cost(), competing);
    SlabSink near;
    near.done = slab_done;
    near.costs = [&](int y, Columns columns, const Plan::Slab& slab, const float* cells) {
      ambiguity.take(y, columns, slab.compete, slab.computed, cells);
    };
    run_groups(view.scales, options.scale, plan, {}, time, near, {});
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
  first.select = {.subpixel = Subpixel::none};  // the tree takes whole levels; the plan may know no neighbours
  const View view = prepare_view(left, right, plan, first, hooks, make_aggregation(options.aggregate), time);
  Plane<float> disparity = select_view(view, plan, first, {}, slab_done, time).disparity;
  forget_unknown(disparity, left.known);
  return make_aggregation_with_depth(options.aggregate, disparity, plan.range);
}

/// The winners of one view, unknown where its image is.
Plane<float> match_view(const FloatImage& left, const FloatImage& right, const Plan& plan, const Options& options,
                        const Hooks& hooks, const std::function<void()>& slab_done, Stopwatch& time) {
  const AggregationFactory aggregation = aggregation_for(left, right, plan, options, hooks, slab_done, time);
  const View view = prepare_view(left, right, plan, options, hooks, aggregation, time);
  Plane<float> disparity = select_view(view, plan, options, {}, slab_done, time).disparity;
  forget_unknown(disparity, left.known);
  return disparity;
}

/// The right view for itself. Seen in a mirror the right image has the left one's role, and disparities keep their
/// sign.
Plane<float> match_right_view(const FloatImage& left, const FloatImage& right, const Plan& plan, const Options& options,
                              const Hooks& hooks, const std::function<void()>& slab_done, Stopwatch& time) {
  Options plain = options;
  plain.select = {.subpixel = options.select.subpixel};
  const Hooks own{.aggregate = hooks.aggregate, .cost = hooks.right_cost};
  return mirrored(match_view(mirrored(right), mirrored(left), plan, plain, own, slab_done, time));
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
  const std::size_t slabs =
      std::accumulate(plan.groups.begin(), plan.groups.end(), std::size_t{0},
                      [](std::size_t sum, const Plan::Group& group) { return sum + group.slabs.size(); });
  const auto slab_done = [&] {
    const std::scoped_lock lock(progress_lock);
    if (hooks.progress) hooks.progress(static_cast<double>(++done) / static_cast<double>(passes * slabs));
  };

  FloatImage left_image = load(left, plan, hooks.left_mask, options.run.threads);
  FloatImage right_image = load(right, plan, hooks.right_mask, options.run.threads);
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
    result.validity = validity_of(*view.scales.front().cost, view.lefts.front().known, hooks.left_mask);
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
