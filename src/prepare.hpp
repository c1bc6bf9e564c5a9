// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include "cost/integer_kernels.hpp"

#include <optional>
#include <vector>

namespace csca {

/// What is decided before a pixel is touched.
struct Plan {
  Levels range;
  int scales = 1;
  double white = 255;
  bool grey = false;            // only one of the two has colour: match luma
  std::vector<double> weights;  // of the scales, Eq. 14

  /// The weights of whole-number costs; none: costs are floats. And whether the box filter sums whole numbers.
  std::optional<IntegerWeights> integer;
  bool whole_box = false;
  bool drop_guides = false;  // colours of coarse guides, once costs and aggregation are prepared
  bool drop_finest = false;  // colours of the finest one too
  bool large = false;        // more than 2^20 pixels: memory counts more than time

  /// Levels that compete, and levels that are computed for it: with neighbours where sub-pixel fits are asked for.
  struct Slab {
    Levels compete;
    Levels computed;
  };
  /// Slabs that share the coarser scales. The wider it is, the less of them is computed twice.
  struct Group {
    std::vector<Slab> slabs;
    Levels computed;
  };
  std::vector<Group> groups;
  int slab = 16;         // levels of a slab
  int in_flight = 1;     // slabs that are worked on at once
  int slab_threads = 1;  // each of their slabs by so many threads
};

/// Checks images and options (throws Error) and resolves everything that was left open, the range included.
Plan prepare(const ImageView& left, const ImageView& right, const Options& options, const Hooks& hooks = {});

/// The image as floats, with pixels outside the mask unknown.
FloatImage load(const ImageView& image, const Plan& plan, const Mask& mask, int threads);

}  // namespace csca
