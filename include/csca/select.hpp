// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>
#include <csca/plane.hpp>
#include <csca/validity.hpp>
#include <csca/volume.hpp>

#include <array>
#include <cstdint>
#include <mutex>

#pragma GCC visibility push(default)
namespace csca {

struct BlendedCells;  // a row on its way through match(), before the coarser scale has been added

/// Winner-take-all over slabs that arrive in any order, from any thread: the level with the lowest cost, the lower
/// level on ties.
class Winner {
 public:
  /// What else is kept of each pixel's costs, at 8 and 24 bytes a pixel.
  struct Keep {
    bool neighbours = false;  ///< the costs beside the winner, for sub-pixel fits
    bool runners_up = false;  ///< the best levels but one, for the peak ratio
    bool costs = false;       ///< the lowest cost as such: `lowest_cost` is wanted
  };

  Winner(int width, int height, Keep keep);
  Winner(int width, int height) : Winner(width, height, Keep{}) {}

  /// Lets the levels `compete` of a row's columns compete with those seen so far. There may be more levels,
  /// `row_levels`, so that the neighbours of the outermost competitors are there too.
  void take(int y, Columns columns, Levels compete, Levels row_levels, const float* cells);

  /// The same for cells that are blended while they are compared.
  void take(int y, Levels compete, Levels row_levels, const BlendedCells& cells);

  /// Whole rows.
  void take(int y, Levels compete, Levels row_levels, const float* row) {
    take(y, {0, cost_.width()}, compete, row_levels, row);
  }

  /// The lowest of some levels, whole numbers of any unit: costs[i] at level first + cells[i] for each of the columns.
  /// Only when `levels_only`.
  void take_lowest(int y, Columns columns, int first, const std::uint16_t* costs, const std::uint16_t* cells);
  bool levels_only() const { return !keep_.neighbours && !keep_.runners_up && !keep_.costs; }

  /// The winning level of each pixel, NaN where no cost was a number; moved to the minimum of a curve through it and
  /// its neighbours.
  Plane<float> disparity(Subpixel subpixel = Subpixel::none) const;

  /// 1 - lowest / second, the second at least two levels away from the winner: 0 when they tie, 1 when nothing else
  /// comes near.
  Plane<float> peak_ratio() const;

  const Plane<float>& lowest_cost() const { return cost_; }

 private:
  struct Candidate {
    float cost;
    int level;
    bool before(const Candidate& other) const {
      return cost < other.cost || (cost == other.cost && level < other.level);
    }
  };
  using RunnersUp = std::array<Candidate, 3>;  // with the winner the four best: one is not beside the winner

  /// Whether all pixels had a cost below infinity.
  bool compete(int y, Levels compete, Levels row_levels, const BlendedCells& cells);
  void take_runners_up(int y, Columns columns, Levels compete, Levels row_levels, const float* row);

  Keep keep_;
  Plane<float> cost_;
  Plane<int> level_;
  Plane<float> below_;  // the cost one level below the winner, infinite at the range's end
  Plane<float> above_;
  Plane<RunnersUp> runners_up_;
  std::array<std::mutex, 64> locks_;  // row y is guarded by locks_[y % 64]
};

/// The winners of a whole volume, for experts.
Plane<float> select(const Volume& volume, Subpixel subpixel = Subpixel::none);

/// The right view's winners read from the left view's costs: right pixel x at level d is left pixel x + d at level d.
/// Cheap, but aggregated over the left image's neighbourhoods.
class DiagonalWinner {
 public:
  DiagonalWinner(int width, int height);
  void take(int y, Columns columns, Levels compete, Levels row_levels, const float* cells);
  Plane<float> disparity() const;

 private:
  Plane<float> cost_;
  Plane<int> level_;
  std::array<std::mutex, 64> locks_;
};

/// Left-right check: a left disparity d is kept where the right map at x - d is d within `tolerance` pixels. Others
/// become NaN and are flagged: `mismatched` when some right pixel points at them with another disparity, else
/// `occluded`.
void check_consistency(Plane<float>& left, ValidityMap& validity, const Plane<float>& right, double tolerance);

/// Confidence from the left-right distance: 1 / (1 + |d - d_right(x - d)|), 0 where the partner lies outside.
Plane<float> left_right_confidence(const Plane<float>& left, const Plane<float>& right);

/// Counts, for each pixel, how many levels come near the lowest cost: for ambiguity, which needs that cost first and so
/// a second pass over the slabs.
class Ambiguity {
 public:
  explicit Ambiguity(const Plane<float>& lowest_cost, int levels);
  void take(int y, Columns columns, Levels compete, Levels row_levels, const float* cells);

  /// 1 - the share of levels whose cost is within eta of the lowest, averaged over eta from 0 to `reach` of the lowest
  /// cost's mean over the image.
  Plane<float> confidence() const;

  static constexpr int steps = 16;  ///< values of eta
  static constexpr double reach = 1.0;

 private:
  const Plane<float>& lowest_;
  int levels_;
  float step_;
  Plane<std::uint32_t> near_;  // summed over steps: whole numbers, so that slabs may come in any order
  std::array<std::mutex, 64> locks_;
};

}  // namespace csca
#pragma GCC visibility pop
