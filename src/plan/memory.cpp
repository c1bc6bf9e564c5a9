// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "plan/memory.hpp"

#include <csca/cost.hpp>
#include <csca/error.hpp>
#include <csca/scale.hpp>

#include "box16/strips.hpp"
#include "cost/integer_cost.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

namespace csca {
namespace {

std::size_t view_bytes(const ImageView& image) {
  return static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) *
         static_cast<std::size_t>(image.channels) * bytes_per_sample(image.sample);
}

/// A group: the rows of slabs on their way through the finest scale, and the coarser scales' costs.
std::size_t group_bytes(const Plan& plan, const Schedule& schedule, const Group& group,
                        const AggregateOptions& options) {
  Slab slab{plan.width, plan.height, {0, 1}};
  for (const LevelSpan& each : group.slabs) slab.levels.count = std::max(slab.levels.count, each.computed.count);
  if (plan.box16) {
    return static_cast<std::size_t>(schedule.parallel_slabs) *
           box16_task_bytes(options.box, plan.width, slab.levels.count, plan.scales());
  }
  const std::size_t at_once = std::min(static_cast<std::size_t>(schedule.parallel_slabs), group.slabs.size());
  std::size_t bytes = at_once * aggregation_bytes(options, slab);
  // Each slab has its part of the next scale to itself. Of two scales beyond, the finer one is small, and gone when
  // slabs run.
  if (plan.scales() == 1) return bytes;
  for (const LevelSpan& each : group.slabs) {
    bytes += sizeof(float) * static_cast<std::size_t>((slab.width + 1) / 2) *
             static_cast<std::size_t>((slab.height + 1) / 2) * static_cast<std::size_t>(coarser(each.computed).count);
  }
  return bytes;
}

/// Kept for the whole pyramid: the left image as guide and the cost's features.
std::size_t pyramid_bytes(const Options& options, const Plan& plan, std::size_t features) {
  const std::size_t finest = static_cast<std::size_t>(plan.width) * static_cast<std::size_t>(plan.height);
  std::size_t kept = 0;
  for (int s = 0; s < plan.scales(); ++s) {
    const std::size_t pixels = finest >> (2 * s);
    const std::size_t guide = sizeof(float) * static_cast<std::size_t>(plan.guide_stays(s) ? plan.channels : 0);
    kept += pixels * (guide + features) + guide_bytes(options.aggregate, pixels, plan.channels);
  }
  return kept;
}

}  // namespace

std::size_t predicted_bytes(const Pair& pair, const Options& options, const Plan& plan, const Schedule& schedule) {
  const std::size_t features = plan.integer ? integer_bytes_per_pixel(options.cost, plan.channels)
                                            : cost_bytes_per_pixel(options.cost, plan.channels);
  const std::size_t finest = static_cast<std::size_t>(plan.width) * static_cast<std::size_t>(plan.height);
  const std::size_t image = sizeof(float) * static_cast<std::size_t>(plan.channels);
  const SelectOptions& select = options.select;
  const std::size_t winner = sizeof(float) + sizeof(int) + (select.subpixel != Subpixel::none ? 2 * sizeof(float) : 0) +
                             (select.confidence == Confidence::peak_ratio ? 3 * (sizeof(float) + sizeof(int)) : 0) +
                             (select.confidence == Confidence::ambiguity ? sizeof(std::uint32_t) : 0) +
                             (select.right == RightView::diagonal ? sizeof(float) + sizeof(int) : 0);
  const std::size_t result = sizeof(float) + 1 + (select.right != RightView::none ? sizeof(float) : 0) +
                             (select.confidence != Confidence::none ? sizeof(float) : 0);
  constexpr std::size_t program = 12'000'000;  // the tool with its libraries and an image codec's buffers

  std::size_t largest = 0;
  for (const Group& group : schedule.groups) {
    largest = std::max(largest, group_bytes(plan, schedule, group, options.aggregate));
  }
  // A right view of its own is matched with both images, as they are and mirrored, and the left view's result beside
  // it.
  const std::size_t beside = select.right == RightView::full ? finest * (4 * image + result) : 0;
  // Whole-number features are made while both images and their pyramids, a third more, are there.
  const std::size_t preparing = plan.integer ? finest * features + 8 * finest * image / 3 : 0;
  // The result is made when the slabs are gone.
  return program + view_bytes(pair.left) + view_bytes(pair.right) +
         std::max(pyramid_bytes(options, plan, features) + finest * winner + beside + std::max(largest, finest * result),
                  preparing);
}

std::size_t predicted_memory(const Pair& pair, const Options& options, const Hooks& hooks) {
  const Plan plan = make_plan_without_limit(pair, options, hooks);
  return predicted_bytes(pair, options, plan, plan.schedule);
}

Plan make_plan(const Pair& pair, const Options& options, const Hooks& hooks) {
  Plan plan = make_plan_without_limit(pair, options, hooks);
  if (!options.run.max_memory) return plan;
  // As asked first, then powers of two, of which those above what the method takes by itself cannot fit either. Levels
  // are stored in eights: smaller slabs than that hold no less. Half a slab costs less time than half the threads.
  std::vector<std::optional<int>> slabs = {options.run.slab};
  const auto levels = static_cast<unsigned>(plan.range.count);
  for (unsigned slab = std::bit_floor(levels); !options.run.slab && slab >= 8; slab /= 2) {
    slabs.emplace_back(static_cast<int>(slab));
  }
  std::size_t least = 0;
  for (int threads = plan.threads(); threads >= 1; --threads) {
    for (const std::optional<int> slab : slabs) {
      Schedule schedule = make_schedule(plan, options, threads, slab);
      least = predicted_bytes(pair, options, plan, schedule);
      if (least > *options.run.max_memory) continue;
      plan.schedule = std::move(schedule);
      return plan;
    }
  }
  constexpr double mega = 1e6;
  throw Error(
      fmt::format("max_memory is {:.1f}M: even one slab at a time needs {:.0f}M; allow that, or match a smaller image",
                  static_cast<double>(*options.run.max_memory) / mega, std::ceil(static_cast<double>(least) / mega)));
}

Options fit_memory(const Pair& pair, Options options, const Hooks& hooks) {
  if (!options.run.max_memory) return options;
  const Plan plan = make_plan(pair, options, hooks);
  options.range.first = plan.range.first;
  options.range.levels = plan.range.count;
  options.run.threads = plan.schedule.threads;
  options.run.slab = plan.schedule.asked_slab;
  return options;
}

}  // namespace csca
