// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>
#include <csca/image.hpp>
#include <csca/options.hpp>
#include <csca/plane.hpp>
#include <csca/validity.hpp>

#include <functional>
#include <vector>

namespace csca {

/// Seconds, summed over threads; `total` is wall-clock time.
struct Timings {
  double pyramid = 0;
  double cost = 0;
  double aggregate = 0;
  double combine = 0;
  double select = 0;
  double total = 0;
};

struct Result {
  Plane<float> disparity;       ///< pixels, x_right = x_left - d; NaN where unknown
  ValidityMap validity;         ///< bits of Validity
  Levels range;                 ///< the disparities that competed
  int scales = 0;               ///< scales used: fewer than asked where image or range ran out
  std::vector<double> weights;  ///< of each scale, finest first
  double white = 0;             ///< the sample value taken as white
  Timings seconds;
};

/// What a caller may plug in.
struct Hooks {
  AggregationFactory aggregate;               ///< used instead of the method that the options name
  std::function<void(double done)> progress;  ///< called with a share in [0, 1], never from two threads at once
};

/// A rectified pair in, a disparity map out: the paper's Algorithm 1 and winner-take-all.
/// Throws Error for images or options that cannot be matched.
Result match(const ImageView& left, const ImageView& right, const Options& options = {}, const Hooks& hooks = {});

/// The disparities that a pair shows, with a margin: by matching a small copy in both directions over a wide range.
Levels estimate_range(const ImageView& left, const ImageView& right, const Options& options = {});

/// The disparities that `match` would search: as asked, or estimated where the options leave them open.
Levels resolve_range(const ImageView& left, const ImageView& right, const Options& options);

/// Bytes that a program holds at the peak of `match`, both images included. `options.range` should be resolved.
std::size_t predicted_memory(const ImageView& left, const ImageView& right, const Options& options);

}  // namespace csca
