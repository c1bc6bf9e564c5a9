// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "plan/schedule.hpp"

#include <csca/aligned.hpp>
#include <csca/scale.hpp>
#include <csca/volume.hpp>

#include "box16/strips.hpp"
#include "core/offset.hpp"
#include "core/parallel.hpp"
#include "plan/plan.hpp"
#include "scale/blend.hpp"

#include <algorithm>
#include <cstdint>

namespace csca {
namespace {

/// Slabs of `size` levels, cut at multiples of it: with a power of two, a slab then shares few coarse levels with the
/// next.
PooledVector<Levels> aligned_slabs(Levels range, int size) {
  PooledVector<Levels> slabs;
  for (int first = range.first; first <= range.last();) {
    const int aligned = first - (((first % size) + size) % size);
    const int next = std::min(aligned + size, range.last() + 1);
    slabs.push_back({first, next - first});
    first = next;
  }
  return slabs;
}

/// The levels of a slab that suit the method and the image.
int suitable_slab(const Plan& plan, const AggregateOptions& options) {
  // Two blocks of 64 levels: a coarser scale, with one level more than half as many, then is one block and a small one.
  constexpr int box16_slab = 128;
  if (plan.box16) return box16_slab;
  const auto pixels = offset(plan.width, plan.height);
  const int usual = plan.method.slab_for(pixels);
  if (!plan.method.wide_slabs) return usual;
  constexpr double most_bytes = 140e6;
  // With a quarter of the pixels at half of the levels, and a seventh of that for the scales beyond.
  const double coarser_costs = sizeof(float) * static_cast<double>(plan.width) * plan.height / 7;
  const Slab least{plan.width, plan.height, {0, usual}};
  const double level_bytes = static_cast<double>(aggregation_bytes(options, least)) / usual + coarser_costs;
  const double fitting = most_bytes / level_bytes;
  // All in one: cuts are at multiples of the size, which counts a neighbour on both sides.
  if (fitting >= plan.range.count) return std::max(plan.range.last() + 1, -plan.range.first) + 2;
  // A few less than whole vectors: then coarser scales, with one level more than half as many, need no vector for one.
  return std::max(1, static_cast<int>(fitting) / usual) * usual - 4;
}

/// Fits between levels need a winner's neighbours. Slabs give each other those at their edges; but beside a disparity 0
/// that is computed and does not compete, they are computed along.
bool computes_neighbours(const Options& options) {
  return options.select.subpixel != Subpixel::none && options.range.skip_zero;
}

/// The slab in which these levels compete; disparity 0 is computed, but where it is skipped it does not compete.
void add_slab(Levels range, Levels slab, const Options& options, PooledVector<LevelSpan>& slabs) {
  const int neighbours = computes_neighbours(options) ? 1 : 0;
  const int first = std::max(range.first, slab.first - neighbours);
  const int last = std::min(range.last(), slab.last() + neighbours);
  const Levels computed{first, last - first + 1};
  const bool has_zero = slab.first <= 0 && slab.last() >= 0;
  if (!options.range.skip_zero || !has_zero) return slabs.push_back({slab, computed});
  if (slab.first < 0) slabs.push_back({{slab.first, -slab.first}, computed});
  if (slab.last() > 0) slabs.push_back({{1, slab.last()}, computed});
}

PooledVector<LevelSpan> make_slabs(Levels range, int size, const Options& options) {
  // With neighbours a slab is computed two levels wider than it competes: then the wider one has the size.
  PooledVector<LevelSpan> slabs;
  for (const Levels& levels : aligned_slabs(range, computes_neighbours(options) ? std::max(1, size - 2) : size)) {
    add_slab(range, levels, options, slabs);
  }
  return slabs;
}

/// How many slabs share the coarser scales: for each thread as many as keep these scales' costs within bounds; one for
/// each at least, and two in all of 16 levels, since the 9 levels of the next scale under one take as long as 16. A
/// size that was asked for bounds memory: then a group has no more slabs than run at once.
int group_size(const Plan& plan, const Schedule& schedule, std::size_t slabs, bool asked) {
  if (plan.box16) return static_cast<int>(slabs);
  if (asked) return schedule.parallel_slabs;
  constexpr double most_bytes = 18e6;  // a thread
  // A quarter of the pixels at half of the levels, and a seventh more for the scales beyond.
  const double level_bytes = 4.0 * plan.width * plan.height / 8 * 8 / 7;
  const int fitting = plan.scales() == 1
                          ? static_cast<int>(slabs)
                          : static_cast<int>(std::min(1e6, most_bytes / (level_bytes * schedule.slab_levels)));
  const int least = std::max(schedule.parallel_slabs, schedule.slab_levels <= 16 ? 2 : 1);
  return std::max(fitting * schedule.parallel_slabs, least);
}

PooledVector<Group> make_groups(const PooledVector<LevelSpan>& slabs, int size) {
  PooledVector<Group> groups;
  for (const LevelSpan& slab : slabs) {
    if (groups.empty() || static_cast<int>(groups.back().slabs.size()) == size) groups.push_back({{}, slab.computed});
    Group& group = groups.back();
    group.slabs.push_back(slab);
    group.computed.count = slab.computed.last() - group.computed.first + 1;
  }
  return groups;
}

}  // namespace

PooledVector<PooledVector<Levels>> pieces_of(const Group& group, const PooledVector<Levels>& ranges,
                                             Interpolation level_map, int slab_levels) {
  PooledVector<PooledVector<Levels>> result(1);
  for (const LevelSpan& slab : group.slabs) result.front().push_back(slab.computed);
  Levels levels = group.computed;
  for (std::size_t s = 1; s < ranges.size(); ++s) {
    levels = common(levels_under(levels, level_map), ranges[s]);
    PooledVector<Levels>& pieces = result.emplace_back();
    for (int first = levels.first; first <= levels.last(); first += slab_levels) {
      pieces.push_back({first, std::min(slab_levels, levels.last() - first + 1)});
    }
  }
  return result;
}

std::size_t Schedule::slabs() const {
  std::size_t sum = 0;
  for (const Group& group : groups) sum += group.slabs.size();
  return sum;
}

Schedule make_schedule(const Plan& plan, const Options& options, int threads, std::optional<int> slab) {
  Schedule schedule;
  schedule.threads = working_threads(threads);
  schedule.asked_slab = slab;
  const bool uncut = plan.method.levels_together;
  PooledVector<LevelSpan> slabs;
  if (uncut) {
    schedule.slab_levels = plan.range.count + 1;  // coarser scales may have one more
    add_slab(plan.range, plan.range, options, slabs);
  } else {
    schedule.slab_levels = slab ? *slab : suitable_slab(plan, options.aggregate);
    // Strips of columns, of which the box filter has enough for all threads, need no second slab where one will do. Nor
    // do levels that are stored as one vector: a few on both sides of 0, cut there, would take twice the time.
    const bool needs_one = plan.box16 || plan.range.count <= Volume::stride_for(1);
    if (needs_one && plan.range.count <= schedule.slab_levels) {
      add_slab(plan.range, plan.range, options, slabs);
    } else {
      slabs = make_slabs(plan.range, schedule.slab_levels, options);
    }
  }
  const bool one_at_a_time = uncut || plan.method.wide_slabs;
  const std::size_t tasks = slabs.size() * (plan.box16 ? box16_strips(plan.width).size() : 1);
  schedule.parallel_slabs = one_at_a_time ? 1 : std::min(schedule.threads, static_cast<int>(tasks));
  schedule.threads_per_slab = one_at_a_time ? schedule.threads : 1;
  schedule.groups = make_groups(slabs, group_size(plan, schedule, slabs.size(), slab.has_value()));
  schedule.save_memory = std::int64_t{plan.width} * plan.height > 1 << 20;
  // One thread builds the finest tree for a while; the others go on with the coarser scales where memory allows it.
  schedule.build_in_background =
      !plan.own_steps && !schedule.save_memory && !plan.box16 && plan.scales() > 1 && schedule.parallel_slabs > 1;
  return schedule;
}

}  // namespace csca
