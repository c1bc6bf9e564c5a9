// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/guided_kernels.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aggregate/guided_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Index of entry (row, column) in an upper triangle.
template <int size>
constexpr int place(int row, int column) {
  const int low = std::min(row, column);
  const int high = std::max(row, column);
  return low * size - low * (low - 1) / 2 + (high - low);
}

/// One group of lanes on its way along the row.
template <int channels, bool values, class D>
struct Group {
  static constexpr int planes = channels + 1;
  static constexpr int entries = 1 + channels + channels * (channels + 1) / 2;  // of a window's statistics

  const GuidedStep& step;
  const float* entering;  // at this group's first lane of pixel 0
  float* leaving;
  float* columns;  // at pixel 0, that is behind the padding
  float* models;
  float* model_columns;
  float* out;
  float* sums;  // of the window at hand: planes of costs, planes of models

  /// Columns from..to - 1, all of the same kind: does a cost enter, a window's model, does a result leave?
  template <bool enter, bool fit, bool emit>
  HWY_NOINLINE void run(int begin, int end) const {
    using V = hn::Vec<D>;
    const D d;
    const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
    const std::ptrdiff_t cell = planes * lanes;
    const std::ptrdiff_t stride = step.stride;
    const std::ptrdiff_t radius = step.radius;
    V cost_sum[planes];
    V model_sum[planes];
    for (int p = 0; p < planes; ++p) {
      cost_sum[p] = hn::Load(d, sums + p * lanes);
      model_sum[p] = hn::Load(d, sums + (planes + p) * lanes);
    }
    // Pointers of their own, since for all that the compiler knows stores could change the members.
    const std::ptrdiff_t from = begin;
    const std::ptrdiff_t fitted = from - radius;
    const std::ptrdiff_t emitted = from - 2 * radius;
    const std::ptrdiff_t result_size = values ? stride : planes * stride;
    const float* HWY_RESTRICT in_row = entering + from * stride;
    float* HWY_RESTRICT away_row = leaving + from * stride;
    const float* HWY_RESTRICT in_guide = step.entering_guide + from * channels;
    const float* HWY_RESTRICT away_guide = step.leaving_guide + from * channels;
    float* HWY_RESTRICT column = columns + from * cell;
    const float* HWY_RESTRICT window = step.windows + fitted * entries;
    float* HWY_RESTRICT ring = models + fitted * cell;
    float* HWY_RESTRICT model_column = model_columns + fitted * cell;
    const float* HWY_RESTRICT guide = step.result_guide + emitted * channels;
    const float* HWY_RESTRICT share = step.shares + emitted;
    float* HWY_RESTRICT result = out + emitted * result_size;
    const std::ptrdiff_t side = (2 * radius + 1) * cell;
    for (int x = begin; x < end; ++x, in_row += stride, away_row += stride, in_guide += channels,
             away_guide += channels, column += cell, window += entries, ring += cell, model_column += cell,
             guide += channels, ++share, result += result_size) {
      // Sums of p and I p over the window's rows, and over its columns.
      const float* gone = column - side;
      if constexpr (enter) {
        const V in = hn::Load(d, in_row);
        const V away = hn::Load(d, away_row);
        hn::Store(in, d, away_row);
        V sum = hn::Add(hn::Load(d, column), hn::Sub(in, away));
        hn::Store(sum, d, column);
        cost_sum[0] = hn::Add(cost_sum[0], hn::Sub(sum, hn::Load(d, gone)));
        for (int c = 0; c < channels; ++c) {
          sum = hn::MulAdd(hn::Set(d, in_guide[c]), in, hn::Load(d, column + (c + 1) * lanes));
          sum = hn::NegMulAdd(hn::Set(d, away_guide[c]), away, sum);
          hn::Store(sum, d, column + (c + 1) * lanes);
          cost_sum[c + 1] = hn::Add(cost_sum[c + 1], hn::Sub(sum, hn::Load(d, gone + (c + 1) * lanes)));
        }
      } else if constexpr (fit) {
        for (int p = 0; p < planes; ++p) cost_sum[p] = hn::Sub(cost_sum[p], hn::Load(d, gone + p * lanes));
      }
      const float* gone_model = model_column - side;
      if constexpr (fit) {
        // a = C cov(I, p), b = mean(p) - a mean(I). Not as one matrix: that would lose digits where Sigma is small.
        const float* mean = window + 1;
        const float* inverse = mean + channels;
        V covariance[channels];
        for (int c = 0; c < channels; ++c) {
          covariance[c] = hn::NegMulAdd(hn::Set(d, mean[c]), cost_sum[0], cost_sum[c + 1]);
        }
        V model[planes];  // b, a
        model[0] = hn::Mul(hn::Set(d, window[0]), cost_sum[0]);
        for (int c = 0; c < channels; ++c) {
          V a = hn::Mul(hn::Set(d, inverse[place<channels>(c, 0)]), covariance[0]);
          for (int j = 1; j < channels; ++j) {
            a = hn::MulAdd(hn::Set(d, inverse[place<channels>(c, j)]), covariance[j], a);
          }
          model[c + 1] = a;
          model[0] = hn::NegMulAdd(hn::Set(d, mean[c]), a, model[0]);
        }
        for (int p = 0; p < planes; ++p) {
          const V sum =
              hn::Add(hn::Load(d, model_column + p * lanes), hn::Sub(model[p], hn::Load(d, ring + p * lanes)));
          hn::Store(model[p], d, ring + p * lanes);
          hn::Store(sum, d, model_column + p * lanes);
          model_sum[p] = hn::Add(model_sum[p], hn::Sub(sum, hn::Load(d, gone_model + p * lanes)));
        }
      } else if constexpr (emit) {
        for (int p = 0; p < planes; ++p) model_sum[p] = hn::Sub(model_sum[p], hn::Load(d, gone_model + p * lanes));
      }
      if constexpr (emit) {
        const V by = hn::Set(d, *share);
        if constexpr (values) {
          V q = model_sum[0];
          for (int c = 0; c < channels; ++c) q = hn::MulAdd(hn::Set(d, guide[c]), model_sum[c + 1], q);
          hn::Store(hn::Mul(q, by), d, result);
        } else {
          for (int p = 0; p < planes; ++p) {
            hn::Store(hn::Mul(model_sum[p], by), d, result + p * stride);
          }
        }
      }
    }
    for (int p = 0; p < planes; ++p) {
      hn::Store(cost_sum[p], d, sums + p * lanes);
      hn::Store(model_sum[p], d, sums + (planes + p) * lanes);
    }
  }

