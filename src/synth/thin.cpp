// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "synth/stage.hpp"

#include <algorithm>

namespace csca::synth {
namespace {

/// Grows with the image only as far as it stays thin.
double thickness(const Stage& stage) { return std::clamp(stage.size() / 480.0, 1.0, 3.0); }

}  // namespace

void add_poles(const Stage& stage, Scene& scene) {
  const Place poles[] = {{0.1, 0.1, 0.42, 0, 0.7, 0.02},
                         {0.47, 0.2, 0.5, 0, 0.6, 0.02},
                         {0.92, 0.15, 0.6, 0, 0.8, 0.02},
                         {0.66, 0.3, 0.86, 0, 0.9, 0.02}};
  std::uint64_t number = 20;
  for (const Place& place : poles) {
    Random random = stage.stream(number++);
    Surface s = board(stage, place, random);
    s.frame = 0;
    s.slope_x = 0;
    s.slope_y = stage.options().slanted ? place.spread * stage.range() / s.half_height : 0.0;
    s.half_width = thickness(stage) * random.between(1.2, 2.6);
    s.roundness = 1;
    s.texture.coarse = 12;
    turn(s, random.between(-0.06, 0.06));
    scene.push_back(s);
  }
}

void add_wires(const Stage& stage, Scene& scene) {
  std::uint64_t number = 30;
  for (const double depth : {0.72, 0.8}) {
    Random random = stage.stream(number++);
    Surface s = board(stage, {0.5, 0.17, depth, 2.0, 0, 0}, random);
    s.frame = 0;
    s.slope_x = s.slope_y = 0;
    s.half_height = thickness(stage) * random.between(0.7, 1.1);
    s.texture = noise_texture(stage, random);
    s.texture.light = 0.4 * s.texture.light;
    turn(s, random.off_zero(0.15, 0.4));  // a level wire would match anywhere along itself
    scene.push_back(s);
  }
}

}  // namespace csca::synth
