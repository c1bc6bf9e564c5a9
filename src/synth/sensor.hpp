// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "synth/random.hpp"
#include "synth/texture.hpp"

#include <csca/image.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace csca::synth {

/// What a camera makes of light: exposure, noise, rounding, clipping.
struct Sensor {
  double exposure = 1;
  double noise = 0;  ///< standard deviation, white = 1
};

/// One pixel; `channels` is 1 or 3, `key` the place's random bits.
template <class T>
void store(T* to, const Colour& colour, int channels, const Sensor& sensor, std::uint64_t key) {
  constexpr double white = std::numeric_limits<T>::max();
  std::array<double, 3> values{colour.red, colour.green, colour.blue};
  if (channels == 1) values[0] = 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue;
  for (int c = 0; c < channels; ++c) {
    const double value = sensor.exposure * values[c] + sensor.noise * gaussian(scramble(key + c));
    to[c] = static_cast<T>(std::clamp(value, 0.0, 1.0) * white + 0.5);
  }
}

}  // namespace csca::synth