  void run(bool enter, bool fit, bool emit, int from, int to) const {
    if (enter) {
      if (emit) return run<true, true, true>(from, to);
      if (fit) return run<true, true, false>(from, to);
      return run<true, false, false>(from, to);
    }
    if (fit && emit) return run<false, true, true>(from, to);
    if (fit) return run<false, true, false>(from, to);
    if (emit) return run<false, false, true>(from, to);
  }
};

template <int channels, bool values, class D>
void step_along(const GuidedStep& step, D d) {
  constexpr int planes = channels + 1;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const int groups = step.stride / lanes;
  // Where each kind of column begins and ends, seen from the one that enters.
  const auto after = [](Columns columns, int delay) { return Columns{columns.begin + delay, columns.end + delay}; };
  const Columns enters{0, step.width};
  const Columns fits = step.reach >= GuidedStep::Reach::models ? after(step.fits, step.radius) : Columns{};
  const Columns emits = step.reach == GuidedStep::Reach::results ? after(step.results, 2 * step.radius) : Columns{};
  const int end = std::max({enters.end, fits.end, emits.end});
  const int bounds[] = {fits.begin, emits.begin, enters.end, fits.end};
  std::fill_n(step.sums, 2 * planes * step.stride, 0.0F);
  // Groups take turns, so that what they share is still in L1.
  const int chunk = groups == 1 ? end : 64;
  for (int first = 0; first < end; first += chunk) {
    const int last = std::min(first + chunk, end);
    for (int g = 0; g < groups; ++g) {
      const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(step.width) * planes * lanes;
      const std::ptrdiff_t pad = static_cast<std::ptrdiff_t>(step.pad()) * planes * lanes;
      const Group<channels, values, D> group{step,
                                             step.entering + g * lanes,
                                             step.leaving + g * lanes,
                                             step.columns + g * (row + pad) + pad,
                                             step.models + g * row,
                                             step.model_columns + g * (row + pad) + pad,
                                             step.out + g * lanes,
                                             step.sums + g * 2 * planes * lanes};
      for (int from = first; from < last;) {
        int to = last;
        for (const int bound : bounds) {
          if (bound > from) to = std::min(to, bound);
        }
        const auto within = [&](Columns columns) { return from >= columns.begin && from < columns.end; };
        group.run(within(enters), within(fits), within(emits), from, to);
        from = to;
      }
    }
  }
}

template <int channels, bool values>
void step_with(const GuidedStep& step) {
  if (step.stride % 16 == 0) {
    step_along<channels, values>(step, hn::CappedTag<float, 16>());
  } else {
    step_along<channels, values>(step, hn::CappedTag<float, 8>());
  }
}

}  // namespace

void guided_row(const GuidedStep& step) {
  const bool values = step.result == GuidedStep::Result::costs;
  if (step.channels == 1) return values ? step_with<1, true>(step) : step_with<1, false>(step);
  return values ? step_with<3, true>(step) : step_with<3, false>(step);
}

}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(guided_row);
void guided_step(const GuidedStep& step) { HWY_DYNAMIC_DISPATCH(guided_row)(step); }

}  // namespace csca
#endif
