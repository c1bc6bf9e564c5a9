// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "synth/random.hpp"
#include "synth/scene.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace csca::synth {
namespace {

struct Hit {
  const Surface* surface = nullptr;
  double disparity = -std::numeric_limits<double>::infinity();
};

/// Casts rays into the surfaces that one region of a view can see: a handful, even in a full scene.
class Caster {
 public:
  Caster(const Scene& scene, Side side, const Region& region) : side_(side) {
    for (const Surface& surface : scene) {
      const Region e = extent(surface, side);
      if (e.left <= region.right && e.right >= region.left && e.top <= region.bottom && e.bottom >= region.top) {
        candidates_.push_back({e.left, e.right, nearest(surface, side, region), &surface});
      }
    }
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.nearest > b.nearest; });
  }

  /// Of equal disparities the last wins, so that a range of one level still shows a collage of all objects.
  Hit cast(double x, double y) const {
    Hit hit;
    for (const Candidate& c : candidates_) {
      if (hit.disparity > c.nearest) break;
      if (x < c.left || x > c.right) continue;
      const double d = intersect(*c.surface, side_, x, y);
      if (d >= hit.disparity) hit = {c.surface, d};
    }
    return hit;
  }

  Colour colour(double x, double y) const {
    const Hit hit = cast(x, y);
    return appearance(*hit.surface, x - factor_of(side_) * hit.disparity, y);
  }

 private:
  struct Candidate {
    double left;
    double right;
    double nearest;
    const Surface* surface;
  };
  Side side_;
  std::vector<Candidate> candidates_;
};

/// The mean of four samples on a turned square, which treats edges of every direction alike.
Colour pixel(const Caster& caster, int x, int y) {
  constexpr std::array<std::array<double, 2>, 4> offsets{
      {{-0.125, -0.375}, {0.375, -0.125}, {0.125, 0.375}, {-0.375, 0.125}}};
  Colour sum;
  for (const auto& [dx, dy] : offsets) sum = sum + caster.colour(x + dx, y + dy);
  return 0.25 * sum;
}

template <class T>
void store(T* to, const Colour& colour, const SynthOptions& options, double exposure, std::uint64_t noise) {
  constexpr double white = std::numeric_limits<T>::max();
  std::array<double, 3> values{colour.red, colour.green, colour.blue};
  const int channels = options.colour ? 3 : 1;
  if (channels == 1) values[0] = 0.299 * colour.red + 0.587 * colour.green + 0.114 * colour.blue;
  for (int c = 0; c < channels; ++c) {
    const double value = exposure * values[c] + options.noise * gaussian(scramble(noise + c));
    to[c] = static_cast<T>(std::clamp(value, 0.0, 1.0) * white + 0.5);
  }
}

struct Target {
  Image& image;
  Plane<float>& truth;
  Mask& visible;
};

template <class T>
void render_row(const Scene& scene, const SynthOptions& options, Side side, int y, const Target& target) {
  const Side other = side == Side::left ? Side::right : Side::left;
  const Caster there(scene, other, {-0.5, options.width - 0.5, y - 0.5, y + 0.5});
  const double to_other = factor_of(other) - factor_of(side);
  const double exposure = side == Side::left ? 1.0 : options.exposure;
  const std::uint64_t key = scramble(options.seed + (side == Side::left ? 1 : 2));
  const double first = options.first;
  const double last = first + options.levels - 1;
  constexpr int run = 64;
  for (int start = 0; start < options.width; start += run) {
    const int end = std::min(start + run, options.width);
    const Caster here(scene, side, {start - 0.5, end - 0.5, y - 0.5, y + 0.5});
    for (int x = start; x < end; ++x) {
      const double d = here.cast(x, y).disparity;
      // Rounding may carry a disparity past an end of the range by a unit in the last place.
      target.truth(x, y) = static_cast<float>(std::clamp(d, first, last));
      // The point's own surface is met again at d, give or take rounding: anything nearer hides the point.
      const double x_other = x + to_other * d;
      const bool inside = x_other >= 0.0 && x_other <= options.width - 1;
      target.visible(x, y) = inside && there.cast(x_other, y).disparity <= d + 1e-4 ? 255 : 0;

      T* samples = target.image.row<T>(y) + static_cast<std::ptrdiff_t>(x) * target.image.channels();
      store(samples, pixel(here, x, y), options, exposure, hash(key, x, y));
    }
  }
}

template <class T>
void render_rows(const Scene& scene, const SynthOptions& options, SynthPair& pair) {
  for (int y = 0; y < options.height; ++y) {
    render_row<T>(scene, options, Side::left, y, {pair.left, pair.truth_left, pair.visible_left});
    render_row<T>(scene, options, Side::right, y, {pair.right, pair.truth_right, pair.visible_right});
  }
}

}  // namespace

SynthPair render(const Scene& scene, const SynthOptions& options) {
  const int width = options.width;
  const int height = options.height;
  const Image image(width, height, options.colour ? 3 : 1, options.sample);
  const Plane<float> truth(width, height);
  const Mask visible(width, height);
  SynthPair pair{image, image, truth, truth, visible, visible};
  if (options.sample == Sample::u8) {
    render_rows<std::uint8_t>(scene, options, pair);
  } else {
    render_rows<std::uint16_t>(scene, options, pair);
  }
  return pair;
}

}  // namespace csca::synth
