// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>
#include <csca/aligned.hpp>

#include "aggregate/path_kernels.hpp"

#include <functional>

namespace csca {

/// What penalties are relative to.
struct CostScale {
  float lowest = 0;  ///< of the costs
  float unit = 0;    ///< the median, over pixels whose levels differ in cost, of mean - lowest cost
};

/// Looks at some rows of a scale's costs, evenly spread. Unknown pixels take no part.
CostScale cost_scale(const Slab& slab, const RowSource& source, const Mask& known);

/// Which of several passes over one view this is. Their levels compete, so that passes after the first one measure
/// paths against the first one's, whose lowest costs at each pixel are kept, of each path.
struct PathPass {
  PooledVector<Plane<std::uint16_t>> lowest;  ///< empty: there is but one pass
  bool first = true;
};

/// Sums of the path costs of each pixel, in whole numbers of 16 bits.
class PathSums {
 public:
  /// The guide outlives this.
  PathSums(const SemiGlobalOptions& options, const FloatImage& guide);

  using Sums = AlignedVector<std::uint16_t>;
  enum class Way { down, up };

  /// One way through the image, some rows at a time. Down, the paths along rows are added too.
  class Sweep;

  /// The way down, which ends with the sums, path_stride cells a pixel; with 8 paths after the way up. `sums` is where
  /// they lie: those of all rows if asked for, and in any case with 8 paths, of a few with 5.
  Sweep last_way(const Slab& slab, const RowSource& source, const CostScale& scale, PathPass& pass, bool all,
                 Sums& sums) const;

  /// What keeps the first pass in mind.
  PathPass first_of_several() const;

  /// What a step of a sum is worth in costs, as a mean over the paths.
  float step(const CostScale& scale) const;

  const Mask& known() const { return known_; }

  // What a path is made of, for those who follow it back.
  int paths() const { return paths_; }
  /// Costs as whole numbers.
  PathUnit unit(const CostScale& scale) const;
  /// Of a step of one level.
  std::uint16_t small() const { return small_; }
  /// Of larger ones, between neighbours whose luma differs by so many steps.
  std::uint16_t large(int luma_difference) const { return large_[static_cast<std::size_t>(luma_difference)]; }
  const Plane<std::uint16_t>& luma() const { return luma_; }

  /// What a run keeps; with `all` sums, or without where 5 paths do not need them.
  static std::size_t bytes(const SemiGlobalOptions& options, const Slab& slab, bool all);

 private:
  int paths_;
  Plane<std::uint16_t> luma_;
  const Mask& known_;
  int steps_;  // of whole numbers in a unit of the costs
  std::uint16_t most_;
  std::uint16_t small_;
  PooledVector<std::uint16_t> large_;  // by the step of luma
};

/// Lowest costs of the first pass, of the three paths that come from the row before.
struct RowsOfFirst {
  const std::uint16_t* before[3];
  std::uint16_t* here[3];
};

/// The three paths that come from the row before, in rings.
class SlantedPaths {
 public:
  explicit SlantedPaths(const Slab& slab);

  /// Moves on to the next row, whose predecessor's luma is `before`.
  void add(const PathRow& row, const std::uint16_t* before, const RowsOfFirst& first, int threads);

  static std::size_t bytes(const Slab& slab);

 private:
  SlantedPath path(int i, int shift, const RowsOfFirst& first);

  int width_;
  int pitch_;
  int rows_ = 0;
  AlignedVector<std::uint16_t> slots_[3];
  AlignedVector<std::uint16_t> lowest_[3];
};

class PathSums::Sweep {
 public:
  /// `sums` has room for all rows or, without `all`, for rows_at_once; `more`: they hold sums already.
  Sweep(const PathSums& paths, const Slab& slab, const RowSource& source, const PathUnit& unit, PathPass& pass, Way way,
        Sums& sums, bool all, bool more);

  /// Makes the next rows; how many.
  int advance();
  int made() const { return made_; }  ///< rows so far
  const std::uint16_t* sums(int y) const { return sums_.data() + place(y); }

 private:
  int row(int i) const { return way_ == Way::down ? i : slab_.height - 1 - i; }
  std::size_t place(int y) const;
  void enter(int y, int i);
  PathRow path_row(int y, int i);
  std::uint16_t* first_row(std::size_t path, int y);
  RowsOfFirst rows_of_first(int i);

  const PathSums& paths_;
  PathPass& pass_;
  Slab slab_;
  const RowSource& source_;
  PathUnit unit_;
  Way way_;
  Sums& sums_;
  bool all_;
  bool more_;
  int made_ = 0;
  SlantedPaths slanted_;
  PooledVector<AlignedVector<float>> costs_;  // of rows on their way, as the source makes them
  PooledVector<Sums> whole_;                  // and in whole numbers
};

}  // namespace csca
