// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "plan/first_look.hpp"

#include <csca/scale.hpp>

#include "core/samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace csca {
namespace {

// Cells of a search. The first one has to see most of the scene, the closer one its nearest things.
constexpr double first_cells = 2e6;
constexpr double closer_cells = 10e6;
constexpr int largest_copy = 720;         // pixels wide
constexpr float plausible_ratio = 0.05F;  // peak ratio
// Area of a surface, each pixel weighted by its peak ratio beyond the plausible one.
constexpr double sure_support = 12;
constexpr double weak_support = 2;
constexpr double near_share = 0.3;  // of the depth beyond doubt, outside of which weak surfaces do not count
constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

Tone tone_of(const FloatImage& image) {
  const Plane<float>& grey = image.channels.front();
  const std::size_t step = 1 + grey.size() / 50000;  // so many pixels tell enough
  std::vector<float> sorted;
  for (std::size_t i = 0; i < grey.size(); i += step) {
    if (image.known.empty() || image.known.data()[i] != 0) sorted.push_back(grey.data()[i]);
  }
  if (sorted.empty()) return {};
  const auto quantile = [&](double share) {
    const auto place = sorted.begin() + std::lround(share * static_cast<double>(sorted.size() - 1));
    std::nth_element(sorted.begin(), place, sorted.end());
    return static_cast<double>(*place);
  };
  const auto white = std::count_if(sorted.begin(), sorted.end(), [](float value) { return value > 0.996F; });
  return {quantile(0.005), quantile(0.5), quantile(0.995),
          static_cast<double>(white) / static_cast<double>(sorted.size())};
}

/// The middle 99 % of the values become 1 to 254.
Image stretched(const FloatImage& image, const Tone& tone) {
  const Plane<float>& grey = image.channels.front();
  const auto low = static_cast<float>(tone.low);
  const auto depth = static_cast<float>(tone.high - tone.low);
  const float scale = depth > 0 ? 253 / depth : 0;
  Image result(grey.width(), grey.height(), 1, Sample::u8);
  for (int y = 0; y < grey.height(); ++y) {
    auto* out = result.row<std::uint8_t>(y);
    for (int x = 0; x < grey.width(); ++x) {
      const float value = 1.5F + scale * (grey(x, y) - low);  // NaN where the depth is one of the smallest floats
      out[x] = value > 0 ? static_cast<std::uint8_t>(std::min(value, 255.0F)) : std::uint8_t{0};
    }
  }
  return result;
}

/// A smooth part of a map: pixels that are neighbours and differ by at most `largest_step`.
struct Surface {
  std::vector<std::size_t> pixels;
  double support = 0;  ///< its area, each pixel weighted by its confidence
};

std::vector<Surface> surfaces_of(const Plane<float>& disparity, const Plane<float>& confidence) {
  constexpr float largest_step = 2;
  const auto width = static_cast<std::size_t>(disparity.width());
  const float* d = disparity.data();
  std::vector<Surface> surfaces;
  std::vector<bool> seen(disparity.size());
  for (std::size_t start = 0; start < disparity.size(); ++start) {
    if (seen[start] || std::isnan(d[start])) continue;
    std::vector<std::size_t> pixels = {start};
    seen[start] = true;
    const auto join = [&](std::size_t from, std::size_t to) {
      if (seen[to] || !(std::abs(d[from] - d[to]) <= largest_step)) return;
      seen[to] = true;
      pixels.push_back(to);
    };
    double support = 0;
    for (std::size_t next = 0; next < pixels.size(); ++next) {
      const std::size_t pixel = pixels[next];
      support += static_cast<double>(confidence.data()[pixel] - plausible_ratio);
      if (pixel % width > 0) join(pixel, pixel - 1);
      if (pixel % width + 1 < width) join(pixel, pixel + 1);
      if (pixel >= width) join(pixel, pixel - width);
      if (pixel + width < disparity.size()) join(pixel, pixel + width);
    }
    if (support >= weak_support) surfaces.push_back({std::move(pixels), support});
  }
  return surfaces;
}

/// The surfaces beyond doubt, and what lies at or near their disparities: a small thing a little nearer than all else
/// is likely, one far from everything is a wrong match.
Plane<float> trusted(Plane<float> disparity, const Plane<float>& confidence) {
  for (std::size_t i = 0; i < disparity.size(); ++i) {
    if (!(confidence.data()[i] >= plausible_ratio)) disparity.data()[i] = unknown;
  }
  const std::vector<Surface> surfaces = surfaces_of(disparity, confidence);
  Plane<float> result(disparity.width(), disparity.height(), unknown);
  for (const Surface& surface : surfaces) {
    if (surface.support < sure_support) continue;
    for (const std::size_t pixel : surface.pixels) result.data()[pixel] = disparity.data()[pixel];
  }
  const std::optional<Span> sure = span_of(result);
  const double reach = sure ? near_share * (sure->high - sure->low) + 1 : 0;
  for (const Surface& surface : surfaces) {
    if (surface.support >= sure_support) continue;
    for (const std::size_t pixel : surface.pixels) {
      const float d = disparity.data()[pixel];
      if (!sure || (d >= sure->low - reach && d <= sure->high + reach)) result.data()[pixel] = d;
    }
  }
  return result;
}

}  // namespace

