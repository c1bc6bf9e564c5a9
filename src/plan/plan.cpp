// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.hpp"

#include <csca/error.hpp>
#include <csca/scale.hpp>

#include "aggregate/box.hpp"
#include "core/samples.hpp"

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

/// What the samples of one image say; a word about those that count as missing.
Samples read_samples(const ImageView& image, const char* name, std::vector<std::string>& warnings) {
  const Samples samples = samples_of(image);
  if (samples.absurd_pixels > 0) {
    warnings.push_back(
        fmt::format("{} pixels of the {} image have samples of {:.3g} and more, a thousand times what nearly all "
                    "others reach: they "
                    "count as pixels without data",
                    samples.absurd_pixels, name, samples.absurd_from));
  }
  return samples;
}

/// Costs are whole numbers where the images have 8 bits, nobody brings costs of their own, and whole numbers can tell
/// the cost; so are box sums where 16 bits hold them. Decided here and nowhere else.
void choose_numbers(const Pair& pair, const Options& options, const Hooks& hooks, Plan& plan) {
  const bool bytes = pair.left.sample == Sample::u8 && pair.right.sample == Sample::u8 && plan.white == 255;
  if (!bytes || options.run.precision != Precision::automatic || hooks.cost || hooks.right_cost) return;
  const auto weights = [&](int largest) { return integer_weights(options.cost, plan.channels, largest); };
  if (plan.method.box16) plan.integer = weights(IntegerBox::largest_cost(options.aggregate.box));
  plan.box16 = plan.integer.has_value();
  if (!plan.box16) plan.integer = weights(65535);
}

AggregationTraits traits_of(const Options& options, const Hooks& hooks) {
  if (!hooks.aggregate) return aggregation_traits(options.aggregate);
  // Of a caller's own aggregation nothing is known but what the hooks say.
  AggregationTraits traits = aggregation_traits(options.aggregate);
  traits.levels_together = hooks.all_levels;
  traits.margin.reset();
  traits.wide_slabs = traits.box16 = traits.wants_depth = false;
  traits.reads_guide = true;
  return traits;
}

}  // namespace

void check_sizes(const Pair& pair) {
  const ImageView& left = pair.left;
  const ImageView& right = pair.right;
  if (left.width != right.width || left.height != right.height) {
    throw Error(
        fmt::format("the left image is {} x {} pixels but the right one is {} x {}: give a rectified pair of one size",
                    left.width, left.height, right.width, right.height));
  }
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
  check_mask(pair.left_mask, pair.left, "left");
  check_mask(pair.right_mask, pair.right, "right");
}

Plan make_plan_without_limit(const Pair& pair, const Options& options, const Hooks& hooks) {
  check_inputs(pair, options);
  Plan plan;
  plan.width = pair.left.width;
  plan.height = pair.left.height;
  const Samples left = read_samples(pair.left, "left", plan.warnings);
  const Samples right = read_samples(pair.right, "right", plan.warnings);
  plan.absurd[0] = left.absurd_from;
  plan.absurd[1] = right.absurd_from;
  plan.left_holes = !pair.left_mask.empty() || left.unknown_pixels + left.absurd_pixels > 0;
  plan.right_holes = !pair.right_mask.empty() || right.unknown_pixels + right.absurd_pixels > 0;
  plan.white = options.input.white.value_or(white_of(pair.left, left, pair.right, right));
  if (plan.white <= 0) plan.white = 1;
  plan.grey = (pair.left.channels >= 3) != (pair.right.channels >= 3);
  plan.channels = plan.grey || pair.left.channels < 3 ? 1 : 3;

  plan.range = resolve_range(pair, options);
  plan.weights = scale_weights(resolve_scales(pair.left, plan.range, options), resolve_lambda(options));
  plan.ranges = {plan.range};
  while (static_cast<int>(plan.ranges.size()) < plan.scales()) plan.ranges.push_back(coarser(plan.ranges.back()));

  plan.method = traits_of(options, hooks);
  plan.own_cost = static_cast<bool>(hooks.cost);
  plan.own_bytes = hooks.own_bytes;
  plan.own_steps = hooks.cost || hooks.right_cost || hooks.aggregate;
  choose_numbers(pair, options, hooks, plan);
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
  while (static_cast<int>(around.ranges.size()) < plan.scales()) around.ranges.push_back(coarser(around.ranges.back()));
  around.right_holes = true;  // what the warp brings in from outside
  around.schedule = make_schedule(around, options, plan.schedule.threads, plan.schedule.asked_slab);
  return around;
}

std::size_t slabs_of_all_passes(const Plan& plan, const SelectOptions& select) {
  const std::size_t views = select.right == RightView::full ? 2 : 1;
  const std::size_t passes = views * (plan.method.wants_depth ? 2 : 1);
  return (passes + (select.confidence == Confidence::ambiguity ? 1 : 0)) * plan.schedule.slabs();
}

namespace {

FloatImage load(const ImageView& image, const Mask& mask, double absurd_from, const Plan& plan) {
  FloatImage result = to_float(image, plan.white, plan.grey, plan.threads(), absurd_from);
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
  return {load(pair.left, pair.left_mask, plan.absurd[0], plan),
          load(pair.right, pair.right_mask, plan.absurd[1], plan)};
}

}  // namespace csca
