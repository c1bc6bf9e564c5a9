// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

#include <cstddef>
#include <optional>

// What an aggregation method declares about itself. Plans, memory predictions and help read these declarations; nobody
// else compares a method's name.
namespace csca {

/// Of a method, or of a mixture of methods.
struct AggregationTraits {
  double lambda = 1;               ///< strength of the inter-scale regulariser that suits it, where none is asked for
  int slab = 16;                   ///< levels of a slab that suit it
  std::optional<int> margin = {};  ///< pixels around a result that it depends on; none: the whole image
  int parts = 1;                   ///< methods of the mixture
  bool levels_together = false;    ///< a result depends on all levels: these cannot be cut into slabs
  bool rows_flow = false;          ///< it is Flowing: scales can run side by side
  bool wide_slabs = false;   ///< work on the guide serves all levels of a slab: a slab is as large as memory allows
  bool holds_slab = false;   ///< it keeps a whole slab, not only a few rows
  bool reads_guide = false;  ///< while it runs, not only when it is made
  bool box16 = false;        ///< it is the box filter, which has an engine of 16-bit numbers
  bool wants_depth = false;  ///< it wants the disparities of a first pass (ST-2)

  /// `slab`, or less for an image of so many pixels, where a whole slab is held.
  int slab_for(std::size_t pixels) const;
};

AggregationTraits aggregation_traits(const AggregateOptions& options);

/// Bytes that the method keeps while it runs through one slab.
std::size_t aggregation_bytes(const AggregateOptions& options, const Slab& slab);

/// Bytes that parts of a mixture keep of all levels, which they see ahead of the slabs.
std::size_t look_ahead_bytes(const AggregateOptions& options, const Slab& all);

/// Bytes that the method keeps of a guide with so many pixels and channels.
std::size_t guide_bytes(const AggregateOptions& options, std::size_t pixels, int channels);

/// Bytes that the first of several passes leaves behind of so many pixels, for the later ones (several_passes.hpp).
std::size_t pass_bytes(const AggregateOptions& options, std::size_t pixels);

/// A window of a larger image gets the image's bits where the method's margin lies inside it, if the window's corner is
/// on a multiple of so many pixels of the finest of these scales.
int window_grid(const AggregateOptions& options, int scales);

/// What `make_aggregation` makes, with methods that want it seeing a first result for the finest guide.
AggregationFactory make_aggregation_with_depth(const AggregateOptions& options, const Plane<float>& disparity,
                                               Levels range);

}  // namespace csca
