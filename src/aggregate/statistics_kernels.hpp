// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace csca {

// Steps towards one row of a guide's statistics. Planes of `width` values, one behind the other: of each channel (1 or
// 3), then of each product of two. Doubles, since variances are small differences of large numbers.

/// Adds a row of the guide, or with sign -1 takes it away.
void add_products(int channels, int width, const float* const* guide, const float* shift, double sign, double* columns);

/// From sums over the window's rows to sums over the window.
void sum_along(int planes, int width, int radius, const double* columns, double* sums);

/// From the window's sums to its statistics, as GuideStatistics has them.
void invert_covariances(int channels, int width, double epsilon, const double* sums, const double* inverse_count,
                        float* statistics);

/// The guide's row less `shift`, pixel by pixel, all channels of each.
void interleave(int channels, int width, const float* const* guide, const float* shift, float* out);

}  // namespace csca
