// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/reference_box16.hpp"

#include "aggregate/box.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace csca {
namespace {

constexpr std::int64_t most = 65535;

/// A volume of the same size whose cells are cell(x, y, k).
template <class Cell>
Volume volume_like(const Volume& volume, const Cell& cell) {
  Volume result(volume.width(), volume.height(), volume.levels());
  for (int y = 0; y < volume.height(); ++y) {
    for (int x = 0; x < volume.width(); ++x) {
      for (int k = 0; k < volume.levels().count; ++k) result.pixel(x, y)[k] = static_cast<float>(cell(x, y, k));
    }
  }
  return result;
}

/// The mean of two whole numbers, halves rounded up.
std::int64_t mean(std::int64_t a, std::int64_t b) { return (a + b + 1) / 2; }

}  // namespace

float ReferenceBox16::unit() const { return plan_.integer->unit * IntegerBox::unit(options_.aggregate.box); }

Volume ReferenceBox16::weighted_sums(const Volume& costs, int scale, const Mask& known) const {
  const IntegerBox box(options_.aggregate.box, plan_.weights[scale]);
  return volume_like(costs, [&](int x, int y, int k) {
    std::int64_t sum = 0;
    int inside = 0;
    int cells = 0;
    for (int v = std::max(0, y - box.radius()); v <= std::min(costs.height() - 1, y + box.radius()); ++v) {
      for (int u = std::max(0, x - box.radius()); u <= std::min(costs.width() - 1, x + box.radius()); ++u) {
        ++inside;
        if (!known.empty() && known(u, v) == 0) continue;
        sum += std::lround(costs.pixel(u, v)[k] / plan_.integer->unit);
        ++cells;
      }
    }
    const std::int64_t factor = box.factor(inside, cells);
    return std::min(most, ((sum * (factor % 65536)) >> 16) + sum * (factor >> 16));
  });
}

Volume ReferenceBox16::aggregated(const Volume& sums, int scale) const {
  const float factor = unit() / static_cast<float>(plan_.weights[scale]);
  return volume_like(sums, [&](int x, int y, int k) { return factor * sums.pixel(x, y)[k]; });
}

Volume ReferenceBox16::combine(std::vector<Volume> sums) const {
  const bool linear_levels = options_.scale.level_map == Interpolation::linear;
  const bool linear_space = options_.scale.space_map == Interpolation::linear;
  Volume blended = std::move(sums.back());
  for (std::size_t s = sums.size() - 1; s-- > 0;) {
    const Volume coarse = std::move(blended);
    const Levels fine = sums[s].levels();
    const auto at = [&](int x, int y, int level) {
      return static_cast<std::int64_t>(coarse.pixel(x, y)[level - coarse.levels().first]);
    };
    // The mean of two rows, then of two levels, then of two columns: the order of rounding.
    const auto row_mean = [&](int x, int y, int level) {
      const bool between = linear_space && y % 2 == 1;
      const int below = std::min(y / 2 + 1, coarse.height() - 1);
      return between ? mean(at(x, y / 2, level), at(x, below, level)) : at(x, y / 2, level);
    };
    const auto level_mean = [&](int x, int y, int level) {
      const std::int64_t upper = row_mean(x, y, (level + 1) >> 1);
      return linear_levels ? mean(row_mean(x, y, level >> 1), upper) : upper;
    };
    blended = volume_like(sums[s], [&](int x, int y, int k) {
      const int level = fine.first + k;
      std::int64_t up = level_mean(x / 2, y, level);
      if (linear_space && x % 2 == 1) up = mean(up, level_mean(std::min(x / 2 + 1, coarse.width() - 1), y, level));
      return std::min(most, static_cast<std::int64_t>(sums[s].pixel(x, y)[k]) + up);
    });
  }
  return volume_like(blended, [&](int x, int y, int k) { return unit() * blended.pixel(x, y)[k]; });
}

}  // namespace csca
