// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.hpp"

#include <csca/error.hpp>
#include <csca/scale.hpp>

#include "aggregate/box.hpp"
#include "core/samples.hpp"
#include "scale/blend.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace csca {
namespace {

void check_mask(const Mask& mask, const ImageView& image, const char* name) {
  if (!mask.empty() && (mask.width() != image.width || mask.height() != image.height)) {
    throw Error(fmt::format("the {} mask is {} x {} pixels but the image is {} x {}: give a mask of the image's size",
                            name, mask.width(), mask.height(), image.width, image.height));
  }
}

/// Checks that need two fields at once.
void check_combinations(const Options& options) {
  if (options.select.confidence == Confidence::left_right && options.select.right == RightView::none) {
    throw Error("confidence is left_right but right is none: set right to full or diagonal");
  }
}

/// What the samples of both images say.
WholePair look_at_samples(const Pair& pair, const Options& options) {
  const Mask* masks[2] = {&pair.left_mask, &pair.right_mask};
  const Samples samples[2] = {samples_of(pair.left), samples_of(pair.right)};
  WholePair whole;
  whole.white = options.input.white.value_or(white_of(pair.left, samples[0], pair.right, samples[1]));
  if (whole.white <= 0) whole.white = 1;
  for (int i = 0; i < 2; ++i) {
    tell_absurd(samples[i], i == 0 ? "left" : "right", whole.warnings);
    whole.absurd[i] = samples[i].absurd_from;
    whole.holes[i] = !masks[i]->empty() || samples[i].unknown_pixels + samples[i].absurd_pixels > 0;
  }
  whole.fit_words = fit_words(samples[0], samples[1], whole.white);
  if (whole.fit_words || (masks[0]->empty() && masks[1]->empty())) return whole;
  // What a mask leaves out has no say.
  Samples known[2] = {{.absurd_from = samples[0].absurd_from}, {.absurd_from = samples[1].absurd_from}};
  add_extent(pair.left, pair.left_mask, known[0]);
  add_extent(pair.right, pair.right_mask, known[1]);
  whole.fit_words = fit_words(known[0], known[1], whole.white);
  return whole;
}

/// Costs are whole numbers where 16 bits do the samples justice, nobody brings costs of their own, and whole numbers
/// can tell the cost; so are box sums where 16 bits hold them. Decided here and nowhere else.
void choose_numbers(const Pair& pair, const Options& options, const Hooks& hooks, const WholePair& whole, Plan& plan) {
  const bool bytes = pair.left.sample == Sample::u8 && pair.right.sample == Sample::u8 && plan.white == 255;
  if (!whole.fit_words || options.run.precision != Precision::automatic || hooks.cost || hooks.right_cost) return;
  const auto weights = [&](int largest) { return integer_weights(options.cost, plan.channels, largest, !bytes); };
  const bool box16 = plan.method.box16 && options.scale.level_map != Interpolation::spline;
  if (box16) plan.integer = weights(IntegerBox::largest_cost(options.aggregate.box));
  plan.box16 = box16 && plan.integer.has_value();
  if (!plan.box16) plan.integer = weights(65535);
}

AggregationTraits traits_of(const Options& options, const Hooks& hooks) {
  if (!hooks.aggregate) return aggregation_traits(options.aggregate);
  // Of a caller's own aggregation nothing is known but what the hooks say.
  AggregationTraits traits = aggregation_traits(options.aggregate);
  traits.levels_together = hooks.all_levels && !options.run.slab;
  traits.parts = 1;
  traits.margin.reset();
  traits.wide_slabs = traits.box16 = traits.wants_depth = traits.rows_flow = false;
  traits.reads_guide = true;
  return traits;
}

}  // namespace

void tell_absurd(const Samples& samples, const char* name, std::vector<std::string>& warnings) {
  if (samples.absurd_pixels == 0) return;
  warnings.push_back(
      fmt::format("{} pixels of the {} image have samples of {:.3g} and more, a thousand times what nearly all "
                  "others reach: they "
                  "count as pixels without data",
                  samples.absurd_pixels, name, samples.absurd_from));
}

bool match_by_luma(const ImageView& left, const ImageView& right) {
  return (left.channels >= 3) != (right.channels >= 3);
}

void check_sizes(const Pair& pair) {
  const ImageView& left = pair.left;
  const ImageView& right = pair.right;
  if (left.width != right.width || left.height != right.height) {
    throw Error(
        fmt::format("the left image is {} x {} pixels but the right one is {} x {}: give a rectified pair of one size",
                    left.width, left.height, right.width, right.height));
  }
  check_mask(pair.left_mask, left, "left");
  check_mask(pair.right_mask, right, "right");
}

