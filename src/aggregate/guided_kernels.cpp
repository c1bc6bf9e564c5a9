// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/guided_kernels.hpp"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aggregate/guided_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr int chunk = 64;  // columns whose numbers are laid out at once

/// What a chunk's pixels have in common for all levels, by pixel of each plane: at column x what enters at x, the
/// window around x - r and the result at x - 2r.
template <int channels>
struct Shared {
  static constexpr int pairs = channels * (channels + 1) / 2;
  float entering[channels][chunk];
  float leaving[channels][chunk];
  float mean[channels][chunk];
  float inverse[pairs][chunk];
  float inverse_count[chunk];
  float guide[channels][chunk];
  float result_inverse_count[chunk];
};

/// The columns of a chunk that lie inside the row, when the chunk begins `late` columns to the left of x.
struct Inside {
  int first;
  int begin;
  int end;
  Inside(const GuidedStep& step, int x, int late)
      : first(x - late), begin(std::max(0, -first)), end(std::min(chunk, step.width - first)) {}
};

/// to[i] = change(row[i]) for these columns. In vectors by hand: a compiler calls memmove for each few of them.
template <class Change>
HWY_INLINE void copy(const Inside& in, const float* HWY_RESTRICT row, float* HWY_RESTRICT to, const Change& change) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> one;
  const auto lanes = static_cast<int>(hn::Lanes(d));
  row += in.first;
  int i = in.begin;
  for (; i + lanes <= in.end; i += lanes) {
    __builtin_prefetch(row + i + chunk);
    hn::StoreU(change(d, hn::LoadU(d, row + i)), d, to + i);
  }
  for (; i < in.end; ++i) hn::StoreU(change(one, hn::LoadU(one, row + i)), one, to + i);
}
HWY_INLINE void copy(const Inside& in, const float* row, float* to) {
  copy(in, row, to, [](auto /*d*/, auto value) HWY_ATTR { return value; });
}
HWY_INLINE void copy_less(const Inside& in, const float* row, float less, float* to) {
  copy(in, row, to, [less](auto d, auto value) HWY_ATTR { return hn::Sub(value, hn::Set(d, less)); });
}
HWY_INLINE void copy_times(const Inside& in, const float* row, float factor, float* to) {
  copy(in, row, to, [factor](auto d, auto value) HWY_ATTR { return hn::Mul(value, hn::Set(d, factor)); });
}

template <int channels>
HWY_NOINLINE void lay_out(const GuidedStep& step, int x, Shared<channels>& shared) {
  const Inside entering(step, x, 0);
  for (int c = 0; c < channels; ++c) {
    copy_less(entering, step.entering_guide[c], step.shift[c], shared.entering[c]);
    copy_less(entering, step.leaving_guide[c], step.shift[c], shared.leaving[c]);
  }
  if (step.reach == GuidedStep::Reach::sums) return;
  if (step.statistics == nullptr) {
    std::memset(&shared.mean, 0, sizeof(shared.mean));
    std::memset(&shared.inverse, 0, sizeof(shared.inverse));
    std::memset(&shared.inverse_count, 0, sizeof(shared.inverse_count));
  } else {
    const Inside fit(step, x, step.radius);
    const float* plane = step.statistics;
    for (int c = 0; c < channels; ++c, plane += step.statistics_pitch) copy(fit, plane, shared.mean[c]);
    for (int i = 0; i < Shared<channels>::pairs; ++i, plane += step.statistics_pitch) {
      copy(fit, plane, shared.inverse[i]);
    }
    copy_times(fit, step.inverse_widths, step.inverse_rows, shared.inverse_count);
  }
  if (step.reach == GuidedStep::Reach::models) return;
  const Inside result(step, x, 2 * step.radius);
  for (int c = 0; c < channels; ++c) copy_less(result, step.result_guide[c], step.shift[c], shared.guide[c]);
  copy_times(result, step.inverse_widths, step.result_inverse_rows, shared.result_inverse_count);
}

/// Index of entry (row, column) in an upper triangle.
template <int channels>
constexpr int place(int row, int column) {
  const int low = std::min(row, column);
  const int high = std::max(row, column);
  return low * channels - low * (low - 1) / 2 + (high - low);
}

