// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/colour_map.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace csca::picture {
namespace {

double cube(double v) { return v * v * v; }

/// Linear light in [0, 1] to an 8-bit sRGB sample (IEC 61966-2-1).
std::uint8_t encode(double linear) {
  const double v = std::clamp(linear, 0.0, 1.0);
  const double curved = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255 * curved));
}

/// OKLab (Ottosson 2020) in polar form: lightness, chroma, hue in degrees.
Colour from_oklch(double lightness, double chroma, double hue) {
  const double radians = hue * std::numbers::pi / 180;
  const double a = chroma * std::cos(radians);
  const double b = chroma * std::sin(radians);
  const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
  return {encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

/// A path from night blue through purple, red and orange to pale yellow. The arch of the chroma keeps it inside sRGB
/// with room to spare, and the length of a step in OKLab constant within a tenth.
std::array<Colour, 256> make_map() {
  std::array<Colour, 256> map;
  for (std::size_t i = 0; i < map.size(); ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(map.size() - 1);
    const double lightness = 0.20 + 0.76 * t;
    const double chroma = 0.06 + 0.11 * std::sin(std::numbers::pi * t);
    const double hue = 280 + 188 * t;
    map[i] = from_oklch(lightness, chroma, hue);
  }
  return map;
}

}  // namespace

const std::array<Colour, 256>& colour_map() {
  static const std::array<Colour, 256> map = make_map();
  return map;
}

}  // namespace csca::picture
