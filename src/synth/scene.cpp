// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "synth/scene.hpp"

#include "synth/stage.hpp"

namespace csca::synth {

Scene make_scene(const SynthOptions& options) {
  const Stage stage(options);
  Scene scene;
  add_room(stage, scene);
  add_boards(stage, scene);
  if (options.curved) {
    add_curtain(stage, scene);
    add_balls(stage, scene);
  }
  if (options.thin) {
    add_poles(stage, scene);
    add_wires(stage, scene);
  }
  return scene;
}

}  // namespace csca::synth
