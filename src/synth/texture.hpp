// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace csca::synth {

/// Brightness with white at 1.
struct Colour {
  double red = 0;
  double green = 0;
  double blue = 0;
};

inline Colour operator*(double k, const Colour& c) { return {k * c.red, k * c.green, k * c.blue}; }
inline Colour operator+(const Colour& a, const Colour& b) {
  return {a.red + b.red, a.green + b.green, a.blue + b.blue};
}
inline Colour mix(const Colour& a, const Colour& b, double t) { return (1.0 - t) * a + t * b; }

enum class Pattern { plain, noise, bricks, checker, stripes };

/// A pattern on a surface, in pixels of the surface's own coordinates. Only additions, multiplications and floors go
/// into it, whose results IEEE 754 fixes to the last bit.
struct Texture {
  Pattern pattern = Pattern::noise;
  Colour dark;
  Colour light;
  Colour accent;          ///< washes over the noise in large soft patches
  double period = 16;     ///< of checkers and stripes; height of a brick with its joint
  double stretch = 1;     ///< length of the grain of the noise, in widths
  double coarse = 64;     ///< size of the soft patches
  std::uint64_t key = 0;  ///< seeds the noise
};

Colour colour_at(const Texture& texture, double u, double v);

/// A sine's shape with period 1 from parabolas and cubics: sin() of two C libraries may differ in the last bit.
double wave(double phase);
/// The derivative of wave().
double wave_slope(double phase);

}  // namespace csca::synth
