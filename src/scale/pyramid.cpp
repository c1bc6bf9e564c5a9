// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/scale.hpp>

#include "core/parallel.hpp"
#include "scale/binomial.hpp"
#include "scale/pyramid_kernels.hpp"

#include <csca/aligned.hpp>

#include <algorithm>
#include <array>

namespace csca {
namespace {

constexpr int reach = 2;  // of the binomial

/// One output row: five input rows smoothed and added, then every second column of the smoothed sum.
void downsample_row(const Plane<float>& plane, int y, AlignedVector<float>& column, float* out) {
  const int width = plane.width();
  std::array<const float*, 5> rows;
  for (int dy = -2; dy <= 2; ++dy) rows[dy + 2] = plane.row(reflect(2 * y + dy, plane.height()));
  float* smooth = column.data() + reach;
  smooth_rows(rows, width, smooth);
  for (int i = 1; i <= reach; ++i) {
    smooth[-i] = smooth[reflect(-i, width)];
    smooth[width - 1 + i] = smooth[reflect(width - 1 + i, width)];
  }
  smooth_and_halve(smooth, (width + 1) / 2, out);
}

}  // namespace

FloatImage downsample(const FloatImage& image, int threads) {
  const int width = image.width();
  const bool holes = !image.known.empty();
  FloatImage result{.channels = {}, .known = {}, .scale = image.scale + 1};
  for (std::size_t c = 0; c < image.channels.size(); ++c) {
    result.channels.emplace_back((width + 1) / 2, (image.height() + 1) / 2, Unset{});
  }
  Plane<float> known;
  if (holes) {
    result.known = Mask(result.width(), result.height(), 1);
    known = Plane<float>(width, image.height());
    std::copy(image.known.begin(), image.known.end(), known.begin());
  }

  constexpr int band = 16;
  parallel_for(threads, (result.height() + band - 1) / band, [&](int b) {
    AlignedVector<float> column(static_cast<std::size_t>(width) + 2 * reach);
    PooledVector<float> share(holes ? result.width() : 0);  // of the window that is known
    for (int y = b * band; y < std::min((b + 1) * band, result.height()); ++y) {
      if (holes) downsample_row(known, y, column, share.data());
      const bool cut = std::any_of(share.begin(), share.end(), [](float part) { return part != 1; });
      for (std::size_t c = 0; c < image.channels.size(); ++c) {
        float* out = result.channels[c].row(y);
        // Unknown pixels hold 0: they add nothing to the sum, and the division makes up for their missing weight.
        downsample_row(image.channels[c], y, column, out);
        for (int x = 0; cut && x < result.width(); ++x) {
          const bool enough = share[x] >= 0.5F;
          out[x] = enough ? out[x] / share[x] : 0.0F;
          result.known(x, y) = enough ? 1 : 0;
        }
      }
    }
  });
  return result;
}

PooledVector<FloatImage> pyramid(FloatImage image, int scales, int threads) {
  PooledVector<FloatImage> levels;
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
