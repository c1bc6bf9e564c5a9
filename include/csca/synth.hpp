// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/plane.hpp>
#include <csca/window.hpp>

#include <cstdint>

#pragma GCC visibility push(default)
namespace csca {

/// What a synthetic pair contains. Every part can be switched off, so that a test sees one difficulty at a time.
struct SynthOptions {
  int width = 640;             ///< pixels, 1 to 32768
  int height = 480;            ///< pixels, 1 to 32768
  int first = 0;               ///< smallest disparity in the scene, pixels, -16384 to 16384
  int levels = 64;             ///< the scene's disparities fill [first, first + levels - 1], 1 to 32768
  std::uint64_t seed = 1;      ///< the same seed gives the same bytes on every machine
  bool slanted = true;         ///< floor, side wall and tilted boards; without, all planes are fronto-parallel
  bool curved = true;          ///< balls and a curtain with folds
  bool thin = true;            ///< poles and wires, a few pixels wide
  bool textureless = true;     ///< one large board without texture
  bool repetitive = true;      ///< checkers, stripes and bricks, all finer than the disparity range where possible
  double exposure = 1.0;       ///< factor on the right image's brightness before noise and clipping, 0.1 to 10
  double noise = 0.0;          ///< standard deviation of Gaussian noise in both images, white = 1, 0 to 1
  bool colour = true;          ///< RGB, or grey
  Sample sample = Sample::u8;  ///< u8 or u16
  double time = 0.0;           ///< boards, balls, poles and wires swing to and fro, once in a unit of time, -1e6 to 1e6
};

/// A pair with exact sub-pixel truth, x_right = x_left - d, for both views.
struct SynthPair {
  Image left;
  Image right;
  Plane<float> truth_left;   ///< disparity of each left pixel
  Plane<float> truth_right;  ///< disparity of each right pixel (the same sign convention)
  Mask visible_left;         ///< 255 where the pixel is seen by the other camera too, 0 where it is occluded or outside
  Mask visible_right;
};

/// Throws Error that names field, value and allowed range.
void validate(const SynthOptions& options);

/// Renders the pair by casting rays from each view into the same analytic scene: one through the pixel's centre for the
/// truth, four for the colour. Objects stay where they are when other parts are switched off.
SynthPair synthesize(const SynthOptions& options);

/// A window of that pair, for pairs that do not fit into memory. The same pixels come out if it begins at a multiple of
/// 64 columns.
SynthPair synthesize(const SynthOptions& options, const Window& window);

}  // namespace csca
#pragma GCC visibility pop
