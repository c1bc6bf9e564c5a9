// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/scale.hpp>

#include "core/parallel.hpp"
#include "scale/binomial.hpp"

#include <algorithm>

namespace csca {
namespace {

/// One output row: five input rows smoothed and added, then every second column of the smoothed sum.
template <class Load>
void downsample_row(int width, int height, int y, const Load& load, float* out) {
  std::vector<float> column(width);
  for (int dy = -2; dy <= 2; ++dy) {
    const float weight = binomial[dy + 2];
    const int row = reflect(2 * y + dy, height);
    for (int x = 0; x < width; ++x) column[x] += weight * load(x, row);
  }
  for (int x = 0; x < (width + 1) / 2; ++x) {
    float sum = 0;
    for (int dx = -2; dx <= 2; ++dx) sum += binomial[dx + 2] * column[reflect(2 * x + dx, width)];
    out[x] = sum;
  }
}

}  // namespace

FloatImage downsample(const FloatImage& image, int threads) {
  const int width = image.width();
  const int height = image.height();
  const bool holes = !image.known.empty();
  FloatImage result;
  result.channels.assign(image.channels.size(), Plane<float>((width + 1) / 2, (height + 1) / 2));
  if (holes) result.known = Mask(result.width(), result.height(), 1);

  parallel_for(threads, result.height(), [&](int y) {
    std::vector<float> known(result.width(), 1.0F);  // share of the window that is known
    if (holes) {
      downsample_row(
          width, height, y, [&](int x, int row) { return static_cast<float>(image.known(x, row)); }, known.data());
    }
    for (std::size_t c = 0; c < image.channels.size(); ++c) {
      float* out = result.channels[c].row(y);
      // Unknown pixels hold 0: they add nothing to the sum, and the division makes up for their missing weight.
      downsample_row(
          width, height, y, [&](int x, int row) { return image.channels[c](x, row); }, out);
      for (int x = 0; holes && x < result.width(); ++x) {
        const bool enough = known[x] >= 0.5F;
        out[x] = enough ? out[x] / known[x] : 0.0F;
        result.known(x, y) = enough ? 1 : 0;
      }
    }
  });
  return result;
}

std::vector<FloatImage> pyramid(FloatImage image, int scales, int threads) {
  std::vector<FloatImage> levels;
  levels.push_back(std::move(image));
  while (static_cast<int>(levels.size()) < scales) levels.push_back(downsample(levels.back(), threads));
  return levels;
}

Levels coarser(Levels fine) {
  const int first = fine.first >> 1;
  return {first, ((fine.last() + 1) >> 1) - first + 1};
}

int usable_scales(int width, int height, Levels range, int wanted) {
  constexpr int least_levels = 5;
  constexpr int least_side = 8;
  int scales = 1;
  while (scales < wanted) {
    width = (width + 1) / 2;
    height = (height + 1) / 2;
    range = coarser(range);
    if (width < least_side || height < least_side || range.count < least_levels) break;
    ++scales;
  }
  return scales;
}

}  // namespace csca
