// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/synth.hpp>

#include "synth/random.hpp"
#include "synth/surface.hpp"

namespace csca::synth {

/// Turns fractions into pixels: 0 to 1 across the image, and depth 0 (far, `first`) to 1 (near, the last level).
/// Every scene is laid out in fractions and thus suits any size and any range.
class Stage {
 public:
  explicit Stage(const SynthOptions& options);

  double range() const { return range_; }
  double size() const { return size_; }  ///< the shorter side of the image
  double width(double fraction) const { return fraction * width_; }
  double height(double fraction) const { return fraction * height_; }
  double disparity(double depth) const { return first_ + depth * range_; }
  double y(double down) const { return down * height_ - 0.5; }
  /// Cyclopean X of a point at this depth, `across` the part of the scene that both cameras see.
  double x(double across, double depth) const;
  /// Cyclopean X beyond which no camera sees a point at this depth, on the left (-1) or right (+1) side.
  double rim(double side, double depth) const;

  /// The row where the floor is at this depth, as a fraction. Boards that reach below it stand on the floor.
  double floor(double depth) const { return horizon + depth * (1.0 - horizon) / floor_depth; }

  static constexpr double horizon = 0.46;
  static constexpr double floor_depth = 0.85;  ///< depth of the floor in the last row

 private:
  double width_;
  double height_;
  double size_;
  double first_;
  double range_;
};

/// Limits a slope along X to what surfaces may have.
double gentle(double slope);

/// Noise between two shades of a random hue.
Texture noise_texture(const Stage& stage, Random& random);

}  // namespace csca::synth
