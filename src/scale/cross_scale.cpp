// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/scale.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace csca {

// A is tridiagonal with 1 + lambda at both ends, 1 + 2 lambda between, -lambda beside the diagonal (Eq. 9), and
// symmetric, so the first row of its inverse solves A w = e_0. Eliminated from the coarsest scale up, no pivot is below
// 1: exact for any lambda.
std::vector<double> scale_weights(int scales, double lambda) {
  std::vector<double> ratio(scales, 0.0);  // w_s = ratio_s * w_(s-1)
  double pivot = 1;
  for (int s = scales - 1; s >= 1; --s) {
    const double diagonal = 1 + (s == scales - 1 ? lambda : 2 * lambda);
    pivot = diagonal - (s == scales - 1 ? 0 : lambda * ratio[s + 1]);
    ratio[s] = lambda / pivot;
  }
  std::vector<double> weights(scales);
  weights[0] = scales == 1 ? 1 : 1 / (1 + lambda - lambda * ratio[1]);
  for (int s = 1; s < scales; ++s) weights[s] = ratio[s] * weights[s - 1];
  return weights;
}

Upsampler::Upsampler(const Volume& coarse, int fine_width, Levels fine, Interpolation level_map,
                     Interpolation space_map)
    : coarse_(coarse),
      fine_width_(fine_width),
      fine_(fine),
      level_map_(level_map),
      space_map_(space_map),
      offset_(fine.first - 2 * coarse.levels().first),
      mixed_(coarse.row_size()),
      levels_(static_cast<std::size_t>(coarse.width()) * static_cast<std::size_t>(Volume::stride_for(fine.count))) {
  const Levels needed = coarser(fine);
  if (coarse.levels().first > needed.first || coarse.levels().last() < needed.last()) {
    throw Error(fmt::format("the coarser volume has levels {} to {}: levels {} to {} need {} to {}",
                            coarse.levels().first, coarse.levels().last(), fine.first, fine.last(), needed.first,
                            needed.last()));
  }
}

// Fills levels_ with the coarse row under fine row y, at the fine levels but still at the coarse columns.
void Upsampler::upsample_levels(int y) {
  const bool between = space_map_ == Interpolation::linear && y % 2 == 1;
  const int prepared = between ? y : y / 2 * 2;  // without mixing, rows 2Y and 2Y + 1 read the same coarse row
  if (prepared == prepared_row_) return;
  prepared_row_ = prepared;

  const float* above = coarse_.row(y / 2);
  const float* row = above;
  if (between) {
    const float* below = coarse_.row(std::min(y / 2 + 1, coarse_.height() - 1));
    for (std::size_t i = 0; i < mixed_.size(); ++i) mixed_[i] = 0.5F * (above[i] + below[i]);
    row = mixed_.data();
  }

  const int coarse_stride = coarse_.stride();
  const int fine_stride = Volume::stride_for(fine_.count);
  for (int x = 0; x < coarse_.width(); ++x) {
    const float* __restrict in = row + static_cast<std::size_t>(x) * static_cast<std::size_t>(coarse_stride);
    float* __restrict out = levels_.data() + static_cast<std::size_t>(x) * static_cast<std::size_t>(fine_stride);
    if (level_map_ == Interpolation::nearest) {
      for (int k = 0; k < fine_.count; ++k) out[k] = in[(k + offset_ + 1) >> 1];
    } else {
      for (int k = 0; k < fine_.count; ++k) out[k] = 0.5F * (in[(k + offset_) >> 1] + in[(k + offset_ + 1) >> 1]);
    }
  }
}

void Upsampler::add(int y, float* row) {
  upsample_levels(y);
  const auto stride = static_cast<std::size_t>(Volume::stride_for(fine_.count));
  for (int x = 0; x < fine_width_; ++x) {
    const float* __restrict left = levels_.data() + static_cast<std::size_t>(x / 2) * stride;
    float* __restrict out = row + static_cast<std::size_t>(x) * stride;
    if (space_map_ == Interpolation::linear && x % 2 == 1) {
      const float* __restrict right =
          levels_.data() + static_cast<std::size_t>(std::min(x / 2 + 1, coarse_.width() - 1)) * stride;
      for (std::size_t k = 0; k < stride; ++k) out[k] += 0.5F * (left[k] + right[k]);
    } else {
      for (std::size_t k = 0; k < stride; ++k) out[k] += left[k];
    }
  }
}

Volume combine(const std::vector<Volume>& scales, const std::vector<double>& weights, Interpolation level_map,
               Interpolation space_map) {
  if (scales.empty() || scales.size() != weights.size()) {
    throw Error(fmt::format("{} volumes with {} weights: give one weight for each", scales.size(), weights.size()));
  }
  Volume result;
  for (std::size_t s = scales.size(); s-- > 0;) {
    Volume blended = scales[s];
    const auto weight = static_cast<float>(weights[s]);
    std::optional<Upsampler> coarser_scale;
    if (s + 1 < scales.size()) {
      coarser_scale.emplace(result, blended.width(), blended.levels(), level_map, space_map);
    }
    for (int y = 0; y < blended.height(); ++y) {
      for (std::size_t i = 0; i < blended.row_size(); ++i) blended.row(y)[i] *= weight;
      if (coarser_scale) coarser_scale->add(y, blended.row(y));
    }
    result = std::move(blended);
  }
  return result;
}

}  // namespace csca
