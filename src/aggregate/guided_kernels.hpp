// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include <cstddef>

namespace csca {

/// One row's step of the guided filter. Row y of costs enters, row y - r gets its windows' models, row y - 2r its
/// result: both box filters are sums down the columns, kept from row to row, and running sums along them, kept in
/// registers. Cells lie as [x][level]; sums and models as [group of lanes][x][plane][lane], so that what belongs to a
/// pixel is in one place.
struct GuidedStep {
  enum class Reach { sums, models, results };  // at the image's top the windows are not complete yet

  int channels;
  int width;
  int radius;       // along the row, below the width
  Columns fits;     // these get their windows' models
  Columns results;  // these get results
  int period;       // of columns after which running sums start anew, counted from the first result
  int stride;
  Reach reach;

  const float* entering;  // costs
  float* leaving;         // replaced by those that enter
  bool costs_leave;       // or are there none yet?
  const float* entering_guide;
  const float* leaving_guide;
  float* carried;  // for 3 planes * stride values
  float* columns;  // with `pad` pixels of 0 ahead of each group's row

  const float* windows;  // statistics of those that get their models, as GuideStatistics has them
  float* models;         // of the row that leaves, and then of the one that enters
  bool models_leave;     // or are there none yet?
  float* model_columns;  // with `pad`

  const float* result_guide;
  const float* shares;  // one over the number of windows that a result is the mean of, at each x
  float* out;

  int planes() const { return channels + 1; }
  int pad() const { return 2 * radius + 1; }

  // How many columns behind the cost that enters each step works.
  int fit_delay() const { return radius + 1; }
  int add_delay() const { return radius + 2; }
  int emit_delay() const { return 2 * radius + 3; }
};

void guided_step(const GuidedStep& step);

/// A row of models into the sums down the columns, as a step adds it.
void add_guided_models(const GuidedStep& step, const float* models);

}  // namespace csca
