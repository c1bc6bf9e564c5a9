// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "synth/stage.hpp"

#include <algorithm>
#include <cmath>

namespace csca::synth {

void add_curtain(const Stage& stage, Scene& scene) {
  Random random = stage.stream(11);
  Surface s = board(stage, {0.68, 0.0, 0.09, 0.16, 0.42, 0.01}, random);
  s.form = Form::wave;
  s.frame = 0;
  s.y = s.half_height - 1.0;
  s.period = 2.0 * s.half_width / random.between(2.5, 3.5);
  // The steepest part of a fold has the slope 6 amplitude / period.
  const double steep = 0.8 * (steepest - std::abs(s.slope_x));
  s.amplitude = std::min(0.04 * stage.range(), steep * s.period / 6.0);
  scene.push_back(s);
}

void add_balls(const Stage& stage, Scene& scene) {
  struct Spot {
    double across;
    double depth;
    double radius;  ///< as a fraction of the image's shorter side
  };
  constexpr Spot spots[] = {{0.5, 0.3, 0.06}, {0.7, 0.56, 0.08}, {0.18, 0.66, 0.125}};
  std::uint64_t number = 12;
  for (const Spot& spot : spots) {
    Random random = stage.stream(number++);
    const double depth = spot.depth + random.between(-0.04, 0.04);
    Surface s;
    s.form = Form::ball;
    s.half_width = s.half_height = std::max(1.0, spot.radius * random.between(0.85, 1.15) * stage.size());
    s.x = stage.x(spot.across + random.between(-0.06, 0.06), depth);
    s.y = stage.y(stage.floor(depth)) - 0.7 * s.half_height;
    s.disparity = stage.disparity(depth);
    s.amplitude = std::min(0.1 * stage.range(), 0.5 * s.half_width);
    s.texture = noise_texture(stage, random);
    scene.push_back(s);
  }
}

}  // namespace csca::synth
