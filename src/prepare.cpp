// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "prepare.hpp"

#include <csca/error.hpp>
#include <csca/scale.hpp>

#include "aggregate/box.hpp"
#include "core/parallel.hpp"
#include "cost/integer_cost.hpp"
#include "whole_pass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace csca {

namespace {

void check_sizes(const ImageView& left, const ImageView& right) {
  if (left.width != right.width || left.height != right.height) {
    throw Error(
        fmt::format("the left image is {} x {} pixels but the right one is {} x {}: give a rectified pair of one size",
                    left.width, left.height, right.width, right.height));
  }
}

}  // namespace

double resolve_lambda(const Options& options) {
  return options.scale.lambda.value_or(method_defaults(options.aggregate).lambda);
}

int resolve_scales(const ImageView& left, Levels range, const Options& options) {
  // Without regularisation coarser scales have no say: leave them out, and the plain method comes out bit for bit.
  return resolve_lambda(options) > 0 ? usable_scales(left.width, left.height, range, options.scale.scales) : 1;
}

Levels resolve_range(const ImageView& left, const ImageView& right, const Options& options) {
  check_sizes(left, right);
  const RangeOptions& asked = options.range;
  Levels range{asked.first.value_or(0), asked.levels.value_or(0)};
  if (!asked.levels) {
    const Levels estimate = estimate_range(left, right, options);
    if (!asked.first) range.first = estimate.first;
    range.count = std::max(1, estimate.last() - range.first + 1);
  }
  if (asked.skip_zero && range.first == 0) {
    if (range.count == 1)
      throw Error("levels is 1 and disparity 0 is skipped: allowed is a range with another disparity");
    ++range.first;
    --range.count;
  }
  return range;
}

namespace {

/// Slabs of `size` levels, cut at multiples of it: with a power of two, a slab then shares few coarse levels with the
/// next.
std::vector<Levels> cut(Levels range, int size) {
  std::vector<Levels> slabs;
  for (int first = range.first; first <= range.last();) {
    const int aligned = first - (((first % size) + size) % size);
    const int next = std::min(aligned + size, range.last() + 1);
    slabs.push_back({first, next - first});
    first = next;
  }
  return slabs;
}

int slab_size(const ImageView& image, const Plan& plan, const Options& options) {
  if (options.run.slab) return *options.run.slab;
  // Two blocks of 64 levels: a coarser scale, with one level more than half as many, then is one block and a small one.
  constexpr int whole_slab = 128;
  if (plan.whole_box) return whole_slab;
  const Levels range = plan.range;
  const auto pixels = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  const MethodDefaults defaults = method_defaults(options.aggregate, pixels);
  if (!defaults.all_levels) return defaults.slab;
  constexpr double most_bytes = 140e6;
  // With a quarter of the pixels at half of the levels, and a seventh of that for the scales beyond.
  const double coarser_costs = sizeof(float) * static_cast<double>(image.width) * image.height / 7;
  const Slab least{image.width, image.height, {0, defaults.slab}};
  const double level_bytes =
      static_cast<double>(aggregation_bytes(options.aggregate, least)) / defaults.slab + coarser_costs;
  const double fitting = most_bytes / level_bytes;
  // All in one: cuts are at multiples of the size, which counts a neighbour on both sides.
  if (fitting >= range.count) return std::max(range.last() + 1, -range.first) + 2;
  // A few less than whole vectors: then coarser scales, with one level more than half as many, need no vector for one.
  return std::max(1, static_cast<int>(fitting) / defaults.slab) * defaults.slab - 4;
}

/// The slab in which these levels compete; disparity 0 is computed, but where it is skipped it does not.
std::vector<Plan::Slab> plan_slab(Levels range, Levels slab, const Options& options) {
  const int neighbours = options.select.subpixel != Subpixel::none ? 1 : 0;
  const int first = std::max(range.first, slab.first - neighbours);
  const int last = std::min(range.last(), slab.last() + neighbours);
  const Levels computed{first, last - first + 1};
  const bool has_zero = slab.first <= 0 && slab.last() >= 0;
  if (!options.range.skip_zero || !has_zero) return {{slab, computed}};
  std::vector<Plan::Slab> slabs;
  if (slab.first < 0) slabs.push_back({{slab.first, -slab.first}, computed});
  if (slab.last() > 0) slabs.push_back({{1, slab.last()}, computed});
  return slabs;
}

std::vector<Plan::Slab> plan_slabs(Levels range, int size, const Options& options) {
  // With neighbours a slab is computed two levels wider than it competes: then it is the wider one that has the size.
  const bool neighbours = options.select.subpixel != Subpixel::none;
  std::vector<Plan::Slab> slabs;
  for (const Levels& levels : cut(range, neighbours ? std::max(1, size - 2) : size)) {
    for (const Plan::Slab& slab : plan_slab(range, levels, options)) slabs.push_back(slab);
  }
  return slabs;
}

/// As many slabs in a group for each thread as keep the coarser scales' costs within bounds; one for each at least, and
/// two in all of 16 levels, since the 9 of the next scale under one take as long as 16. Slabs of a size that was asked
/// for are no more than threads: whoever asks wants to bound memory.
std::vector<Plan::Group> plan_groups(const std::vector<Plan::Slab>& slabs, const ImageView& image, const Plan& plan,
                                     const Options& options) {
  constexpr double most_bytes = 18e6;  // a thread
  // A quarter of the pixels at half of the levels, and a seventh more for the scales beyond.
  const double level_bytes = 4.0 * image.width * image.height / 8 * 8 / 7;
  const bool stores = plan.scales > 1 && !plan.whole_box;
  const int fitting = !stores ? static_cast<int>(slabs.size())
                              : static_cast<int>(std::min(1e6, most_bytes / (level_bytes * plan.slab)));
  const int least = std::max(plan.in_flight, plan.slab <= 16 ? 2 : 1);
  const int size = options.run.slab && !plan.whole_box ? plan.in_flight : std::max(fitting * plan.in_flight, least);
  std::vector<Plan::Group> groups;
  for (const Plan::Slab& slab : slabs) {
    if (groups.empty() || static_cast<int>(groups.back().slabs.size()) == size) groups.push_back({{}, slab.computed});
    Plan::Group& group = groups.back();
    group.slabs.push_back(slab);
    group.computed.count = slab.computed.last() - group.computed.first + 1;
  }
  return groups;
}

bool whole_costs(const ImageView& left, const ImageView& right, const Plan& plan, const Options& options,
                 const Hooks& hooks) {
  return options.run.precision == Precision::automatic && left.sample == Sample::u8 && right.sample == Sample::u8 &&
         plan.white == 255 && !hooks.cost && !(hooks.right_cost && options.select.right == RightView::full);
}

/// Decides about whole numbers, with the channels that costs will see.
void choose_precision(const ImageView& left, const ImageView& right, const Options& options, const Hooks& hooks,
                      Plan& plan) {
  if (!whole_costs(left, right, plan, options, hooks)) return;
  const int channels = plan.grey || left.channels < 3 ? 1 : 3;
  if (!hooks.aggregate && options.aggregate.method == "box") {
    plan.integer = integer_weights(options.cost, channels, IntegerBox::largest_cost(options.aggregate.box));
    plan.whole_box = plan.integer.has_value();
  }
  constexpr int any = 65535;
  if (!plan.integer) plan.integer = integer_weights(options.cost, channels, any);
}

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

}  // namespace

