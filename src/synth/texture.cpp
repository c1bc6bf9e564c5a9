// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "synth/texture.hpp"

#include "synth/random.hpp"

#include <algorithm>
#include <cmath>

namespace csca::synth {
namespace {

/// The floor, without the library call that baseline x86-64 needs for it.
std::int64_t floor_of(double x) {
  const auto whole = static_cast<std::int64_t>(x);
  return whole - static_cast<std::int64_t>(static_cast<double>(whole) > x);
}

double smoothstep(double t) { return t * t * (3.0 - 2.0 * t); }

/// Random numbers in [0, 1) on the integer grid, joined smoothly.
double value_noise(std::uint64_t key, double u, double v) {
  const std::int64_t i = floor_of(u);
  const std::int64_t j = floor_of(v);
  const double s = smoothstep(u - static_cast<double>(i));
  const double t = smoothstep(v - static_cast<double>(j));
  const auto at = [&](std::int64_t di, std::int64_t dj) {
    return static_cast<double>(static_cast<std::int64_t>(hash(key, i + di, j + dj) >> 32U)) * 0x1p-32;
  };
  const double top = (1.0 - s) * at(0, 0) + s * at(1, 0);
  const double bottom = (1.0 - s) * at(0, 1) + s * at(1, 1);
  return (1.0 - t) * top + t * bottom;
}

/// Three octaves. The finest spans 3 pixels a grid cell: fine enough to match, coarse enough to interpolate.
Colour noise(const Texture& texture, double u, double v) {
  v /= texture.stretch;
  const double fine = value_noise(texture.key, u * 0.33, v * 0.33);
  const double middle = value_noise(texture.key + 1, u * 0.12, v * 0.12);
  const double patches = value_noise(texture.key + 2, u / texture.coarse, v / texture.coarse);
  const double contrast = std::clamp(0.5 + 1.1 * (0.55 * fine + 0.45 * middle - 0.5), 0.0, 1.0);
  return mix(mix(texture.dark, texture.light, contrast), texture.accent, 0.6 * patches * patches);
}

/// From -1 to 1 and back with period 1: linear.
double triangle(double phase) {
  const double p = phase - static_cast<double>(floor_of(phase));
  return p < 0.5 ? 4.0 * p - 1.0 : 3.0 - 4.0 * p;
}

/// A square wave from -1 to 1 whose edges take about one pixel, so that it survives resampling.
double square(double x, double period) { return std::clamp(triangle(x / period) * period / 2.0, -1.0, 1.0); }

/// Courses of bricks twice as long as high, each with a tint of its own, and joints between them.
Colour bricks(const Texture& texture, double u, double v) {
  const std::int64_t course = floor_of(v / texture.period);
  const double length = 2.2 * texture.period;
  const double along = u / length + 0.5 * static_cast<double>(course & 1);
  const std::int64_t brick = floor_of(along);
  const double to_side = (0.5 - std::abs(along - static_cast<double>(brick) - 0.5)) * length;
  const double to_bed = (0.5 - std::abs(v / texture.period - static_cast<double>(course) - 0.5)) * texture.period;
  const double joint = std::max(0.05 * texture.period, 0.8);
  const double face = std::clamp(std::min(to_side, to_bed) - joint + 0.5, 0.0, 1.0);
  const double tint = 0.75 + 0.25 * static_cast<double>(hash(texture.key + 3, brick, course) >> 40U) * 0x1p-24;
  const Colour grain = noise(texture, u, v);
  return mix(0.35 * grain + 0.5 * texture.accent, tint * grain, face);
}

}  // namespace

Colour colour_at(const Texture& texture, double u, double v) {
  switch (texture.pattern) {
    case Pattern::plain:
      return texture.light;
    case Pattern::noise:
      return noise(texture, u, v);
    case Pattern::bricks:
      return bricks(texture, u, v);
    case Pattern::checker:
      return mix(texture.dark, texture.light, 0.5 + 0.5 * square(u, texture.period) * square(v, texture.period));
    case Pattern::stripes:
      return mix(texture.dark, texture.light, 0.5 + 0.5 * square(u, texture.period));
  }
  return {};
}

double wave(double phase) {
  const double t = triangle(phase);
  return t * (1.5 - 0.5 * t * t);
}

double wave_slope(double phase) {
  const double t = triangle(phase);
  const double p = phase - static_cast<double>(floor_of(phase));
  return (p < 0.5 ? 6.0 : -6.0) * (1.0 - t * t);
}

}  // namespace csca::synth
