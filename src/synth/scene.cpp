// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "synth/scene.hpp"

#include "synth/stage.hpp"

#include <algorithm>
#include <cmath>

namespace csca::synth {
namespace {

/// Makes the objects of one scene. Each draws its random numbers from a stream of its own.
class Maker {
 public:
  explicit Maker(const SynthOptions& options) : options_(options), stage_(options) {
    mirror_ = Random(options.seed, 0).sign();
  }

  Scene make() {
    room();
    boards();
    if (options_.curved) {
      curtain();
      balls();
    }
    if (options_.thin) poles_and_wires();
    return std::move(scene_);
  }

 private:
  Random stream(std::uint64_t number) const { return {options_.seed, number}; }
  double across(double fraction) const { return mirror_ > 0 ? fraction : 1.0 - fraction; }

  /// A back wall, a side wall and a floor: endless planes of which a ray meets the nearest first, as in a real room.
  void room();
  void boards();
  void curtain();
  void balls();
  void poles_and_wires();

  struct Place {
    double across;
    double top;  ///< upper edge, as a fraction of the height
    double depth;
    double width;
    double height;
    double spread;  ///< how far its depth leaves the centre's
  };
  Surface board(Place place, Random& random) const;
  /// Fine enough to repeat several times within the disparity range, as far as pixels can show that.
  double repeat() const { return std::clamp(stage_.range() / 5.0, 6.0, std::max(6.0, 0.03 * stage_.size())); }

