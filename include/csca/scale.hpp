// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/options.hpp>
#include <csca/volume.hpp>

#include <vector>

namespace csca {

/// The image smoothed by a 5x5 binomial and every second pixel of it, ceil(width / 2) x ceil(height / 2).
/// Pixel (x, y) lies on pixel (2x, 2y) of the finer image. Unknown pixels take no part.
FloatImage downsample(const FloatImage& image, int threads = 1);

/// The image and its downsampled versions, finest first: Gaussian pyramid (paper Algorithm 1, step 1).
std::vector<FloatImage> pyramid(FloatImage image, int scales, int threads = 1);

/// Costs for the next coarser scale: smoothed by the same binomial and every second pixel of it; over levels by
/// [1 2 1] / 4 at even disparities. Cell (x, y, l) lies on cell (2x, 2y, 2l) of the finer volume.
Volume downsample(const Volume& volume, int threads = 1);

/// The coarse levels that cover a fine range: floor(first / 2) to ceil(last / 2).
Levels coarser(Levels fine);

/// How many scales a pair can have: no more than asked, and a coarser one only while it has at least 5 levels
/// and 8 pixels on each side.
int usable_scales(int width, int height, Levels range, int wanted);

/// The first row of A^-1 (paper Eq. 9 to 14): how much each scale's aggregated cost counts, finest first. Sums to 1.
std::vector<double> scale_weights(int scales, double lambda);

/// Blends aggregated volumes, finest first, into the finest one's size (Eq. 14), for experts. Each volume's levels have
/// to cover `coarser` of the one before.
Volume combine(const std::vector<Volume>& scales, const std::vector<double>& weights, Interpolation level_map,
               Interpolation space_map);

}  // namespace csca