/// One group of lanes on its way along the row.
template <int channels, bool values, class D>
struct Group {
  static constexpr int planes = channels + 1;

  const GuidedStep& step;
  const Shared<channels>& shared;
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
    const Shared<channels>* HWY_RESTRICT at = &shared;
    std::ptrdiff_t i = from % chunk;
    const std::ptrdiff_t last = i + end - begin;
    const float* HWY_RESTRICT in_row = entering + from * stride;
    float* HWY_RESTRICT away_row = leaving + from * stride;
    float* HWY_RESTRICT column = columns + from * cell;
    float* HWY_RESTRICT ring = models + (from - radius) * cell;
    float* HWY_RESTRICT model_column = model_columns + (from - radius) * cell;
    float* HWY_RESTRICT result = out + (from - 2 * radius) * (values ? stride : planes * stride);
    const std::ptrdiff_t window = (2 * radius + 1) * cell;
    for (; i < last; ++i, in_row += stride, away_row += stride, column += cell, ring += cell, model_column += cell,
                     result += (values ? stride : planes * stride)) {
      // Sums of p and I p over the window's rows, and over its columns.
      const float* gone = column - window;
      if constexpr (enter) {
        const V in = hn::Load(d, in_row);
        const V away = hn::Load(d, away_row);
        hn::Store(in, d, away_row);
        V sum = hn::Add(hn::Load(d, column), hn::Sub(in, away));
        hn::Store(sum, d, column);
        cost_sum[0] = hn::Add(cost_sum[0], hn::Sub(sum, hn::Load(d, gone)));
        for (int c = 0; c < channels; ++c) {
          sum = hn::MulAdd(hn::Set(d, at->entering[c][i]), in, hn::Load(d, column + (c + 1) * lanes));
          sum = hn::NegMulAdd(hn::Set(d, at->leaving[c][i]), away, sum);
          hn::Store(sum, d, column + (c + 1) * lanes);
          cost_sum[c + 1] = hn::Add(cost_sum[c + 1], hn::Sub(sum, hn::Load(d, gone + (c + 1) * lanes)));
        }
      } else if constexpr (fit) {
        for (int p = 0; p < planes; ++p) cost_sum[p] = hn::Sub(cost_sum[p], hn::Load(d, gone + p * lanes));
      }
      const float* gone_model = model_column - window;
      if constexpr (fit) {
        // The window's model: a = (Sigma + eps)^-1 cov(I, p), b = mean(p) - a mean(I), in the order b, a.
        V covariance[channels];
        for (int c = 0; c < channels; ++c) {
          covariance[c] = hn::NegMulAdd(hn::Set(d, at->mean[c][i]), cost_sum[0], cost_sum[c + 1]);
        }
        V model[planes];
        model[0] = hn::Mul(hn::Set(d, at->inverse_count[i]), cost_sum[0]);
        for (int c = 0; c < channels; ++c) {
          V a = hn::Mul(hn::Set(d, at->inverse[place<channels>(c, 0)][i]), covariance[0]);
          for (int j = 1; j < channels; ++j) {
            a = hn::MulAdd(hn::Set(d, at->inverse[place<channels>(c, j)][i]), covariance[j], a);
          }
          model[c + 1] = a;
          model[0] = hn::NegMulAdd(hn::Set(d, at->mean[c][i]), a, model[0]);
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
        const V share = hn::Set(d, at->result_inverse_count[i]);
        if constexpr (values) {
          V q = model_sum[0];
          for (int c = 0; c < channels; ++c) q = hn::MulAdd(hn::Set(d, at->guide[c][i]), model_sum[c + 1], q);
          hn::Store(hn::Mul(q, share), d, result);
        } else {
          for (int p = 0; p < planes; ++p) {
            hn::Store(hn::Mul(model_sum[p], share), d, result + p * stride);
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
  HWY_ALIGN Shared<channels> shared;
  for (int first = 0; first < end; first += chunk) {
    lay_out(step, first, shared);
    const int last = std::min(first + chunk, end);
    for (int g = 0; g < groups; ++g) {
      const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(step.width) * planes * lanes;
      const std::ptrdiff_t pad = static_cast<std::ptrdiff_t>(step.pad()) * planes * lanes;
      const Group<channels, values, D> group{step,
                                             shared,
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
