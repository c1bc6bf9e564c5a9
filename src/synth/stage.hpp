// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "synth/random.hpp"
#include "synth/scene.hpp"

namespace csca::synth {

/// Turns fractions into pixels: 0 to 1 across the image, and depth 0 (far, `first`) to 1 (near, the last level).
/// Every scene is laid out in fractions and thus suits any size and any range.
class Stage {
 public:
  explicit Stage(const SynthOptions& options);

  const SynthOptions& options() const { return options_; }
  /// Each object draws its random numbers from a stream of its own.
  Random stream(std::uint64_t number) const { return {options_.seed, number}; }
  /// 1, or -1 for a room whose left and right are exchanged.
  double mirror() const { return mirror_; }

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
  SynthOptions options_;
  double mirror_;
  double width_;
  double height_;
  double size_;
  double first_;
  double range_;
};

/// Where a board is and how large, in fractions.
struct Place {
  double across;
  double top;  ///< upper edge
  double depth;
  double width;
  double height;
  double spread;  ///< how far its depth leaves the centre's
};

/// An upright board about there, slanted if the options want that, with a frame and a noise texture.
Surface board(const Stage& stage, Place place, Random& random);

/// Turns a surface in the image plane by the angle with this tangent.
void turn(Surface& surface, double tangent);

/// Limits a slope along X to what surfaces may have.
double gentle(double slope);

/// Noise between two shades of a random hue.
Texture noise_texture(const Stage& stage, Random& random);

// The parts of the scene, each in a file of its own.
void add_room(const Stage& stage, Scene& scene);
void add_boards(const Stage& stage, Scene& scene);
void add_curtain(const Stage& stage, Scene& scene);
void add_balls(const Stage& stage, Scene& scene);
void add_poles(const Stage& stage, Scene& scene);
void add_wires(const Stage& stage, Scene& scene);

}  // namespace csca::synth
