// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "plan/memory.hpp"

#include <csca/error.hpp>
#include <csca/scale.hpp>

#include "aggregate/flowing.hpp"
#include "box16/strips.hpp"
#include "core/offset.hpp"
#include "cost/feature_rows.hpp"
#include "cost/integer_cost.hpp"
#include "cost/source.hpp"
#include "refine/memory.hpp"
#include "scale/blend.hpp"
#include "select/doubt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

namespace csca {
namespace {

std::size_t view_bytes(const ImageView& image) {
  return offset(image.width, image.height) * static_cast<std::size_t>(image.channels) * bytes_per_sample(image.sample);
}

/// What a match holds at each of its stages. A stage's sum counts all that lives at the time.
class Ledger {
 public:
  Ledger(const Options& options, const Plan& plan, const Schedule& schedule)
      : options_(options), plan_(plan), schedule_(schedule) {
    int width = plan.width;
    int height = plan.height;
    for (int s = 0; s < plan.scales(); ++s, width = (width + 1) / 2, height = (height + 1) / 2) {
      sizes_.push_back({width, height, offset(width, height)});
    }
  }

  std::size_t peak() const {
    const bool full = options_.select.right == RightView::full;
    std::size_t peak = std::max(preparing() + (full ? image() : 0), running(true) + (full ? image() : 0));
    // The right view is matched while the left image and its map wait.
    if (full) peak = std::max({peak, preparing() + image() + maps(), running(false) + image() + maps()});
    if (options_.planes.asked_for()) peak = std::max(peak, around_planes()) + kept_for_planes();
    return plan_.own_bytes + from_load() + std::max(peak, refining());
  }

 private:
  struct Size {
    int width;
    int height;
    std::size_t pixels;
  };

  std::size_t finest() const { return sizes_.front().pixels; }
  bool holes() const { return plan_.left_holes || plan_.right_holes; }

  /// One image as floats, with its mask of known pixels.
  std::size_t image(int s = 0) const {
    return sizes_[s].pixels * (sizeof(float) * static_cast<std::size_t>(plan_.channels) + (holes() ? 1 : 0));
  }

  /// The validity map and a copy of the right mask live from the images' loading to the end.
  std::size_t from_load() const { return finest() * (1 + (plan_.right_holes ? 1 : 0)); }

  /// The maps of a result but for validity.
  std::size_t maps() const {
    const SelectOptions& select = options_.select;
    return finest() * sizeof(float) *
           (1 + (select.right != RightView::none ? 1 : 0) + (select.confidence != Confidence::none ? 1 : 0));
  }

  std::size_t winner(bool left_view) const {
    const SelectOptions& select = options_.select;
    const std::size_t table = sizeof(float) + sizeof(int) + (select.subpixel != Subpixel::none ? 2 * sizeof(float) : 0);
    const std::size_t extra = (needs_runners_up(select) ? 3 * (sizeof(float) + sizeof(int)) : 0) +
                              (select.confidence == Confidence::ambiguity ? sizeof(std::uint32_t) : 0) +
                              (select.right == RightView::diagonal ? sizeof(float) + sizeof(int) : 0);
    return finest() * (table + (left_view ? extra : 0));
  }

  /// What a scale's costs keep: features of both images, and what stands in for cells without a partner.
  std::size_t cost(int s) const {
    const Size& size = sizes_[s];
    const Levels range = plan_.ranges[s];
    const int band = std::clamp(range.last(), 0, size.width) + std::clamp(-range.first, 0, size.width);
    const std::size_t fill =
        sizeof(float) * offset(plan_.right_holes ? size.width : std::min(band, size.width), size.height);
    const std::size_t known = holes() ? 2 * size.pixels : 0;
    if (plan_.own_cost) return fill + known;
    const std::size_t features = plan_.integer
                                     ? FeatureRows<char>::cells(size.width, size.height) *
                                           integer_bytes_per_pixel(options_.cost, plan_.channels, plan_.integer->fine)
                                     : size.pixels * cost_bytes_per_pixel(options_.cost, plan_.channels);
    return features + fill + known;
  }

  /// What the aggregation of a scale keeps of its guide.
  std::size_t guide(int s) const {
    const std::size_t factors =
        plan_.left_holes && !plan_.box16 ? sizeof(float) * offset(plan_.method.parts, sizes_[s].pixels) : 0;
    return guide_bytes(options_.aggregate, sizes_[s].pixels, plan_.channels) + factors;
  }

