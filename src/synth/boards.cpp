// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "synth/stage.hpp"

#include <algorithm>
#include <array>

namespace csca::synth {
namespace {

/// Fine enough to repeat several times within the disparity range, as far as pixels can show that.
double repeat(const Stage& stage) { return std::clamp(stage.range() / 5.0, 6.0, std::max(6.0, 0.03 * stage.size())); }

/// Four places in the middle of the room, in random order.
std::array<Place, 4> places(Random random) {
  std::array<Place, 4> list{{{0.2, 0.3, 0.3, 0.13, 0.45, 0.1},
                             {0.6, 0.36, 0.38, 0.2, 0.4, 0.1},
                             {0.34, 0.44, 0.5, 0.15, 0.4, 0.08},
                             {0.83, 0.6, 0.68, 0.16, 0.4, 0.1}}};
  for (std::size_t left = list.size(); left > 1; --left) std::swap(list[left - 1], list[random.bits() % left]);
  return list;
}

}  // namespace

void add_boards(const Stage& stage, Scene& scene) {
  const SynthOptions& options = stage.options();
  // A painting that hangs askew, in front of the back wall.
  Random random = stage.stream(2);
  Surface painting = board(stage, {0.47, 0.06, 0.12, 0.17, 0.24, 0.04}, random);
  turn(painting, random.off_zero(0.08, 0.2));
  scene.push_back(painting);

  random = stage.stream(3);
  Surface plain = board(stage, {0.82, 0.16, 0.22, 0.2, 0.55, 0.08}, random);
  if (options.textureless) {
    plain.texture.pattern = Pattern::plain;
    plain.texture.light = mix(plain.texture.light, {0.85, 0.85, 0.85}, 0.6);
  }
  scene.push_back(plain);

  std::uint64_t number = 4;
  std::array<Surface, 4> middle;
  const auto list = places(stage.stream(number++));
  std::transform(list.begin(), list.end(), middle.begin(), [&](const Place& place) {
    Random own = stage.stream(number++);
    return board(stage, place, own);
  });
  if (options.repetitive) {
    middle[0].texture.pattern = Pattern::checker;
    middle[0].texture.period = 1.5 * repeat(stage);
    middle[1].texture.pattern = Pattern::stripes;
    middle[1].texture.period = repeat(stage);
    middle[1].texture.light = mix(middle[1].texture.light, {0.9, 0.88, 0.8}, 0.5);
  }
  scene.insert(scene.end(), middle.begin(), middle.end());

  // The nearest one reaches the end of the range in a corner, or as a whole if it is upright.
  random = stage.stream(number);
  const double spread = options.slanted ? 0.1 : 0.0;
  scene.push_back(board(stage, {0.45, 0.76, 1.0 - spread, 0.26, 0.5, spread}, random));
}

}  // namespace csca::synth
