// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>
#include <csca/cost.hpp>
#include <csca/image.hpp>
#include <csca/options.hpp>
#include <csca/plane.hpp>
#include <csca/validity.hpp>

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

/// Seconds, summed over threads; `total` is wall-clock time.
struct Timings {
  double pyramid = 0;
  double cost = 0;
  double aggregate = 0;
  double combine = 0;  ///< of coarser scales
  double select = 0;   ///< with the finest scale's blend, which goes on while its costs compete
  double refine = 0;
  double total = 0;
};

/// A rectified pair. The views' pixels have to outlive what is done with it.
struct Pair {
  ImageView left;
  ImageView right;
  Mask left_mask = {};   ///< 0: the pixel takes no part and has no disparity; empty: all take part
  Mask right_mask = {};  ///< 0: nothing is matched with the pixel; empty: all take part
};

/// A surface of the scene: pixel (x, y) has disparity along * x + down * y + offset, in pixels.
struct SlantedPlane {
  double along = 0;
  double down = 0;
  double offset = 0;

  double at(double x, double y) const { return along * x + down * y + offset; }
};

struct Result {
  Plane<float> disparity = {};             ///< pixels, x_right = x_left - d; NaN where unknown
  ValidityMap validity = {};               ///< bits of Validity
  Plane<float> right_disparity = {};       ///< the right view's; empty unless options.select.right asks for it
  Plane<float> confidence = {};            ///< 0 to 1; empty unless options.select.confidence asks for it
  PooledVector<SlantedPlane> planes = {};  ///< that competed in the left view; options.planes asks for them
  Plane<std::uint8_t> plane = {};          ///< the number of the one that won, counted from 1; 0: a level of the range
  Levels range = {};                       ///< the disparities that competed
  int scales = 0;                          ///< scales used: fewer than asked where image or range ran out
  PooledVector<double> weights = {};       ///< of each scale, finest first
  double white = 0;                        ///< the sample value taken as white
  std::vector<std::string> warnings = {};  ///< a sentence for each thing about the pair that the caller should know
  Timings seconds = {};
};

/// Costs on their way, for those who want to see them.
enum class VolumeStage {
  raw,         ///< as the matching cost made them
  aggregated,  ///< within their scale
  combined,    ///< across scales; finest scale only
};

/// Shown row y of a scale at some levels: row[x * Volume::stride_for(levels.count) + k]. Called from several threads,
/// for different levels. Levels at the seams of slabs may be shown twice, with the same values.
using VolumeObserver = std::function<void(VolumeStage stage, int scale, Levels levels, int y, const float* row)>;

/// Makes the matching cost of a scale, instead of the one that the options name. The images outlive it.
using CostFactory = std::function<std::unique_ptr<MatchingCost>(int scale, const FloatImage& left,
                                                                const FloatImage& right, Levels range)>;

/// What a caller may plug in.
struct Hooks {
  AggregationFactory aggregate = {};  ///< used instead of the method that the options name
  bool all_levels = false;      ///< `aggregate` sees a scale's levels all at once, except where options.run.slab is set
  CostFactory cost = {};        ///< used instead of the cost that the options name; left view only
  CostFactory right_cost = {};  ///< the same for RightView::full: is shown the pair in a mirror, right image first
  std::size_t own_bytes = 0;    ///< what these keep: predictions of memory and limits count it
  VolumeObserver observe = {};  ///< sees the left view's costs; the match takes longer
  /// Compete in the left view instead of those that a first map shows, where options.planes asks for any; at most 255.
  std::vector<SlantedPlane> planes = {};
  std::size_t observed_plane = 0;  ///< whose levels `observe` sees, counted from 1; 0: those of the range
  std::function<void(double done)> progress = {};  ///< called with a share in [0, 1], never from two threads at once
  std::stop_token stop = {};  ///< a match that is asked to stop throws Error of kind `cancelled` within a few rows
};

/// A rectified pair in, a disparity map out: the paper's Algorithm 1 and winner-take-all, then what the options ask
/// for. The preset "default" checks both views and leaves unknown what it does not know; Options{} is the method alone.
/// Throws Error for images or options that cannot be matched.
Result match(const Pair& pair, const Options& options = make_options("default"), const Hooks& hooks = {});

/// The same for a pair without masks.
Result match(const ImageView& left, const ImageView& right, const Options& options = make_options("default"),
             const Hooks& hooks = {});

/// The disparities that a pair shows, with a margin: by matching small copies in both directions, the smallest over
/// half its width. Below 0 only where the pair shows it. Masked pixels take no part.
Levels estimate_range(const Pair& pair, const Options& options = {});

/// The same for a pair without masks.
Levels estimate_range(const ImageView& left, const ImageView& right, const Options& options = {});

/// The disparities that `match` would search: as asked, or estimated where the options leave them open. Throws Error
/// when only `first` is asked for and all that the pair shows lies below it.
Levels resolve_range(const Pair& pair, const Options& options);

/// The same for a pair without masks.
Levels resolve_range(const ImageView& left, const ImageView& right, const Options& options);

/// The lambda that `match` would use: as asked, or what suits the method.
double resolve_lambda(const Options& options);

/// How many scales `match` would use: fewer than asked where image or range run out, one without regularisation.
int resolve_scales(const ImageView& left, Levels range, const Options& options);

/// Bytes that a program holds at the peak of `match`, both images included. `options.range` should be resolved.
std::size_t predicted_memory(const Pair& pair, const Options& options, const Hooks& hooks = {});

/// The options with range, slab and threads such that `predicted_memory` is at most `options.run.max_memory`: the most
/// threads and then the largest slab that fit, and no more than asked. Unchanged without a limit. Throws Error, which
/// tells the least that is needed, when nothing fits. `match` does this itself.
Options fit_memory(const Pair& pair, Options options, const Hooks& hooks = {});

/// The options with everything that they leave open as `match` would choose it for this pair: range, white, lambda,
/// scales, threads, slab. The same map comes out of them.
Options resolve_options(const Pair& pair, Options options, const Hooks& hooks = {});

}  // namespace csca
#pragma GCC visibility pop