  /// Both pyramids, while the finest scale's costs and tree are made.
  std::size_t preparing() const {
    std::size_t bytes = cost(0) + guide(0) + (plan_.method.holds_slab ? tree_building * finest() : 0);
    for (int s = 0; s < plan_.scales(); ++s) bytes += 2 * image(s);
    if (schedule_.threads > 1 && plan_.scales() > 1) bytes += cost(1) + guide(1);  // which another thread makes
    return bytes;
  }

  /// Slabs on their way, the winners so far, and what all slabs share.
  std::size_t running(bool left_view) const {
    std::size_t bytes = winner(left_view);
    for (int s = 0; s < plan_.scales(); ++s) {
      bytes += cost(s) + guide(s) + look_ahead_bytes(options_.aggregate, all_levels(s)) +
               (plan_.guide_stays(s) ? image(s)
                : plan_.left_holes   ? sizes_[s].pixels
                                     : 0);
    }
    std::size_t largest = 0;
    for (const Group& group : schedule_.groups) largest = std::max(largest, group_bytes(group));
    return bytes + edges() + largest;
  }

  Slab all_levels(int s) const { return {sizes_[s].width, sizes_[s].height, plan_.ranges[s], schedule_.threads}; }

  /// Costs at the edges of slabs, until the slab on the other side has been there.
  std::size_t edges() const {
    if (options_.select.subpixel == Subpixel::none || options_.range.skip_zero) return 0;
    const auto at_once = static_cast<std::size_t>(schedule_.parallel_slabs);
    const std::size_t planes = std::min(at_once + 1, schedule_.slabs() - 1);
    const int columns = plan_.box16 ? std::min(box16_widest_strip, plan_.width) : plan_.width;
    return sizeof(float) * planes * offset(columns, plan_.height);
  }

  std::size_t group_bytes(const Group& group) const {
    Slab slab{plan_.width, plan_.height, {0, 1}, schedule_.threads_per_slab};
    for (const LevelSpan& each : group.slabs) slab.levels.count = std::max(slab.levels.count, each.computed.count);
    const auto at_once = static_cast<std::size_t>(schedule_.parallel_slabs);
    if (plan_.box16) {
      return at_once * box16_task_bytes(options_.aggregate.box, plan_.width, slab.levels.count, plan_.scales());
    }
    if (plan_.flows) return flowing_bytes();
    // Each piece has its part of the next scale to itself. Memory of scales beyond is kept for the next group.
    std::size_t bytes = at_once * aggregation_bytes(options_.aggregate, slab);
    const auto pieces = pieces_of(group, plan_.ranges, options_.scale.level_map, schedule_.slab_levels);
    for (int s = 1; s < plan_.scales(); ++s) {
      for (const Levels& finer : pieces[s - 1]) {
        bytes += sizeof(float) * sizes_[s].pixels *
                 static_cast<std::size_t>(levels_under(finer, options_.scale.level_map).count);
      }
    }
    return bytes;
  }

  /// Rows of all scales on their way, and the few that are kept of the coarse ones.
  std::size_t flowing_bytes() const {
    std::size_t bytes = 0;
    for (int s = 0; s < plan_.scales(); ++s) {
      bytes += aggregation_bytes(options_.aggregate, all_levels(s));
      if (s > 0) {
        bytes += sizeof(float) * offset(rows_kept(schedule_.threads), sizes_[s].width) *
                 static_cast<std::size_t>(levels_under(plan_.ranges[s - 1], options_.scale.level_map).count);
      }
    }
    return bytes;
  }

  /// Both images, which every plane needs again, and the guides and first results of what is prepared once.
  std::size_t kept_for_planes() const {
    const std::size_t prepared = image() + pass_bytes(options_.aggregate, finest());
    return 2 * image() + (plan_.box16 ? 0 : prepared * 4 / 3);
  }

  /// What waits while a plane is matched, of a pixel: the first map, and of the winners so far disparity, cost and
  /// plane; where they are asked for, the right view's disparity and cost, the rival and its lead.
  std::size_t waiting_for_planes() const {
    const SelectOptions& select = options_.select;
    const std::size_t right = select.right == RightView::diagonal ? 2 : 0;
    const std::size_t doubt = needs_runners_up(select) ? 2 : select.confidence != Confidence::none ? 1 : 0;
    return finest() * (sizeof(float) * (3 + right + doubt) + 1);
  }

