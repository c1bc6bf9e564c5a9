// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>
#include <csca/plane.hpp>
#include <csca/volume.hpp>

#include <cstddef>
#include <mutex>
#include <stop_token>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

/// The options of a match that is watched for how its winners come about, not for what becomes of them: no right view,
/// no confidence, no refinement, and costs in floats, since whole numbers are rounded after weighing and would not show
/// what each scale says by itself.
Options explainable(Options options);

/// The levels that `match` lets compete on the finest scale.
struct Candidates {
  Levels range;
  bool skip_zero = false;
};

/// Costs of a run of pixels of one row, at every stage and scale, picked out while `match` works: whole volumes may not
/// fit into memory. A pixel (x, y) reads a coarser scale at (x >> s, y >> s).
class Capture {
 public:
  Capture(Candidates candidates, int scales, int y, int from, int to);

  /// Part of a VolumeObserver.
  void take(VolumeStage stage, int scale, Levels levels, int y, const float* row);

  int y() const { return y_; }
  int from() const { return from_; }
  int to() const { return to_; }
  int scales() const { return scales_; }
  /// Costs of one row: pixel i of it is pixel (from >> scale) + i of the scale.
  const Volume& costs(VolumeStage stage, int scale) const { return rows_[index(stage, scale)]; }
  /// The levels of that scale with the lowest costs; NaN where there are none.
  Plane<float> winners(VolumeStage stage, int scale) const;

 private:
  std::size_t index(VolumeStage stage, int scale) const {
    return static_cast<std::size_t>(stage) * static_cast<std::size_t>(scales_) + static_cast<std::size_t>(scale);
  }

  Candidates candidates_;
  int scales_;
  int y_;
  int from_;
  int to_;
  std::vector<Volume> rows_;  // by stage and scale
  std::mutex lock_;           // seams of slabs are shown twice
};

/// Costs along the paths to one pixel, at every scale, picked out while `match` works: semi-global matching follows
/// costs, so its support depends on them.
class PathCosts {
 public:
  /// Of an image of that size.
  PathCosts(Levels range, int scales, int width, int height, int x, int y);

  /// Part of a VolumeObserver.
  void take(VolumeStage stage, int scale, Levels levels, int y, const float* row);

  /// What it holds.
  std::size_t bytes() const;

  /// Costs of a pixel of a scale, which has to be on a path or in one of the rows that are sampled.
  const float* pixel(int scale, int x, int y) const;
  Levels levels(int scale) const { return scales_[static_cast<std::size_t>(scale)].levels; }
  /// The rows by which costs are measured, of a scale that is so high.
  static bool is_sampled(int height, int y);

 private:
  struct Scale {
    Levels levels;
    int x;
    int y;
    std::vector<Volume> rows;  // whole ones, or the three pixels that paths cross; by their number
  };
  std::vector<Scale> scales_;
  std::mutex lock_;  // slabs come from several threads
};

/// How much each pixel of the guide counts in the aggregated costs of pixel (x, y): what the method does, found out by
/// aggregating costs that are 1 at one pixel and 0 elsewhere. The weights sum to 1; a guided filter's may be negative.
/// Throws Error for a method whose result is no weighted sum, and for windows of more than 65 x 65 pixels, which would
/// take minutes.
Plane<float> support(const AggregateOptions& options, const FloatImage& guide, int x, int y, int threads = 1,
                     const std::stop_token& stop = {});

/// The same for mixtures with semi-global matching (`sgm`) too. Its paths choose among levels, so that its weights are
/// those in the choice between the pixel's best level and the runner-up: along each path, pixels count as far back as
/// the cheapest ways to the two levels are different ones. `guide` and (x, y) are of that scale.
Plane<float> support(const AggregateOptions& options, const FloatImage& guide, int x, int y, const PathCosts& costs,
                     int scale, int threads = 1, const std::stop_token& stop = {});

}  // namespace csca
#pragma GCC visibility pop