double resolve_lambda(const Options& options) {
  return options.scale.lambda.value_or(aggregation_traits(options.aggregate).lambda);
}

int resolve_scales(const ImageView& left, Levels range, const Options& options) {
  // Without regularisation coarser scales have no say: leave them out, and the plain method comes out bit for bit.
  return resolve_lambda(options) > 0 ? usable_scales(left.width, left.height, range, options.scale.scales) : 1;
}

void check_inputs(const Pair& pair, const Options& options) {
  check(pair.left, "left");
  check(pair.right, "right");
  validate(options);
  check_combinations(options);
  check_sizes(pair);
}

Plan make_plan_without_limit(const Pair& pair, const Options& options, const Hooks& hooks, const WholePair* whole) {
  check_inputs(pair, options);
  Plan plan;
  plan.width = pair.left.width;
  plan.height = pair.left.height;
  plan.method = traits_of(options, hooks);
  const WholePair all = whole != nullptr ? *whole : look_at_samples(pair, options);
  for (int i = 0; i < 2; ++i) {
    plan.absurd[i] = all.absurd[i];
  }
  plan.left_holes = all.holes[0];
  plan.right_holes = all.holes[1];
  plan.white = all.white;
  plan.warnings = all.warnings;
  plan.grey = match_by_luma(pair.left, pair.right);
  plan.channels = plan.grey || pair.left.channels < 3 ? 1 : 3;

  plan.range = resolve_range(pair, options);
  plan.weights = scale_weights(resolve_scales(pair.left, plan.range, options), resolve_lambda(options));
  plan.ranges = {plan.range};
  while (static_cast<int>(plan.ranges.size()) < plan.scales()) plan.ranges.push_back(coarser(plan.ranges.back()));

  plan.own_cost = static_cast<bool>(hooks.cost);
  plan.own_bytes = hooks.own_bytes;
  plan.own_steps = hooks.cost || hooks.right_cost || hooks.aggregate;
  choose_numbers(pair, options, hooks, all, plan);
  // Around planes a method is prepared once for several passes, each of which stores its few coarse levels.
  plan.flows = plan.method.rows_flow && plan.scales() > 1 && options.planes.most == 0 && !options.range.skip_zero;
  plan.guides_stay = !plan.integer || plan.method.reads_guide;
  plan.finest_guide_stays =
      plan.guides_stay || !options.refine.steps.empty() || options.select.right == RightView::full;
  plan.schedule = make_schedule(plan, options, options.run.threads, options.run.slab);
  return plan;
}

Plan plan_around_plane(const Plan& plan, const Options& options) {
  Plan around = plan;
  const int reach = options.planes.reach;
  around.range = {-reach, 2 * reach + 1};
  around.ranges = {around.range};
  // With few levels, a stand-in for the neighbours beyond them would be in most of what is read.
  while (static_cast<int>(around.ranges.size()) < plan.scales()) {
    around.ranges.push_back(levels_under(around.ranges.back(), options.scale.level_map));
  }
  around.right_holes = true;  // what the warp brings in from outside
  around.schedule = make_schedule(around, options, plan.schedule.threads, plan.schedule.asked_slab);
  return around;
}

Result planned_result(const Plan& plan) {
  return {.range = plan.range,
          .scales = plan.scales(),
          .weights = plan.weights,
          .white = plan.white,
          .warnings = plan.warnings};
}

std::size_t slabs_of_all_passes(const Plan& plan, const SelectOptions& select) {
  const std::size_t views = select.right == RightView::full ? 2 : 1;
  const std::size_t passes = views * (plan.method.wants_depth ? 2 : 1);
  return (passes + (select.confidence == Confidence::ambiguity ? 1 : 0)) * plan.schedule.slabs();
}

namespace {

FloatImage load(const ImageView& image, const Mask& mask, int side, const Plan& plan) {
  FloatImage result = to_float(image, plan.white, plan.grey, plan.threads(), plan.absurd[side]);
  if (mask.empty()) return result;
  if (result.known.empty()) result.known = Mask(image.width, image.height, 1);
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (mask.data()[i] != 0) continue;
    result.known.data()[i] = 0;
    for (Plane<float>& channel : result.channels) channel.data()[i] = 0;
  }
  return result;
}

}  // namespace

LoadedPair load(const Pair& pair, const Plan& plan) {
  return {load(pair.left, pair.left_mask, 0, plan), load(pair.right, pair.right_mask, 1, plan)};
}

}  // namespace csca
