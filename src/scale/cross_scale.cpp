// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aligned.hpp>
#include <csca/error.hpp>
#include <csca/scale.hpp>

#include "scale/blend.hpp"
#include "scale/blended_kernels.hpp"
#include "scale/coarse_costs.hpp"

#include <fmt/format.h>

#include <optional>

namespace csca {

// A is tridiagonal with 1 + lambda at both ends, 1 + 2 lambda between, -lambda beside the diagonal (Eq. 9), and
// symmetric, so the first row of its inverse solves A w = e_0. Eliminated from the coarsest scale up, no pivot is below
// 1: exact for any lambda.
PooledVector<double> scale_weights(int scales, double lambda) {
  PooledVector<double> ratio(scales, 0.0);  // w_s = ratio_s * w_(s-1)
  double pivot = 1;
  for (int s = scales - 1; s >= 1; --s) {
    const double diagonal = 1 + (s == scales - 1 ? lambda : 2 * lambda);
    pivot = diagonal - (s == scales - 1 ? 0 : lambda * ratio[s + 1]);
    ratio[s] = lambda / pivot;
  }
  PooledVector<double> weights(scales);
  weights[0] = scales == 1 ? 1 : 1 / (1 + lambda - lambda * ratio[1]);
  for (int s = 1; s < scales; ++s) weights[s] = ratio[s] * weights[s - 1];
  return weights;
}

namespace {

/// The volume's costs at these levels, its outermost ones standing in for those beyond.
CoarseCosts with_neighbours(const Volume& volume, Levels levels) {
  CoarseCosts result(volume.width(), volume.height(), levels, volume.levels());
  for (int y = 0; y < volume.height(); ++y) result.store(y, {0, volume.width()}, volume.levels(), volume.row(y));
  return result;
}

}  // namespace

Volume combine(std::vector<Volume> scales, std::span<const double> weights, Interpolation level_map,
               Interpolation space_map) {
  if (scales.empty() || scales.size() != weights.size()) {
    throw Error(fmt::format("{} volumes with {} weights: give one weight for each", scales.size(), weights.size()));
  }
  if (space_map == Interpolation::spline) throw Error("space_map is spline, which is for levels alone: give linear");
  for (std::size_t s = 1; s < scales.size(); ++s) {
    const int width = (scales[s - 1].width() + 1) / 2;
    const int height = (scales[s - 1].height() + 1) / 2;
    if (scales[s].width() == width && scales[s].height() == height) continue;
    throw Error(fmt::format("volume {} has {} x {} pixels: half of volume {}, rounded up, is {} x {}", s,
                            scales[s].width(), scales[s].height(), s - 1, width, height));
  }
  Volume result;
  for (std::size_t s = scales.size(); s-- > 0;) {
    Volume blended = std::move(scales[s]);
    const auto weight = static_cast<float>(weights[s]);
    std::optional<Blend> coarser_scale;
    CoarseCosts repeated;
    if (s + 1 < scales.size() && level_map == Interpolation::spline) {
      repeated = with_neighbours(result, levels_under(blended.levels(), level_map));
      coarser_scale.emplace(repeated, blended.levels(), level_map, space_map);
    } else if (s + 1 < scales.size()) {
      coarser_scale.emplace(result, blended.levels(), level_map, space_map);
    }
    for (int y = 0; y < blended.height(); ++y) {
      float* row = blended.row(y);
      const CoarseRows under = coarser_scale ? coarser_scale->under(y) : CoarseRows{};
      blend_cells({{0, blended.width()}, blended.stride(), row, nullptr, weight, under}, row);
    }
    result = std::move(blended);
  }
  return result;
}

}  // namespace csca
