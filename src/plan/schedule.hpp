// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>
#include <csca/options.hpp>
#include <csca/volume.hpp>

#include <cstddef>
#include <optional>

namespace csca {

struct Plan;

/// The levels of one slab: those that compete, and those that are computed for it: one more on both sides where
/// neighbouring slabs cannot tell the costs there.
struct LevelSpan {
  Levels competing;
  Levels computed;
};

/// Slabs that share the coarser scales. The more levels a group has, the fewer coarse levels are computed twice.
struct Group {
  PooledVector<LevelSpan> slabs;
  Levels computed;
};

/// How the levels of a match are cut and who works on them. A schedule changes time and memory, never the result.
struct Schedule {
  PooledVector<Group> groups;
  int threads = 1;                   ///< of the match
  std::optional<int> asked_slab;     ///< levels of a slab where these bound memory; none: what suits the method
  int slab_levels = 16;              ///< levels of a slab, on every scale
  int parallel_slabs = 1;            ///< slabs, or strips of them, that are worked on at once
  int threads_per_slab = 1;          ///< threads that each of them may use
  bool save_memory = false;          ///< a large image: memory counts more than time
  bool build_in_background = false;  ///< the finest aggregation is built while coarser scales run

  std::size_t slabs() const;
};

/// The pieces of about `slab_levels` levels in which each scale of a group is worked on, finest first: the group's
/// slabs and what they need of the coarser scales.
PooledVector<PooledVector<Levels>> pieces_of(const Group& group, const PooledVector<Levels>& ranges,
                                             Interpolation level_map, int slab_levels);

/// What callers leave open or ask for: `threads` as in RunOptions, `slab` levels or none.
Schedule make_schedule(const Plan& plan, const Options& options, int threads, std::optional<int> slab);

}  // namespace csca
