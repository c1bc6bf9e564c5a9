// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/options.hpp>
#include <csca/plane.hpp>
#include <csca/validity.hpp>
#include <csca/volume.hpp>

#include <span>
#include <string_view>

#pragma GCC visibility push(default)
namespace csca {

/// What refinement changes, and what it may look at. Unknown disparities are NaN.
struct Refinement {
  Plane<float>& disparity;
  ValidityMap& validity;
  const FloatImage& guide;  ///< the left image
  Levels range;             ///< the disparities that competed
  int threads = 0;
};

/// The steps that `refine` knows, by name; `none` does nothing.
std::span<const std::string_view> refine_names();

/// Runs the steps of `options.steps`, a list such as "nl,median", in order, then `options.fill`. A pixel that gets a
/// value it did not have is flagged `filled` and keeps the flags that say why it had none. Throws Error for an unknown
/// name, before the first step runs, and for maps of different sizes.
void refine(Refinement refinement, const RefineOptions& options);

/// `median`: each known disparity becomes the median of the known ones in its window, the lower of two middle ones.
void refine_median(Refinement refinement, const RefineOptions& options);

/// `speckle`: blobs of at most `speckle.size` pixels whose disparities differ by at most `speckle.difference` from
/// neighbour to neighbour become unknown, flagged `speckle`. Neighbours share a side.
void refine_speckle(Refinement refinement, const RefineOptions& options);

/// `fill`: holes that the right camera does not see take the farther of the two sides in their row (the background),
/// wrong matches a median of all four sides weighted by likeness of colour; sides go on as planes. Medians over alike
/// pixels of several rows follow. No value leaves the range of the known ones. Masked and unknown pixels are filled
/// only with Fill::all.
void refine_fill(Refinement refinement, const RefineOptions& options);

/// `wm`: fills unknown disparities as `fill` does, then replaces the filled ones by the median of their
/// window, weighted by distance and by likeness of colour.
void refine_weighted_median(Refinement refinement, const RefineOptions& options);

/// `vote`: unknown pixels, and those near jumps, ask the 64 pixels on a grid of 15 x 15 around them, whose votes weigh
/// more the nearer they are and the more alike in colour. An unknown pixel takes what a `vote.share` of all votes
/// agrees on, unless it would then stand before what the right camera sees there. A disparity that fewer than
/// `vote.keep` support gives way to one that enough agree on, or becomes unknown, flagged `speckle`. In later rounds
/// unknown pixels alone ask, on a grid of 29 x 29. Pixels without data stay unknown. Disparities count in sixteenths of
/// a pixel, or coarser where `range` goes beyond 2000.
void refine_vote(Refinement refinement, const RefineOptions& options);

/// `nl`: Yang's non-local refinement. Known disparities become costs |d - level|, and their aggregate's winner is the
/// new disparity of every pixel; where it lies less than 1 from the old one, that stays, with its fraction. Three
/// things go past Yang: costs are 4 at most; unknown pixels, whose costs are 0 there, have a fifth of the cost of the
/// background that `fill` would give them; and the mean over the guide's minimum spanning tree is averaged, 2 to 3,
/// with that of a small guided filter. Pixels without data cost nothing, and stay unknown except with Fill::all.
void refine_nonlocal(Refinement refinement, const RefineOptions& options);

}  // namespace csca
#pragma GCC visibility pop
