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
    : width_(options.width),
      height_(options.height),
      size_(std::min(options.width, options.height)),
      first_(options.first),
      range_(options.levels - 1) {}

double Stage::x(double across, double depth) const {
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
  const double turn = random.between(0.0, 1.0);
  const double pale = random.between(0.35, 0.6);
  const Colour white{1.0, 1.0, 1.0};
  Texture texture;
  texture.dark = random.between(0.1, 0.3) * mix(hue(turn), white, pale);
  texture.light = random.between(0.75, 0.92) * mix(hue(turn + random.between(-0.08, 0.08)), white, pale);
  texture.accent = random.between(0.3, 0.8) * mix(hue(turn + random.between(0.2, 0.5)), white, pale);
  texture.coarse = std::max(12.0, 0.08 * stage.size());
  texture.key = random.bits();
  return texture;
}

}  // namespace csca::synth
