// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "synth/stage.hpp"

#include <algorithm>
#include <cmath>

namespace csca::synth {

void add_room(const Stage& stage, Scene& scene) {
  Random random = stage.stream(1);
  Surface back;
  back.x = stage.rim(stage.mirror(), 0.0);
  back.disparity = stage.disparity(0.0);
  back.texture = noise_texture(stage, random);
  back.texture.dark = mix(back.texture.dark, {0.55, 0.5, 0.42}, 0.7);
  back.texture.light = mix(back.texture.light, {0.85, 0.82, 0.75}, 0.7);
  if (stage.options().slanted) {
    back.slope_x = gentle(-stage.mirror() * 0.06 * stage.range() / (stage.width(1.0) + std::abs(back.disparity)));
  }
  scene.push_back(back);
  if (!stage.options().slanted) return;

  // The side wall comes closest where it leaves the image, so nothing of it lies outside the range.
  Surface side;
  const double near = random.between(0.5, 0.65);
  side.x = stage.rim(-stage.mirror(), near);
  side.disparity = stage.disparity(near);
  side.slope_x = gentle(-stage.mirror() * near * stage.range() / stage.width(random.between(0.22, 0.3)));
  side.texture = noise_texture(stage, random);
  side.texture.dark = mix(side.texture.dark, {0.35, 0.16, 0.1}, 0.75);
  side.texture.light = mix(side.texture.light, {0.72, 0.4, 0.28}, 0.75);
  if (stage.options().repetitive) {
    side.texture.pattern = Pattern::bricks;
    side.texture.accent = {0.8, 0.78, 0.72};
    side.texture.period = std::max(8.0, 0.055 * stage.size());
  }
  scene.push_back(side);

  Surface floor;
  floor.y = stage.y(1.0);
  floor.disparity = stage.disparity(Stage::floor_depth);
  floor.slope_y = stage.range() * Stage::floor_depth / stage.height(1.0 - Stage::horizon);
  floor.texture = noise_texture(stage, random);
  floor.texture.dark = mix(floor.texture.dark, {0.25, 0.17, 0.1}, 0.75);
  floor.texture.light = mix(floor.texture.light, {0.7, 0.55, 0.38}, 0.75);
  floor.texture.stretch = 2.5;
  scene.push_back(floor);
}

}  // namespace csca::synth