  /// Of both pyramids: they are done with, but their memory waits for the next plane. Winners take that of the finest.
  std::size_t kept_images() const {
    std::size_t bytes = 0;
    for (int s = 0; s < plan_.scales(); ++s) bytes += 2 * image(s);
    return bytes - std::min(2 * image(), winner(false));
  }

  /// A pass around a plane.
  std::size_t around_planes() const {
    Plan plan = plan_;
    plan.schedule = schedule_;
    const Plan around = plan_around_plane(plan, options_);
    const Ledger pass(options_, around, around.schedule);
    return std::max(pass.preparing(), pass.running(false) + pass.kept_images()) + waiting_for_planes();
  }

  /// The engine is gone; the left image is the guide.
  std::size_t refining() const {
    const RefinedMap map{plan_.width, plan_.height, plan_.channels, schedule_.threads};
    const std::size_t result = maps() + (plan_.finest_guide_stays ? image() : 0);
    return result + std::max(refine_bytes(map, options_.refine), winner(true));
  }

  static constexpr std::size_t tree_building = 30;  // bytes a pixel: edges in order, union-find

  const Options& options_;
  const Plan& plan_;
  const Schedule& schedule_;
  std::vector<Size> sizes_;
};

}  // namespace

std::size_t predicted_bytes(const Pair& pair, const Options& options, const Plan& plan, const Schedule& schedule) {
  constexpr std::size_t program =
      15'000'000;  // the tool with its libraries, and what the allocator rounds up and keeps
  return program + view_bytes(pair.left) + view_bytes(pair.right) + pair.left_mask.size() + pair.right_mask.size() +
         Ledger(options, plan, schedule).peak();
}

std::size_t predicted_memory(const Pair& pair, const Options& options, const Hooks& hooks) {
  const Plan plan = make_plan_without_limit(pair, options, hooks);
  return predicted_bytes(pair, options, plan, plan.schedule);
}

Plan make_plan(const Pair& pair, const Options& options, const Hooks& hooks, const WholePair* whole) {
  Plan plan = make_plan_without_limit(pair, options, hooks, whole);
  if (!options.run.max_memory) return plan;
  // As asked first, then powers of two, of which those above what the method takes by itself cannot fit either. Levels
  // are stored in eights: smaller slabs than that hold no less. Half a slab costs less time than half the threads.
  std::vector<std::optional<int>> slabs = {options.run.slab};
  const auto levels = static_cast<unsigned>(plan.range.count);
  for (unsigned slab = std::bit_floor(levels); !options.run.slab && !plan.method.levels_together && slab >= 8;
       slab /= 2) {
    slabs.emplace_back(static_cast<int>(slab));
  }
  std::size_t least = 0;
  for (int threads = plan.threads(); threads >= 1; --threads) {
    for (const std::optional<int> slab : slabs) {
      Schedule schedule = make_schedule(plan, options, threads, slab);
      const std::size_t bytes = predicted_bytes(pair, options, plan, schedule);
      if (bytes <= *options.run.max_memory) {
        plan.schedule = std::move(schedule);
        return plan;
      }
      if (least == 0 || bytes < least) least = bytes;
    }
  }
  constexpr double mega = 1e6;
  throw Error(
      fmt::format("max_memory is {:.1f}M: even one slab at a time needs {:.0f}M; allow that, or match a smaller image",
                  static_cast<double>(*options.run.max_memory) / mega, std::ceil(static_cast<double>(least) / mega)),
      ErrorKind::no_memory);
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

Options resolve_options(const Pair& pair, Options options, const Hooks& hooks) {
  const Plan plan = make_plan(pair, options, hooks);
  options.range.first = plan.range.first;
  options.range.levels = plan.range.count;
  options.input.white = plan.white;
  options.scale.lambda = resolve_lambda(options);
  options.scale.scales = plan.scales();
  options.run.threads = plan.schedule.threads;
  options.run.slab = plan.schedule.slab_levels;
  if (!plan.integer) options.run.precision = Precision::floats;
  return options;
}

}  // namespace csca
