// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "synth/stage.hpp"

#include <algorithm>
#include <cmath>

namespace csca::synth {
namespace {

/// A bright colour from a position on the colour wheel: three triangular bumps.
Colour hue(double turn) {
  const auto bump = [turn](double centre) {
    const double away = turn - centre - std::floor(turn - centre + 0.5);
    return std::clamp(2.0 - 6.0 * std::abs(away), 0.0, 1.0);
  };
  return {bump(0.0), bump(1.0 / 3.0), bump(2.0 / 3.0)};
}

}  // namespace

Stage::Stage(const SynthOptions& options)
    : options_(options),
      mirror_(stream(0).sign()),
      width_(options.width),
      height_(options.height),
      size_(std::min(options.width, options.height)),
      first_(options.first),
      range_(options.levels - 1) {}

double Stage::x(double across, double depth) const {
  if (mirror_ < 0.0) across = 1.0 - across;
  const double d = disparity(depth);
  const double shared = width_ - std::abs(d);
  // Where the cameras share nothing, the left one shall see it at least.
  return shared > 0.0 ? 0.5 * std::abs(d) + across * shared - 0.5 : across * width_ - 0.5 - 0.5 * d;
}

double Stage::rim(double side, double depth) const {
  const double beyond = 0.5 * std::abs(disparity(depth)) + 0.5;
  return side < 0.0 ? -beyond : width_ - 1.0 + beyond;
}

double gentle(double slope) { return std::clamp(slope, -steepest, steepest); }

Texture noise_texture(const Stage& stage, Random& random) {
  // One draw a statement: C++ leaves the order of operands open.
  const double turn = random.between(0.0, 1.0);
  const double light_turn = turn + random.between(-0.08, 0.08);
  const double accent_turn = turn + random.between(0.2, 0.5);
  const double pale = random.between(0.45, 0.7);
  const auto pastel = [pale](double at) { return mix(hue(at), {1.0, 1.0, 1.0}, pale); };
  Texture texture;
  texture.dark = random.between(0.1, 0.3) * pastel(turn);
  texture.light = random.between(0.75, 0.92) * pastel(light_turn);
  texture.accent = random.between(0.3, 0.8) * pastel(accent_turn);
  texture.coarse = std::max(12.0, 0.08 * stage.size());
  texture.key = random.bits();
  return texture;
}

Surface board(const Stage& stage, Place place, Random& random) {
  place.across += random.between(-0.04, 0.04);
  const double half_width = 0.5 * std::max(2.0, stage.width(place.width * random.between(0.85, 1.15)));
  const double half_height = 0.5 * std::max(2.0, stage.height(place.height));
  Surface s;
  s.x = stage.x(place.across, place.depth);
  s.y = stage.y(place.top + random.between(-0.03, 0.03)) + half_height;
  s.disparity = stage.disparity(place.depth);
  s.half_width = half_width;
  s.half_height = half_height;
  s.frame = std::max(1.0, 0.008 * stage.size());
  s.texture = noise_texture(stage, random);
  const double share = random.between(0.3, 0.7);
  const double turn_x = random.sign();
  const double turn_y = random.sign();
  if (stage.options().slanted) {
    const double reach = place.spread * stage.range();
    s.slope_x = gentle(turn_x * share * reach / half_width);
    s.slope_y = turn_y * (reach - std::abs(s.slope_x) * half_width) / half_height;
  }
  return s;
}

void turn(Surface& surface, double tangent) {
  surface.along_x = 1.0 / std::sqrt(1.0 + tangent * tangent);
  surface.along_y = tangent * surface.along_x;
}

}  // namespace csca::synth
