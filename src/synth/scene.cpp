// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "synth/scene.hpp"

#include "synth/stage.hpp"

namespace csca::synth {
namespace {

/// What stands in the room goes sideways and back, each object at its own beat; at time 0 it is where it was put.
void move(const Stage& stage, Scene& scene, std::size_t first) {
  const double time = stage.options().time;
  const double reach = 0.05 * stage.size();
  for (std::size_t i = first; i < scene.size(); ++i) {
    const double beat = 0.37 * static_cast<double>(i);
    scene[i].x += reach * (wave(time + beat) - wave(beat));
  }
}

}  // namespace

Scene make_scene(const SynthOptions& options) {
  const Stage stage(options);
  Scene scene;
  add_room(stage, scene);
  const std::size_t objects = scene.size();
  add_boards(stage, scene);
  if (options.curved) {
    add_curtain(stage, scene);
    add_balls(stage, scene);
  }
  if (options.thin) {
    add_poles(stage, scene);
    add_wires(stage, scene);
  }
  move(stage, scene, objects);
  return scene;
}

}  // namespace csca::synth