  const SynthOptions& options_;
  Stage stage_;
  double mirror_;
  Scene scene_;
};

void Maker::room() {
  Random random = stream(1);
  Surface back;
  back.x = stage_.rim(mirror_, 0.0);
  back.disparity = stage_.disparity(0.0);
  back.texture = noise_texture(stage_, random);
  back.texture.dark = mix(back.texture.dark, {0.55, 0.5, 0.42}, 0.7);
  back.texture.light = mix(back.texture.light, {0.85, 0.82, 0.75}, 0.7);
  if (options_.slanted) {
    back.slope_x = gentle(-mirror_ * 0.06 * stage_.range() / (stage_.width(1.0) + std::abs(back.disparity)));
  }
  scene_.push_back(back);
  if (!options_.slanted) return;

  // The side wall comes closest where it leaves the image, so nothing of it lies outside the range.
  Surface side;
  const double near = random.between(0.5, 0.65);
  side.x = stage_.rim(-mirror_, near);
  side.disparity = stage_.disparity(near);
  side.slope_x = gentle(-mirror_ * near * stage_.range() / stage_.width(random.between(0.22, 0.3)));
  side.texture = noise_texture(stage_, random);
  side.texture.dark = mix(side.texture.dark, {0.35, 0.16, 0.1}, 0.75);
  side.texture.light = mix(side.texture.light, {0.72, 0.4, 0.28}, 0.75);
  if (options_.repetitive) {
    side.texture.pattern = Pattern::bricks;
    side.texture.accent = {0.8, 0.78, 0.72};
    side.texture.period = std::max(8.0, 0.055 * stage_.size());
  }
  scene_.push_back(side);

  Surface floor;
  floor.y = stage_.y(1.0);
  floor.disparity = stage_.disparity(Stage::floor_depth);
  floor.slope_y = stage_.range() * Stage::floor_depth / stage_.height(1.0 - Stage::horizon);
  floor.texture = noise_texture(stage_, random);
  floor.texture.dark = mix(floor.texture.dark, {0.25, 0.17, 0.1}, 0.75);
  floor.texture.light = mix(floor.texture.light, {0.7, 0.55, 0.38}, 0.75);
  floor.texture.stretch = 2.5;
  scene_.push_back(floor);
}

Surface Maker::board(Place place, Random& random) const {
  place.across += random.between(-0.04, 0.04);
  const double half_width = 0.5 * std::max(2.0, stage_.width(place.width * random.between(0.85, 1.15)));
  const double half_height = 0.5 * std::max(2.0, stage_.height(place.height));
  Surface s;
  s.x = stage_.x(across(place.across), place.depth);
  s.y = stage_.y(place.top + random.between(-0.03, 0.03)) + half_height;
  s.disparity = stage_.disparity(place.depth);
  s.half_width = half_width;
  s.half_height = half_height;
  s.frame = std::max(1.0, 0.008 * stage_.size());
  s.texture = noise_texture(stage_, random);
  const double share = random.between(0.3, 0.7);
  const double turn_x = random.sign();
  const double turn_y = random.sign();
  if (options_.slanted) {
    const double reach = place.spread * stage_.range();
    s.slope_x = gentle(turn_x * share * reach / half_width);
    s.slope_y = turn_y * (reach - std::abs(s.slope_x) * half_width) / half_height;
  }
  return s;
}

void Maker::boards() {
  Random random = stream(2);
  // A painting that hangs askew, in front of the back wall.
  Surface painting = board({0.47, 0.06, 0.12, 0.17, 0.24, 0.02}, random);
  const double turn = random.sign() * random.between(0.08, 0.2);
  painting.along_x = 1.0 / std::sqrt(1.0 + turn * turn);
  painting.along_y = turn * painting.along_x;
  scene_.push_back(painting);

  random = stream(3);
  Surface plain = board({0.82, 0.16, 0.22, 0.2, 0.55, 0.05}, random);
  if (options_.textureless) {
    plain.texture.pattern = Pattern::plain;
    plain.texture.light = mix(plain.texture.light, {0.85, 0.85, 0.85}, 0.6);
  }
  scene_.push_back(plain);

  random = stream(4);
  Surface checker = board({0.6, 0.36, 0.38, 0.2, 0.4, 0.06}, random);
  Random striped_random = stream(5);
  Surface stripes = board({0.34, 0.44, 0.5, 0.15, 0.4, 0.05}, striped_random);
  if (options_.repetitive) {
    checker.texture.pattern = Pattern::checker;
    checker.texture.period = 1.5 * repeat();
    stripes.texture.pattern = Pattern::stripes;
    stripes.texture.period = repeat();
  }
  scene_.push_back(checker);
  scene_.push_back(stripes);

  random = stream(6);
  scene_.push_back(board({0.2, 0.3, 0.3, 0.13, 0.45, 0.06}, random));
  random = stream(7);
  scene_.push_back(board({0.83, 0.6, 0.68, 0.16, 0.4, 0.06}, random));

  // The nearest one reaches the end of the range in a corner, or as a whole if it is upright.
  random = stream(8);
  const double spread = options_.slanted ? 0.1 : 0.0;
  scene_.push_back(board({0.45, 0.76, 1.0 - spread, 0.26, 0.5, spread}, random));
}

void Maker::curtain() {
  Random random = stream(9);
  Surface s = board({0.68, 0.0, 0.16, 0.16, 0.42, 0.02}, random);
  s.form = Form::wave;
  s.frame = 0;
  s.y = s.half_height - 1.0;
  s.period = 2.0 * s.half_width / random.between(2.5, 3.5);
  // The steepest part of a fold has the slope 6 amplitude / period.
  const double steep = 0.8 * (steepest - std::abs(s.slope_x));
  s.amplitude = std::min(0.04 * stage_.range(), steep * s.period / 6.0);
  scene_.push_back(s);
}

void Maker::balls() {
  const Place places[] = {
      {0.5, 0.0, 0.3, 0.1, 0, 0}, {0.7, 0.0, 0.56, 0.13, 0, 0}, {0.18, 0.0, 0.66, 0.2, 0, 0}};
  std::uint64_t number = 10;
  for (const Place& place : places) {
    Random random = stream(number++);
    Surface s;
    s.form = Form::ball;
    const double depth = place.depth + random.between(-0.04, 0.04);
    s.half_width = s.half_height = std::max(1.0, 0.5 * place.width * random.between(0.85, 1.15) * stage_.size() * 1.25);
    s.x = stage_.x(across(place.across + random.between(-0.06, 0.06)), depth);
    s.y = stage_.y(stage_.floor(depth)) - 0.7 * s.half_height;
    s.disparity = stage_.disparity(depth);
    s.amplitude = std::min(0.1 * stage_.range(), 0.5 * s.half_width);
    s.texture = noise_texture(stage_, random);
    scene_.push_back(s);
  }
}

void Maker::poles_and_wires() {
  const Place poles[] = {{0.1, 0.1, 0.42, 0, 0.7, 0.02},
                         {0.47, 0.2, 0.5, 0, 0.6, 0.02},
                         {0.92, 0.15, 0.6, 0, 0.8, 0.02},
                         {0.66, 0.3, 0.86, 0, 0.9, 0.02}};
  const double thick = std::clamp(stage_.size() / 480.0, 1.0, 3.0);
  std::uint64_t number = 20;
  for (const Place& place : poles) {
    Random random = stream(number++);
    Surface s = board(place, random);
    s.frame = 0;
    s.slope_x = 0;
    s.slope_y = options_.slanted ? place.spread * stage_.range() / s.half_height : 0.0;
    s.half_width = thick * random.between(1.2, 2.6);
    s.roundness = 1;
    s.texture.coarse = 12;
    const double lean = random.between(-0.06, 0.06);
    s.along_x = 1.0 / std::sqrt(1.0 + lean * lean);
    s.along_y = lean * s.along_x;
    scene_.push_back(s);
  }
  for (const double depth : {0.72, 0.8}) {
    Random random = stream(number++);
    Surface s = board({0.5, random.between(0.1, 0.25), depth, 2.0, 0, 0}, random);
    s.frame = 0;
    s.slope_x = s.slope_y = 0;
    s.half_height = thick * random.between(0.7, 1.1);
    s.texture = noise_texture(stage_, random);
    s.texture.light = 0.4 * s.texture.light;
    const double steep = random.sign() * random.between(0.15, 0.4);  // a level wire would match anywhere along itself
    s.along_x = 1.0 / std::sqrt(1.0 + steep * steep);
    s.along_y = steep * s.along_x;
    scene_.push_back(s);
  }
}

}  // namespace

Scene make_scene(const SynthOptions& options) { return Maker(options).make(); }

}  // namespace csca::synth
