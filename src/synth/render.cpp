// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/parallel.hpp"
#include "synth/caster.hpp"
#include "synth/random.hpp"
#include "synth/sensor.hpp"

#include <algorithm>
#include <bit>

namespace csca::synth {
namespace {

Colour pixel(const Caster& caster, int x, int y) {
  Colour sum;
  for (const auto& [dx, dy] : turned_square) sum = sum + caster.colour(x + dx, y + dy);
  return 0.25 * sum;
}

struct Target {
  Image& image;
  Plane<float>& truth;
  Mask& visible;
};

template <class T>
void render_row(const Scene& scene, const SynthOptions& options, Side side, const Window& window, int y,
                const Target& target) {
  const Side other = side == Side::left ? Side::right : Side::left;
  const Caster there(scene, other, {-0.5, options.width - 0.5, y - 0.5, y + 0.5});
  const double to_other = factor_of(other) - factor_of(side);
  const Sensor sensor{side == Side::left ? 1.0 : options.exposure, options.noise};
  const auto moment = std::bit_cast<std::uint64_t>(options.time);  // of time 0 it is 0
  const std::uint64_t key = scramble(options.seed + (side == Side::left ? 1 : 2) + moment);
  const double first = options.first;
  const double last = first + options.levels - 1;
  constexpr int run = 64;
  for (int start = window.x; start < window.right(); start += run) {
    const int end = std::min(start + run, window.right());
    const Caster here(scene, side, {start - 0.5, end - 0.5, y - 0.5, y + 0.5});
    for (int x = start; x < end; ++x) {
      const double d = here.cast(x, y).disparity;
      // Rounding may carry a disparity past an end of the range by a unit in the last place.
      target.truth(x - window.x, y - window.y) = static_cast<float>(std::clamp(d, first, last));
      // The point's own surface is met again at d, give or take rounding: anything nearer hides the point.
      const double x_other = x + to_other * d;
      const bool inside = x_other >= 0.0 && x_other <= options.width - 1;
      target.visible(x - window.x, y - window.y) = inside && there.cast(x_other, y).disparity <= d + 1e-4 ? 255 : 0;

      T* samples =
          target.image.row<T>(y - window.y) + static_cast<std::ptrdiff_t>(x - window.x) * target.image.channels();
      store(samples, pixel(here, x, y), target.image.channels(), sensor, hash(key, x, y));
    }
  }
}

template <class T>
void render_rows(const Scene& scene, const SynthOptions& options, const Window& window, SynthPair& pair) {
  parallel_for(working_threads(0), window.height, [&](int row) {
    const int y = window.y + row;
    render_row<T>(scene, options, Side::left, window, y, {pair.left, pair.truth_left, pair.visible_left});
    render_row<T>(scene, options, Side::right, window, y, {pair.right, pair.truth_right, pair.visible_right});
  });
}

}  // namespace

SynthPair render(const Scene& scene, const SynthOptions& options, const Window& window) {
  const Image image(window.width, window.height, options.colour ? 3 : 1, options.sample);
  const Plane<float> truth(window.width, window.height);
  const Mask visible(window.width, window.height);
  SynthPair pair{image, image, truth, truth, visible, visible};
  if (options.sample == Sample::u8) {
    render_rows<std::uint8_t>(scene, options, window, pair);
  } else {
    render_rows<std::uint16_t>(scene, options, window, pair);
  }
  return pair;
}

}  // namespace csca::synth
