// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/match.hpp>
#include <csca/scale.hpp>

#include "core/mirror.hpp"
#include "core/samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace csca {
namespace {

constexpr int small_width = 256;  // wide enough to see a scene's depth, small enough to search half the width both ways

/// A grey copy, halved until it is small; `halvings` tells how often.
Image shrink(const ImageView& view, double white, double absurd_from, bool mirror, int& halvings) {
  FloatImage image = to_float(view, white, true, 1, absurd_from);
  for (halvings = 0; image.width() > small_width; ++halvings) image = downsample(image);
  return to_image(mirror ? mirrored(std::move(image)) : image);
}

/// Disparities that both directions agree on, within a pixel, and most neighbours share: chance agreements stand alone.
std::vector<float> trusted(const Plane<float>& left, const Plane<float>& right_mirrored) {
  const int width = left.width();
  Plane<float> agreed(width, left.height(), std::numeric_limits<float>::quiet_NaN());
  for (int y = 0; y < left.height(); ++y) {
    for (int x = 0; x < width; ++x) {
      const float partner = static_cast<float>(x) - left(x, y);
      if (!(partner >= 0 && partner <= static_cast<float>(width - 1))) continue;
      const float back = right_mirrored(width - 1 - static_cast<int>(partner), y);
      if (std::abs(back - left(x, y)) <= 1) agreed(x, y) = left(x, y);
    }
  }
  std::vector<float> values;
  for (int y = 1; y + 1 < left.height(); ++y) {
    for (int x = 1; x + 1 < width; ++x) {
      int alike = 0;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) alike += std::abs(agreed(x + dx, y + dy) - agreed(x, y)) <= 1 ? 1 : 0;
      }
      if (alike == 9) values.push_back(agreed(x, y));
    }
  }
  return values;
}

}  // namespace

Levels estimate_range(const ImageView& left, const ImageView& right, const Options& options) {
  check(left, "left");
  check(right, "right");
  const Samples left_samples = samples_of(left);
  const Samples right_samples = samples_of(right);
  const double white = options.input.white.value_or(white_of(left, left_samples, right, right_samples));
  int halvings = 0;
  const auto small_left_view = [&](bool mirror) {
    return shrink(left, white, left_samples.absurd_from, mirror, halvings);
  };
  const auto small_right_view = [&](bool mirror) {
    return shrink(right, white, right_samples.absurd_from, mirror, halvings);
  };

  // Census, because exposure may differ; half the width in both directions, because nothing is known yet.
  Options wide;
  wide.cost.method = "cen";
  wide.cost.cen.window = 7;
  wide.cost.cen.truncation = 0.4;
  wide.run.threads = options.run.threads;
  const Image small_left = small_left_view(false);
  const int reach = std::max(1, small_left.width() / 2);
  wide.range.first = -reach;
  wide.range.levels = 2 * reach + 1;
  const Plane<float> forth = match(small_left, small_right_view(false), wide).disparity;
  // Seen in a mirror the right image has the left one's role, and disparities keep their sign.
  const Plane<float> back = match(small_right_view(true), small_left_view(true), wide).disparity;

  std::vector<float> values = trusted(forth, back);
  if (values.empty()) return {0, std::min(64, std::max(1, left.width))};
  std::sort(values.begin(), values.end());
  const auto quantile = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
  };
  // One pixel of the small copy for its own coarseness, and a tenth of the depth for what it could not see.
  const double low = quantile(0.002);
  const double high = quantile(0.998);
  const double margin = 1 + 0.1 * (high - low);
  const double factor = std::ldexp(1.0, halvings);
  int first = static_cast<int>(std::floor((low - margin) * factor));
  const int last = static_cast<int>(std::ceil((high + margin) * factor));
  // Most pairs cannot have negative disparities; a margin alone does not make one.
  if (first < 0 && low >= 0) first = 0;
  return {first, last - first + 1};
}

}  // namespace csca
