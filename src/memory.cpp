// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/cost.hpp>
#include <csca/error.hpp>
#include <csca/match.hpp>
#include <csca/scale.hpp>

#include "core/parallel.hpp"
#include "cost/integer_cost.hpp"
#include "prepare.hpp"
#include "whole_pass.hpp"

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
std::size_t group_bytes(const ImageView& image, const Plan::Group& group, const Plan& plan,
                        const AggregateOptions& options) {
  Slab slab{image.width, image.height, {0, 1}};
  for (const Plan::Slab& each : group.slabs) slab.levels.count = std::max(slab.levels.count, each.computed.count);
  if (plan.whole_box) {
    return static_cast<std::size_t>(plan.in_flight) *
           whole_task_bytes(options.box, image.width, slab.levels.count, plan.scales);
  }
  const std::size_t at_once = std::min(static_cast<std::size_t>(plan.in_flight), group.slabs.size());
  std::size_t bytes = at_once * aggregation_bytes(options, slab);
  // Each slab has its part of the next scale to itself. Of two scales beyond, the finer one is small, and gone when
  // slabs run.
  if (plan.scales == 1) return bytes;
  for (const Plan::Slab& each : group.slabs) {
    bytes += sizeof(float) * static_cast<std::size_t>((slab.width + 1) / 2) *
             static_cast<std::size_t>((slab.height + 1) / 2) * static_cast<std::size_t>(coarser(each.computed).count);
  }
  return bytes;
}

}  // namespace

std::size_t predicted_memory(const ImageView& left, const ImageView& right, const Options& options) {
  const Plan plan = prepare(left, right, options);
  const int channels = plan.grey || left.channels < 3 ? 1 : 3;
  // Kept for the whole pyramid: the left image as guide and the cost's features.
  const bool whole = plan.integer.has_value();
  const std::size_t features =
      whole ? integer_bytes_per_pixel(options.cost, channels) : cost_bytes_per_pixel(options.cost, channels);
  const std::size_t finest = static_cast<std::size_t>(left.width) * static_cast<std::size_t>(left.height);
  std::size_t kept = 0;
  for (int s = 0; s < plan.scales; ++s) {
    const std::size_t pixels = finest >> (2 * s);
    const bool dropped = s == 0 ? plan.drop_finest : plan.drop_guides;
    const std::size_t guide = sizeof(float) * static_cast<std::size_t>(dropped ? 0 : channels);
    kept += pixels * (guide + features) + guide_bytes(options.aggregate, pixels, channels);
  }

  const SelectOptions& select = options.select;
  const std::size_t winner = sizeof(float) + sizeof(int) + (select.subpixel != Subpixel::none ? 2 * sizeof(float) : 0) +
                             (select.confidence == Confidence::peak_ratio ? 3 * (sizeof(float) + sizeof(int)) : 0) +
                             (select.confidence == Confidence::ambiguity ? sizeof(std::uint32_t) : 0) +
                             (select.right == RightView::diagonal ? sizeof(float) + sizeof(int) : 0);
  const std::size_t result = sizeof(float) + 1 + (select.right != RightView::none ? sizeof(float) : 0) +
                             (select.confidence != Confidence::none ? sizeof(float) : 0);
  constexpr std::size_t program = 12'000'000;  // the tool with its libraries and an image codec's buffers

  std::size_t largest = 0;
  for (const Plan::Group& group : plan.groups) {
    largest = std::max(largest, group_bytes(left, group, plan, options.aggregate));
  }
  // A right view of its own is matched with both images, as they are and mirrored, and the left view's result beside
  // it.
  const std::size_t beside =
      select.right == RightView::full ? finest * (4 * sizeof(float) * static_cast<std::size_t>(channels) + result) : 0;
  // Whole-number features are made while both images and their pyramids, a third more, are there.
  const std::size_t preparing =
      whole ? finest * features + 8 * finest * sizeof(float) * static_cast<std::size_t>(channels) / 3 : 0;
  // The result is made when the slabs are gone.
  return program + view_bytes(left) + view_bytes(right) +
         std::max(kept + finest * winner + beside + std::max(largest, finest * result), preparing);
}

Options fit_memory(const ImageView& left, const ImageView& right, Options options) {
  if (!options.run.max_memory) return options;
  validate(options);
  const Levels range = resolve_range(left, right, options);
  options.range.first = range.first;
  options.range.levels = range.count;
  // As asked first, then powers of two, of which those above what the method takes by itself cannot fit either. Levels
  // are stored in eights: smaller slabs than that hold no less. Half a slab costs less time than half the threads.
  std::vector<std::optional<int>> slabs = {options.run.slab};
  const auto levels = static_cast<unsigned>(range.count);
  for (unsigned slab = std::bit_floor(levels); !options.run.slab && slab >= 8; slab /= 2) {
    slabs.emplace_back(static_cast<int>(slab));
  }
  std::size_t least = 0;
  for (int threads = thread_count(options.run.threads); threads >= 1; --threads) {
    for (const std::optional<int> slab : slabs) {
      options.run.threads = threads;
      options.run.slab = slab;
      least = predicted_memory(left, right, options);
      if (least <= *options.run.max_memory) return options;
    }
  }
  constexpr double mega = 1e6;
  throw Error(
      fmt::format("max_memory is {:.1f}M: even one slab at a time needs {:.0f}M; allow that, or match a smaller image",
                  static_cast<double>(*options.run.max_memory) / mega, std::ceil(static_cast<double>(least) / mega)));
}

}  // namespace csca
