// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>
#include <csca/image.hpp>
#include <csca/options.hpp>
#include <csca/volume.hpp>

#include <functional>
#include <span>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

/// The image smoothed by a 5x5 binomial and every second pixel of it, ceil(width / 2) x ceil(height / 2).
/// Pixel (x, y) lies on pixel (2x, 2y) of the finer image. Unknown pixels take no part.
FloatImage downsample(const FloatImage& image, int threads = 1);

/// The image and its downsampled versions, finest first: Gaussian pyramid (paper Algorithm 1, step 1).
PooledVector<FloatImage> pyramid(FloatImage image, int scales, int threads = 1);

/// Costs for the next coarser scale: smoothed by the same binomial and every second pixel of it; over levels by
/// [1 2 1] / 4 at even disparities. Cell (x, y, l) lies on cell (2x, 2y, 2l) of the finer volume. Cells without a cost,
/// NaN, take no part; where they have more than half of the weight the result has none either.
Volume downsample(const Volume& volume, int threads = 1);

/// The same of costs that lie elsewhere: `row_at(y, scratch)` returns row y, laid out as in a Volume, from wherever it
/// is, or writes it to `scratch`. Called from several threads, some rows more than once.
using RowAt = std::function<const float*(int y, float* scratch)>;
Volume downsample(int width, int height, Levels levels, const RowAt& row_at, int threads = 1);

/// The coarse levels that cover a fine range: floor(first / 2) to ceil(last / 2).
Levels coarser(Levels fine);

/// How many scales a pair can have: no more than asked, and a coarser one only while it has at least 5 levels
/// and 8 pixels on each side.
int usable_scales(int width, int height, Levels range, int wanted);

/// The first row of A^-1 (paper Eq. 9 to 14): how much each scale's aggregated cost counts, finest first. Sums to 1.
PooledVector<double> scale_weights(int scales, double lambda);

/// Blends aggregated volumes, finest first, into the finest one's size (Eq. 14), for experts. Each volume has half the
/// pixels of the one before, rounded up, and its levels cover `coarser` of that one's; throws Error when not.
/// A spline over levels reads one more on either side, for which the volume's last ones stand in where it has none.
Volume combine(std::vector<Volume> scales, std::span<const double> weights, Interpolation level_map,
               Interpolation space_map);

}  // namespace csca
#pragma GCC visibility pop
