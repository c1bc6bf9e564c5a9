// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/scale.hpp>

#include "core/offset.hpp"
#include "core/ordinary_size.hpp"
#include "core/parallel.hpp"
#include "scale/binomial.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace csca {
namespace {

/// out += weight * in, at all levels of all pixels between.
void add(float weight, const float* in, std::size_t count, float* out) {
  for (std::size_t i = 0; i < count; ++i) out[i] += weight * in[i];
}

/// [1 2 1] / 4 over the levels around each even disparity; beyond the range's ends stands what is at the end.
void halve_levels(const float* fine, Levels fine_levels, float* coarse, Levels coarse_levels) {
  const auto at = [&](int level) {
    return fine[std::clamp(level, fine_levels.first, fine_levels.last()) - fine_levels.first];
  };
  for (int k = 0; k < coarse_levels.count; ++k) {
    const int level = 2 * (coarse_levels.first + k);
    coarse[k] = 0.25F * at(level - 1) + 0.5F * at(level) + 0.25F * at(level + 1);
  }
}

/// The same of one coarse cell where some fine cells have no cost, NaN: of the others if they have half of the weight.
float known_mean(const std::array<const float*, 5>& rows, int width, int x, Levels fine, int level) {
  constexpr std::array<float, 3> across = {0.25F, 0.5F, 0.25F};
  const auto stride = static_cast<std::size_t>(Volume::stride_for(fine.count));
  float sum = 0;
  float known = 0;
  for (std::size_t dy = 0; dy < rows.size(); ++dy) {
    for (int dx = -2; dx <= 2; ++dx) {
      const float* cells = rows[dy] + offset(reflect(2 * x + dx, width), stride);
      for (int dl = -1; dl <= 1; ++dl) {
        const float cost = cells[std::clamp(2 * level + dl, fine.first, fine.last()) - fine.first];
        if (std::isnan(cost)) continue;
        const float weight = binomial[dy] * binomial[dx + 2] * across[static_cast<std::size_t>(dl + 1)];
        sum += weight * cost;
        known += weight;
      }
    }
  }
  return known >= 0.5F ? sum / known : std::numeric_limits<float>::quiet_NaN();
}

/// The size up to which the costs of some rows are ordinary.
float ordinary_size_of(int width, int height, Levels levels, const RowAt& row_at) {
  constexpr int most_rows = 24;
  const int stride = Volume::stride_for(levels.count);
  PooledVector<float> scratch(offset(width, stride));
  PooledVector<float> sizes;
  for (int y = 0; y < height; y += (height + most_rows - 1) / most_rows) {
    const float* cells = row_at(y, scratch.data());
    for (int x = 0; x < width; ++x, cells += stride) {
      for (int k = 0; k < levels.count; ++k) {
        if (std::isfinite(cells[k]) && cells[k] != 0) sizes.push_back(std::abs(cells[k]));
      }
    }
  }
  return ordinary_size(sizes);
}

/// The row, or a copy of it in which costs beyond the limit are infinite: smoothed, they would spoil cells that look
/// ordinary.
const float* without_huge(const float* row, std::size_t size, float limit, float* scratch) {
  const auto huge = [=](float cost) { return std::abs(cost) > limit && std::isfinite(cost); };
  if (std::none_of(row, row + size, huge)) return row;
  constexpr float infinite = std::numeric_limits<float>::infinity();
  std::transform(row, row + size, scratch,
                 [&](float cost) { return huge(cost) ? std::copysign(infinite, cost) : cost; });
  return scratch;
}

}  // namespace

Volume downsample(const Volume& volume, int threads) {
  const auto row_at = [&](int y, float* /*scratch*/) { return volume.row(y); };
  return downsample(volume.width(), volume.height(), volume.levels(), row_at, threads);
}

Volume downsample(int width, int height, Levels levels, const RowAt& row_at, int threads) {
  const auto stride = static_cast<std::size_t>(Volume::stride_for(levels.count));
  const std::size_t row_size = offset(width, stride);
  const float limit = ordinary_size_of(width, height, levels, row_at);
  Volume result((width + 1) / 2, (height + 1) / 2, coarser(levels));
  parallel_for(threads, result.height(), [&](int y) {
    PooledVector<float> rows(row_size);
    PooledVector<float> scratch(5 * row_size);
    std::array<const float*, 5> fine;
    for (int dy = -2; dy <= 2; ++dy) {
      const auto i = static_cast<std::size_t>(dy + 2);
      float* const place = scratch.data() + i * row_size;
      fine[i] = without_huge(row_at(reflect(2 * y + dy, height), place), row_size, limit, place);
      add(binomial[i], fine[i], row_size, rows.data());
    }
    PooledVector<float> cells(stride);
    for (int x = 0; x < result.width(); ++x) {
      std::fill(cells.begin(), cells.end(), 0.0F);
      for (int dx = -2; dx <= 2; ++dx) {
        const auto from = static_cast<std::size_t>(reflect(2 * x + dx, width));
        add(binomial[dx + 2], rows.data() + from * stride, stride, cells.data());
      }
      float* out = result.pixel(x, y);
      halve_levels(cells.data(), levels, out, result.levels());
      for (int k = 0; k < result.levels().count; ++k) {
        if (std::isnan(out[k])) out[k] = known_mean(fine, width, x, levels, result.levels().first + k);
      }
    }
  });
  return result;
}

}  // namespace csca
