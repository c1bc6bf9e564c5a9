// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/scale.hpp>

#include "core/parallel.hpp"
#include "scale/binomial.hpp"
#include "scale/pyramid_kernels.hpp"

#include <csca/aligned.hpp>

#include <algorithm>
#include <array>
#include <cstring>

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

/// Whether a pixel is unknown in the row or in those that are smoothed with it.
bool sees_hole(const Mask& known, int row) {
  for (int y = std::max(0, row - reach); y <= std::min(known.height() - 1, row + reach); ++y) {
    if (std::memchr(known.row(y), 0, static_cast<std::size_t>(known.width())) != nullptr) return true;
  }
  return false;
}

/// 1 for known pixels and 0 for others, in rows that are smoothed with such that have holes.
Plane<float> near_holes(const Mask& known) {
  Plane<float> result(known.width(), known.height(), Unset{});
  for (int y = 0; y < known.height(); ++y) {
    bool needed = false;
    for (int v = std::max(0, y - reach); v <= std::min(known.height() - 1, y + reach) && !needed; ++v) {
      needed = v % 2 == 0 && sees_hole(known, v);
    }
    if (needed) std::copy_n(known.row(y), known.width(), result.row(y));
  }
  return result;
}

}  // namespace

FloatImage downsample(const FloatImage& image, int threads) {
  const int width = image.width();
  const bool holes = !image.known.empty();
  FloatImage result{.channels = {}, .known = {}, .scale = image.scale + 1};
  for (std::size_t c = 0; c < image.channels.size(); ++c) {
    result.channels.emplace_back((width + 1) / 2, (image.height() + 1) / 2, Unset{});
  }
  if (holes) result.known = Mask(result.width(), result.height(), 1);
  const Plane<float> known = holes ? near_holes(image.known) : Plane<float>();

  constexpr int band = 16;
  parallel_for(threads, (result.height() + band - 1) / band, [&](int b) {
    AlignedVector<float> column(static_cast<std::size_t>(width) + 2 * reach);
    PooledVector<float> share(holes ? result.width() : 0);  // of the window that is known
    for (int y = b * band; y < std::min((b + 1) * band, result.height()); ++y) {
      const bool cut = holes && sees_hole(image.known, 2 * y);
      if (cut) downsample_row(known, y, column, share.data());
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
