// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/depth.hpp>
#include <csca/geometry.hpp>
#include <csca/image.hpp>
#include <csca/plane.hpp>

#include <array>
#include <cstdint>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

/// Points in the left camera's frame: x to the right, y down, z into the scene, metres. Row by row of the map.
/// `upright` ones are turned by half a turn about x.
/// Parts that were not asked for are empty, others have an entry a point.
struct Cloud {
  bool upright = false;
  std::vector<std::array<float, 3>> points = {};
  std::vector<std::array<std::uint8_t, 3>> colours = {};  ///< red, green, blue
  std::vector<std::array<float, 3>> normals = {};         ///< of length 1, towards the camera
  std::vector<float> confidence = {};
};

struct CloudOptions {
  DepthRange range = {};
  double min_confidence = 0;  ///< less sure pixels make no point; above 0 it needs a confidence map
  int step = 1;               ///< of every step-th row, every step-th pixel makes a point
  bool normals = false;
  bool upright = false;  ///< y up and z towards the viewer, as programs show clouds, instead of the camera's frame
  /// A pixel flies when fewer than half of its neighbours, 5 x 5, have a disparity within this many pixels of its own,
  /// as pixels between an object's edge and what is behind it do: it makes no point. 0: all stay.
  double edge = 2;
};

/// Throws Error that names the option, its value and what is allowed.
void validate(const CloudOptions& options);

/// The map's points with the left image's colours. `left` may be empty (no colours) and so may `confidence`; otherwise
/// both have the map's size. Colours of 16-bit and float images are scaled by their white.
Cloud cloud(const Plane<float>& disparity, const ImageView& left, const Calibration& calibration,
            const CloudOptions& options = {}, const Plane<float>& confidence = {});

}  // namespace csca
#pragma GCC visibility pop
