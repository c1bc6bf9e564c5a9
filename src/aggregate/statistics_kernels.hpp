// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace csca {

/// One row of a guide's statistics on its way.
struct StatisticsRow {
  int channels;  // 1 or 3
  int width;
  int radius;  // along the row, below the width
  double epsilon;
  const float* shift;  // what the guide is less by
  float rounder;       // the rest is rounded by adding and taking off this number
  bool enters;         // is there a row of the guide that enters the window, and one that leaves it?
  bool leaves;
  const float* entering[3];  // rows of the guide; any where none enters or leaves
  const float* leaving[3];
  // Sums over the window's rows, from row to row: planes of `width` values of each channel, then of each product of
  // two. Doubles, since variances are small differences of large numbers.
  double* columns;
  const double* inverse_widths;  // one over the number of the window's columns, at each x
  double inverse_rows;
  float* out;  // as GuideStatistics has them
};

/// Only the sums over the window's rows: for those that enter before the first row's window is whole.
void slide_columns(const StatisticsRow& row);

void window_statistics(const StatisticsRow& row);

/// The guide's row less `shift`, pixel by pixel, all channels of each.
void interleave(int channels, int width, const float* const* guide, const float* shift, float rounder, float* out);

}  // namespace csca