Plan prepare(const ImageView& left, const ImageView& right, const Options& options, const Hooks& hooks) {
  check(left, "left");
  check(right, "right");
  validate(options);
  check_combinations(options);
  Plan plan;
  plan.range = resolve_range(left, right, options);
  plan.white = options.input.white.value_or(0);
  if (!options.input.white) plan.white = white_of(left, right);
  if (plan.white <= 0) plan.white = 1;
  plan.grey = (left.channels >= 3) != (right.channels >= 3);
  check_mask(hooks.left_mask, left, "left");
  check_mask(hooks.right_mask, right, "right");
  plan.large = std::int64_t{left.width} * left.height > 1 << 20;
  plan.scales = resolve_scales(left, plan.range, options);
  plan.weights = scale_weights(plan.scales, resolve_lambda(options));
  choose_precision(left, right, options, hooks, plan);
  plan.drop_guides = plan.integer && !hooks.aggregate && !reads_guide(options.aggregate);
  plan.drop_finest = plan.drop_guides && options.refine.steps.empty() && options.select.right != RightView::full;
  const int threads = thread_count(options.run.threads);
  const bool uncut = hooks.aggregate && hooks.all_levels && !options.run.slab;
  const bool together = uncut || (!hooks.aggregate && method_defaults(options.aggregate).all_levels);
  plan.slab = uncut ? plan.range.count + 1 : slab_size(left, plan, options);  // coarser scales may have one more
  const auto slabs = uncut ? plan_slab(plan.range, plan.range, options) : plan_slabs(plan.range, plan.slab, options);
  const std::size_t tasks = slabs.size() * (plan.whole_box ? whole_strips(left.width).size() : 1);
  plan.in_flight = together ? 1 : std::min(threads, static_cast<int>(tasks));
  plan.groups = plan_groups(slabs, left, plan, options);
  plan.slab_threads = together ? threads : 1;
  return plan;
}

FloatImage load(const ImageView& image, const Plan& plan, const Mask& mask, int threads) {
  FloatImage result = to_float(image, plan.white, plan.grey, threads);
  if (mask.empty()) return result;
  if (result.known.empty()) result.known = Mask(image.width, image.height, 1);
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (mask.data()[i] != 0) continue;
    result.known.data()[i] = 0;
    for (Plane<float>& channel : result.channels) channel.data()[i] = 0;
  }
  return result;
}

}  // namespace csca
