// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "properties/trial.hpp"

#include "support/random.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace csca {
namespace {

int between(int least, int most) { return *rc::gen::inRange(least, most + 1); }

template <class T>
T one_of(std::initializer_list<T> values) {
  return *rc::gen::elementOf(std::vector<T>(values));
}

/// The same picture in samples of another kind.
Image as_samples(const Image& bytes, Sample sample) {
  if (sample == Sample::u8) return bytes;
  Image result(bytes.width(), bytes.height(), bytes.channels(), sample);
  for (int y = 0; y < bytes.height(); ++y) {
    const auto* from = bytes.row<std::uint8_t>(y);
    for (int i = 0; i < bytes.width() * bytes.channels(); ++i) {
      if (sample == Sample::u16) result.row<std::uint16_t>(y)[i] = static_cast<std::uint16_t>(from[i] * 257);
      if (sample == Sample::f32) result.row<float>(y)[i] = static_cast<float>(from[i]) / 255;
    }
  }
  return result;
}

}  // namespace

Image Trial::left() const { return as_samples(random_texture(width, height, channels, seed), sample); }
Image Trial::right() const {
  return as_samples(shifted(random_texture(width, height, channels, seed), shift, seed + 1), sample);
}

std::ostream& operator<<(std::ostream& out, const Trial& trial) {
  out << trial.width << " x " << trial.height << " x " << trial.channels << ", sample "
      << static_cast<int>(trial.sample) << ", shift " << trial.shift << ", seed " << trial.seed;
  const Options defaults;
  for (const Field& field : fields()) {
    if (field.get(trial.options) != field.get(defaults)) out << ", " << field.name << ' ' << field.get(trial.options);
  }
  return out;
}

Trial any_trial(std::initializer_list<const char*> methods) {
  Trial trial;
  trial.width = between(1, 40);
  trial.height = between(1, 24);
  trial.channels = one_of({1, 3});
  trial.sample = one_of({Sample::u8, Sample::u16, Sample::f32});
  trial.seed = static_cast<std::uint32_t>(between(0, 1'000'000));
  Options& options = trial.options;
  options.input.check = false;
  options.range.first = between(-8, 8);
  options.range.levels = between(1, 30);
  trial.shift = *options.range.first + between(0, *options.range.levels - 1);
  options.cost.method = one_of({"cg", "cen", "grd"});
  options.cost.outside = one_of({Outside::mean, Outside::black});
  options.aggregate.method = one_of(methods);
  options.aggregate.box.radius = between(0, 5);
  options.aggregate.gf.radius = between(1, 5);
  options.aggregate.bf.radius = between(1, 5);
  options.aggregate.sgm.paths = one_of({5, 8});
  options.scale.scales = between(1, 4);
  options.select.subpixel = one_of({Subpixel::none, Subpixel::parabola, Subpixel::equiangular});
  options.planes.most = one_of({0, 0, 3});
  options.run.precision = one_of({Precision::automatic, Precision::floats});
  options.run.threads = 1;
  return trial;
}

Trial any_trial() {
  return any_trial({"none", "box", "bf", "gf", "nl", "st", "sgm", "gf+st", "0.4*gf+sgm", "box+0.5*nl"});
}

void add_later_steps(Options& options) {
  options.select.right = one_of({RightView::none, RightView::full, RightView::diagonal});
  options.select.confidence = one_of({Confidence::none, Confidence::peak_ratio, Confidence::ambiguity});
  options.refine.steps = one_of({"", "median", "speckle", "vote", "wm,median", "nl"});
  options.refine.fill = one_of({Fill::none, Fill::background, Fill::all});
}

Mask any_mask(int width, int height) {
  Random random(static_cast<std::uint32_t>(between(0, 1'000'000)));
  Mask mask(width, height);
  for (std::uint8_t& known : mask) known = random.chance(0.03) ? 0 : 255;
  for (int block = random.whole(0, 2); block > 0; --block) {
    const int left = random.whole(0, width - 1);
    const int top = random.whole(0, height - 1);
    for (int y = top; y < std::min(top + random.whole(1, 9), height); ++y) {
      for (int x = left; x < std::min(left + 7, width); ++x) mask(x, y) = 0;
    }
  }
  return mask;
}

Image scribbled(const Image& image, const Mask& mask) {
  Image result = image;
  Random random(static_cast<std::uint32_t>(between(0, 1'000'000)));
  const float odd[] = {0, 1, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), -3e38F};
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      for (int i = x * image.channels(); mask(x, y) == 0 && i < (x + 1) * image.channels(); ++i) {
        if (image.sample() == Sample::u8)
          result.row<std::uint8_t>(y)[i] = static_cast<std::uint8_t>(random.whole(0, 255));
        if (image.sample() == Sample::u16) {
          result.row<std::uint16_t>(y)[i] = static_cast<std::uint16_t>(random.whole(0, 65535));
        }
        if (image.sample() == Sample::f32) result.row<float>(y)[i] = odd[random.whole(0, 4)];
      }
    }
  }
  return result;
}

Image mirror_of(const Image& image) {
  Image result = image;
  const auto bytes = image.row_bytes() / static_cast<std::size_t>(image.width());
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      std::copy_n(image.row<std::byte>(y) + static_cast<std::size_t>(x) * bytes, bytes,
                  result.row<std::byte>(y) + static_cast<std::size_t>(image.width() - 1 - x) * bytes);
    }
  }
  return result;
}

Plane<float> mirror_of(const Plane<float>& plane) {
  Plane<float> result = plane;
  for (int y = 0; y < plane.height(); ++y) std::reverse(result.row(y), result.row(y) + plane.width());
  return result;
}

std::size_t others(const Plane<float>& a, const Plane<float>& b, const Trial& trial) {
  const Levels range{*trial.options.range.first, *trial.options.range.levels};
  std::size_t count = 0;
  for (int y = 0; y < a.height(); ++y) {
    for (int x = std::max(0, range.last()); x < std::min(a.width(), a.width() + range.first); ++x) {
      const bool unknown = std::isnan(a(x, y)) || std::isnan(b(x, y));
      const bool alike = unknown ? std::isnan(a(x, y)) == std::isnan(b(x, y)) : std::abs(a(x, y) - b(x, y)) <= 0.01F;
      count += alike ? 0 : 1;
    }
  }
  return count;
}

}  // namespace csca