std::optional<Span> span_of(const Plane<float>& disparity) {
  std::vector<float> known;
  std::copy_if(disparity.begin(), disparity.end(), std::back_inserter(known), [](float d) { return !std::isnan(d); });
  if (known.empty()) return {};
  const auto at = [&](double share) {
    const auto place = known.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(known.size() - 1));
    std::nth_element(known.begin(), place, known.end());
    return *place;
  };
  return Span{at(0.001), at(0.9998)};
}

namespace {

double cells(int width, int height, double levels) {
  return static_cast<double>(width) * static_cast<double>(height) * levels;
}

/// Half the width both ways.
Levels widest_range(int width) {
  const int reach = std::max(1, width / 2);
  return {-reach, 2 * reach + 1};
}

Look look(const SmallPair& small, Levels range, int threads) {
  // Census, because exposure may differ. Every field that decides is set here, whatever the defaults are.
  Options options;
  options.input.check = false;
  options.range.first = range.first;
  options.range.levels = range.count;
  options.cost.method = "cen";
  options.cost.cen = {.window = 7, .truncation = 0.4};
  options.aggregate.method = "box";
  options.aggregate.box = {.radius = 3};
  options.scale = {};
  options.select = {.subpixel = Subpixel::parabola,
                    .right = RightView::diagonal,
                    .tolerance = 1,
                    .confidence = Confidence::peak_ratio};
  options.refine = {};
  options.run.threads = threads;
  Result result = match(Pair{small.left, small.right, small.left_known, small.right_known}, options);
  return {trusted(std::move(result.disparity), result.confidence), small.factor};
}

}  // namespace

FloatImage grey_image(const ImageView& view, const Mask& mask, double white, double absurd_from, int threads) {
  FloatImage image = to_float(view, white, true, threads, absurd_from);
  if (mask.empty()) return image;
  if (image.known.empty()) image.known = Mask(view.width, view.height, 1);
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (mask.data()[i] != 0) continue;
    image.known.data()[i] = 0;
    image.channels.front().data()[i] = 0;
  }
  return image;
}

int halvings_of(int width, int height) {
  int count = 0;
  for (; width > largest_copy || height > 2 * largest_copy; ++count) {
    width = (width + 1) / 2;
    height = (height + 1) / 2;
  }
  return count;
}

FloatImage halved(FloatImage image, int times, int threads) {
  for (int i = 0; i < times; ++i) image = downsample(image, threads);
  return image;
}

std::vector<SmallPair> small_pairs(FloatImage left, FloatImage right, double factor, int threads) {
  std::vector<SmallPair> copies;
  while (true) {
    SmallPair& copy = copies.emplace_back();
    copy.left_tone = tone_of(left);
    copy.right_tone = tone_of(right);
    copy.left = stretched(left, copy.left_tone);
    copy.right = stretched(right, copy.right_tone);
    copy.left_known = left.known;
    copy.right_known = right.known;
    copy.factor = factor;
    if (cells(left.width(), left.height(), widest_range(left.width()).count) <= 1.05 * first_cells) return copies;
    left = downsample(left, threads);
    right = downsample(right, threads);
    factor *= 2;
  }
}

std::vector<SmallPair> small_pairs(const Pair& pair, const Options& options) {
  const Samples left = samples_of(pair.left);
  const Samples right = samples_of(pair.right);
  double white = options.input.white.value_or(white_of(pair.left, left, pair.right, right));
  if (white <= 0) white = 1;
  const int threads = options.run.threads;
  const int halvings = halvings_of(pair.left.width, pair.left.height);
  // One image after the other, so that only one of them is there in full.
  const auto copy_of = [&](const ImageView& view, const Mask& mask, double absurd_from) {
    return halved(grey_image(view, mask, white, absurd_from, threads), halvings, threads);
  };
  FloatImage small_left = copy_of(pair.left, pair.left_mask, left.absurd_from);
  return small_pairs(std::move(small_left), copy_of(pair.right, pair.right_mask, right.absurd_from),
                     std::ldexp(1.0, halvings), threads);
}

Look first_look(const std::vector<SmallPair>& copies, int threads) {
  return look(copies.back(), widest_range(copies.back().left.width()), threads);
}

Look closer_look(const std::vector<SmallPair>& copies, const Look& first, int threads) {
  const std::optional<Span> span = span_of(first.disparity);
  if (!span) return first;
  const double slack = 0.15 * (span->high - span->low) + 2;
  for (const SmallPair& copy : copies) {
    if (copy.factor >= first.factor) break;
    const double finer = first.factor / copy.factor;
    const int low = static_cast<int>(std::floor((span->low - slack) * finer));
    const int high = static_cast<int>(std::ceil((span->high + slack) * finer));
    if (cells(copy.left.width(), copy.left.height(), high - low + 1) > closer_cells) continue;
    return look(copy, {low, high - low + 1}, threads);
  }
  return first;
}

}  // namespace csca
