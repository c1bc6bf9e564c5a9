// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

/// What a benchmark does with pixels that have a truth but no estimate.
enum class Holes {
  bad,        ///< they are wrong pixels like any other (Middlebury v2)
  apart,      ///< they count as invalid, are in every denominator but that of the mean error (Middlebury v3)
  left_out,   ///< all figures are shares of the estimated pixels; coverage tells the rest (ETH3D)
  completed,  ///< the map is completed first (KITTI)
};

/// How the figures of several images become one.
enum class Pooling { images, pixels };  ///< mean of the images' percentages, or counts pooled before dividing

/// How a benchmark scores.
struct Rules {
  std::string_view name;           ///< "middlebury_v2", "middlebury_v3", "kitti2012", "kitti2015", "eth3d"
  std::vector<double> thresholds;  ///< pixels; an error is bad when it is above
  std::size_t ranked;              ///< which of the thresholds the benchmark ranks by
  double share;                    ///< and above this share of the truth (KITTI 2015: 0.05), 0: no such clause
  Holes holes;
  bool clip;            ///< estimates are clipped to [0, largest] first (Middlebury v3)
  bool any_resolution;  ///< maps of half or quarter the truth's size are taken (Middlebury v3)
  Pooling pooling;
};

/// The five benchmarks.
std::span<const Rules> all_rules();

/// The rules of that name; throws Error that suggests the nearest.
const Rules& rules(std::string_view name);

/// What was counted in one region of one map. Tallies of several images can be added.
struct Tally {
  std::size_t pixels = 0;        ///< in the region, with a known truth
  std::size_t estimated = 0;     ///< of these, with a disparity before any completion
  std::vector<std::size_t> bad;  ///< errors above each threshold; holes only where the rules call them bad
  std::vector<float> errors;     ///< absolute, of pixels that are judged, ascending
};

/// Percentages, and errors in pixels. NaN where nothing was judged, but ETH3D: 100 % and infinity.
struct Metrics {
  std::vector<double> bad;        ///< at each threshold, % of what the benchmark divides by
  std::vector<double> total_bad;  ///< bad and invalid together, % of all pixels of the region
  double invalid = 0;             ///< % without a disparity
  double average = 0;             ///< mean absolute error
  double rms = 0;
  double a50 = 0, a90 = 0, a95 = 0, a99 = 0;  ///< quantiles of the absolute error
};

/// Counts one map. `mask` (255 counts) may be empty; `largest` is the clipping bound of Middlebury v3, in pixels of the
/// truth. Where the rules take any resolution, a map of half or quarter the truth's size is read at the truth's places
/// and its disparities scaled, as the v3 kit does. Throws Error for any other size.
Tally tally(const Plane<float>& disparity, const Plane<float>& truth, const Mask& mask, const Rules& rules,
            double largest = std::numeric_limits<double>::infinity());

Metrics metrics(const Tally& tally, const Rules& rules);

/// The figure of a whole data set, pooled as the benchmark does. Images without a figure are left out of its mean.
Metrics metrics(std::span<const Tally> images, const Rules& rules);

/// KITTI's completion of a sparse map: gaps of a row take the lower of their two neighbours, ends of a row the nearest
/// value, then empty rows at the top and the bottom the nearest row. Empty rows between others stay, as they do in
/// KITTI's program, and so does a map without any value; what has no value then is bad.
Plane<float> complete_map(const Plane<float>& disparity);

/// How far a map is from the truth, by the rules of Middlebury v2.
struct Score {
  std::size_t pixels = 0;   ///< that count: mask is 255 and the truth is known
  std::size_t unknown = 0;  ///< of these, without a disparity
  double bad = 0;           ///< % of `pixels` with |error| > threshold; those without a disparity are bad
  double average = 0;       ///< mean |error| of those with a disparity, pixels
  double rms = 0;           ///< root of the mean squared error of the same, pixels
};

/// Scores a map. `mask` may be empty. Throws Error when sizes differ or no pixel counts.
Score evaluate(const Plane<float>& disparity, const Plane<float>& truth, const Mask& mask, double threshold = 1);

}  // namespace csca
#pragma GCC visibility pop
