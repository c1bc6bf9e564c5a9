// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>
#include <csca/plane.hpp>
#include <csca/validity.hpp>
#include <csca/volume.hpp>

#include <memory>

namespace csca {
class WinnerTable;  // of the library alone
}

#pragma GCC visibility push(default)
namespace csca {

/// Winner-take-all over slabs that arrive in any order, from any thread: the level with the lowest cost, the lower
/// level on ties.
class Winner {
 public:
  /// What else is kept of each pixel's costs, at 8 and 24 bytes a pixel.
  struct Keep {
    bool neighbours = false;  ///< the costs beside the winner, for sub-pixel fits
    bool runners_up = false;  ///< the best levels but one, for the peak ratio
  };

  Winner(int width, int height, Keep keep);
  Winner(int width, int height);
  ~Winner();

  /// Lets the levels `competing` of a row's columns compete with those seen so far. There may be more levels,
  /// `row_levels`, so that the neighbours of the outermost competitors are there too.
  void add(int y, Columns columns, Levels competing, Levels row_levels, const float* cells);

  /// The winning level of each pixel, NaN where no cost was a number; moved to the minimum of a curve through it and
  /// its neighbours.
  Plane<float> disparity(Subpixel subpixel = Subpixel::none) const;

  /// 1 - lowest / second, the second at least two levels away from the winner: 0 when they tie, 1 when nothing else
  /// comes near.
  Plane<float> peak_ratio() const;

  const Plane<float>& lowest_cost() const;

 private:
  std::unique_ptr<WinnerTable> table_;
};

/// The winners of a whole volume, for experts.
Plane<float> select(const Volume& volume, Subpixel subpixel = Subpixel::none);

/// Left-right check: a left disparity d is kept where the right map at x - d is d within `tolerance` pixels. Others
/// become NaN and are flagged: `mismatched` when some right pixel points at them with another disparity, else
/// `occluded`.
void check_consistency(Plane<float>& left, ValidityMap& validity, const Plane<float>& right, double tolerance,
                       int threads = 1);

/// Confidence from the left-right distance: 1 / (1 + |d - d_right(x - d)|), 0 where the partner lies outside.
Plane<float> left_right_confidence(const Plane<float>& left, const Plane<float>& right);

}  // namespace csca
#pragma GCC visibility pop
