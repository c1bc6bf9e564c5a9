// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/geometry.hpp>
#include <csca/image.hpp>
#include <csca/plane.hpp>

#include <cstdint>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

/// Two cameras as they are before anybody calibrates them: lenses that bend rays, the right one turned.
struct SynthRigOptions {
  int width = 640;             ///< pixels, 64 to 16384
  int height = 480;            ///< pixels, 64 to 16384
  double baseline = 0.06;      ///< metres, 0.001 to 10
  double near = 0.6;           ///< metres to the scene's nearest things; 5 baselines or more
  double far = 2.5;            ///< metres to the wall behind; more than `near`, 1000 baselines or less
  int boards = 12;             ///< pairs of pictures of a chessboard, each in another pose, 0 to 1000
  int columns = 9;             ///< inner corners of the chessboard, 3 to 30
  int rows = 6;                ///< 3 to 30
  double square = 0.025;       ///< side of its squares, metres, 0.001 to 1
  std::uint64_t seed = 1;      ///< another seed, other cameras, poses and scene; the same bytes on every machine
  double noise = 0.0;          ///< standard deviation in all images, white = 1, 0 to 1
  bool colour = true;          ///< RGB, or grey
  Sample sample = Sample::u8;  ///< u8 or u16
};

/// Images with what they are of.
struct SynthRig {
  struct Views {
    Image left;
    Image right;
  };
  StereoRig rig;              ///< the cameras, without a rectification
  std::vector<Views> boards;  ///< chessboards before the scene
  Views scene;
  Plane<float> left_depth;  ///< metres along the left camera's axis, for each pixel of the scene's left view
  Plane<float> right_depth;
};

/// Throws Error that names field, value and allowed range.
void validate(const SynthRigOptions& options);

/// Renders boards and scene by casting rays through the lenses.
SynthRig synthesize_rig(const SynthRigOptions& options);

}  // namespace csca
#pragma GCC visibility pop
