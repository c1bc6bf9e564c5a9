// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/guided_kernels.hpp"

#include "core/unroll.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aggregate/guided_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

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

/// Some vectors side by side: what is read of the guide serves all of them.
template <class D, int size>
struct Pack {
  hn::Vec<D> part[size];
  // One that the compiler makes would lack the attributes of NEON, for which GCC refuses it.
  HWY_INLINE Pack() {}  // NOLINT(modernize-use-equals-default)
};

template <class D, int size>
HWY_INLINE Pack<D, size> zeros() {
  Pack<D, size> pack;
  CSCA_UNROLL
  for (int i = 0; i < size; ++i) pack.part[i] = hn::Zero(D());
  return pack;
}

template <class D, int size>
HWY_INLINE Pack<D, size> load(const float* from) {
  const D d;
  Pack<D, size> pack;
  CSCA_UNROLL
  for (int i = 0; i < size; ++i) pack.part[i] = hn::Load(d, from + i * static_cast<int>(hn::Lanes(d)));
  return pack;
}

template <class D, int size>
HWY_INLINE void store(const Pack<D, size>& pack, float* to) {
  const D d;
  CSCA_UNROLL
  for (int i = 0; i < size; ++i) hn::Store(pack.part[i], d, to + i * static_cast<int>(hn::Lanes(d)));
}

template <class D, int size>
HWY_INLINE Pack<D, size> operator+(Pack<D, size> a, const Pack<D, size>& b) {
  CSCA_UNROLL
  for (int i = 0; i < size; ++i) a.part[i] = hn::Add(a.part[i], b.part[i]);
  return a;
}

template <class D, int size>
HWY_INLINE Pack<D, size> operator-(Pack<D, size> a, const Pack<D, size>& b) {
  CSCA_UNROLL
  for (int i = 0; i < size; ++i) a.part[i] = hn::Sub(a.part[i], b.part[i]);
  return a;
}

template <class D, int size>
HWY_INLINE Pack<D, size> operator*(float factor, Pack<D, size> a) {
  const auto all = hn::Set(D(), factor);
  CSCA_UNROLL
  for (int i = 0; i < size; ++i) a.part[i] = hn::Mul(all, a.part[i]);
  return a;
}

/// sum + factor a, rounded once.
template <class D, int size>
HWY_INLINE Pack<D, size> plus(Pack<D, size> sum, float factor, const Pack<D, size>& a) {
  const auto all = hn::Set(D(), factor);
  CSCA_UNROLL
  for (int i = 0; i < size; ++i) sum.part[i] = hn::MulAdd(all, a.part[i], sum.part[i]);
  return sum;
}

/// sum - factor a, rounded once.
template <class D, int size>
HWY_INLINE Pack<D, size> minus(Pack<D, size> sum, float factor, const Pack<D, size>& a) {
  const auto all = hn::Set(D(), factor);
  CSCA_UNROLL
  for (int i = 0; i < size; ++i) sum.part[i] = hn::NegMulAdd(all, a.part[i], sum.part[i]);
  return sum;
}

/// What happens in a column's turn. Each step takes up what the one before it left a column ago, so that none has to
/// wait for another.
struct Turn {
  bool enter;         // costs, into the sums of the window around the column r to the left
  bool fit;           // a model to the sums of the window before
  bool add;           // the model before that to the sums of models
  bool emit;          // what these sums were before
  bool costs_leave;   // as others enter
  bool models_leave;  // as others are added

  friend bool operator==(const Turn&, const Turn&) = default;
};

/// Turns that come often, most of all the first.
constexpr Turn usual_turns[] = {
    {true, true, true, true, true, true},     // of most columns
#if HWY_TARGET != HWY_SCALAR                  // hardly any processor is held to plain x86-64: there, one turn is enough
    {true, true, true, true, true, false},    // of rows before models leave
    {true, false, false, false, true, true},  // at a row's begin
    {true, true, true, false, true, true},    // before there are results in it
    {false, true, true, true, true, true},    // behind its end
    {false, false, false, true, true, true},  // and where there is no model any more
    {true, false, false, false, false, false},  // in rows at the top
    {true, true, true, false, false, false},
#endif
};

/// One group of lanes on its way along the row.
template <int channels, class D, int size>
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
  float* carried;  // from column to column: sums of costs, sums of models, the model at hand; planes of each

  /// Columns begin..end - 1, counted by the costs that enter, with the same turn each, if possible a `known` one.
  template <bool known, Turn usual>
  HWY_NOINLINE void run(int begin, int end, Turn any) const {
    const Turn turn = known ? usual : any;
    using V = Pack<D, size>;
    const auto lanes = static_cast<std::ptrdiff_t>(size * hn::Lanes(D()));
    const std::ptrdiff_t cell = planes * lanes;
    const std::ptrdiff_t stride = step.stride;
    const auto read = [](const float* from) HWY_ATTR { return load<D, size>(from); };
    V cost_sum[planes];
    V model_sum[planes];
    V model[planes];  // b, a
    CSCA_UNROLL
    for (int p = 0; p < planes; ++p) {
      cost_sum[p] = read(carried + p * lanes);
      model_sum[p] = read(carried + (planes + p) * lanes);
      model[p] = read(carried + (2 * planes + p) * lanes);
    }
    // Pointers of their own, since for all that the compiler knows stores could change the members.
    const std::ptrdiff_t from = begin;
    const std::ptrdiff_t fitted = from - step.fit_delay();
    const std::ptrdiff_t added = from - step.add_delay();
    const std::ptrdiff_t emitted = from - step.emit_delay();
    const float* HWY_RESTRICT in_row = entering + from * stride;
    float* HWY_RESTRICT away_row = leaving + from * stride;
    const float* HWY_RESTRICT in_guide = step.entering_guide + from * channels;
    const float* HWY_RESTRICT away_guide = step.leaving_guide + from * channels;
    float* HWY_RESTRICT column = columns + from * cell;
    const float* HWY_RESTRICT window = step.windows + fitted * entries;
    float* HWY_RESTRICT ring = models + added * cell;
    float* HWY_RESTRICT model_column = model_columns + added * cell;
    const float* HWY_RESTRICT guide = step.result_guide + emitted * channels;
    const float* HWY_RESTRICT share = step.shares + emitted;
    float* HWY_RESTRICT result = out + emitted * stride;
    const std::ptrdiff_t side = step.pad() * cell;
    const float* HWY_RESTRICT gone = column - side;
    const float* HWY_RESTRICT gone_model = model_column - side;
    // Opaque, or the compiler adds `side` to other pointers again and again.
    asm("" : "+r"(gone), "+r"(gone_model));
    for (int x = begin; x < end; ++x, gone += cell, gone_model += cell, in_row += stride, away_row += stride,
             in_guide += channels, away_guide += channels, column += cell, window += entries, ring += cell,
             model_column += cell, guide += channels, ++share, result += stride) {
      if (turn.emit) {
        V q = model_sum[0];
        CSCA_UNROLL
        for (int c = 0; c < channels; ++c) q = plus(q, guide[c], model_sum[c + 1]);
        store(*share * q, result);
      }
      if (turn.add) {
        CSCA_UNROLL
        for (int p = 0; p < planes; ++p) {
          const V away = turn.models_leave ? read(ring + p * lanes) : zeros<D, size>();
          const V sum = read(model_column + p * lanes) + (model[p] - away);
          store(model[p], ring + p * lanes);
          store(sum, model_column + p * lanes);
          model_sum[p] = model_sum[p] + (sum - read(gone_model + p * lanes));
        }
      } else if (turn.emit) {
        CSCA_UNROLL
        for (int p = 0; p < planes; ++p) model_sum[p] = model_sum[p] - read(gone_model + p * lanes);
      }
      if (turn.fit) {
        // a = C cov(I, p), b = mean(p) - a mean(I). Not as one matrix: that would lose digits where Sigma is small.
        const float* mean = window + 1;
        const float* inverse = mean + channels;
        V covariance[channels];
        CSCA_UNROLL
        for (int c = 0; c < channels; ++c) covariance[c] = minus(cost_sum[c + 1], mean[c], cost_sum[0]);
        model[0] = window[0] * cost_sum[0];
        CSCA_UNROLL
        for (int c = 0; c < channels; ++c) {
          V a = inverse[place<channels>(c, 0)] * covariance[0];
          for (int j = 1; j < channels; ++j) a = plus(a, inverse[place<channels>(c, j)], covariance[j]);
          model[c + 1] = a;
          model[0] = minus(model[0], mean[c], a);
        }
      }
      // Sums of p and I p over the window's rows, and over its columns.
      if (turn.enter) {
        const V in = read(in_row);
        const V away = turn.costs_leave ? read(away_row) : zeros<D, size>();
        store(in, away_row);
        CSCA_UNROLL
        for (int p = 0; p < planes; ++p) {
          const V before = read(column + p * lanes);
          const V sum =
              p == 0 ? before + (in - away) : minus(plus(before, in_guide[p - 1], in), away_guide[p - 1], away);
          store(sum, column + p * lanes);
          cost_sum[p] = cost_sum[p] + (sum - read(gone + p * lanes));
        }
      } else if (turn.fit) {
        CSCA_UNROLL
        for (int p = 0; p < planes; ++p) cost_sum[p] = cost_sum[p] - read(gone + p * lanes);
      }
    }
    CSCA_UNROLL
    for (int p = 0; p < planes; ++p) {
      store(cost_sum[p], carried + p * lanes);
      store(model_sum[p], carried + (planes + p) * lanes);
      store(model[p], carried + (2 * planes + p) * lanes);
    }
  }

  /// The sums along the row that a turn reads, anew from those down the columns: of costs, ahead of a fit.
  void restart_costs(int turn) const {
    sum_columns(columns, {std::max(0, turn - step.pad()), std::min(turn, step.width)}, carried);
  }

  /// Of models, ahead of a result.
  void restart_models(int turn) const {
    const int centre = turn - step.emit_delay();
    const Columns window{std::max(centre - step.radius, step.fits.begin),
                         std::min(centre + step.radius + 1, step.fits.end)};
    sum_columns(model_columns, window, carried + planes * size * static_cast<int>(hn::Lanes(D())));
  }

  static void sum_columns(const float* from, Columns window, float* to) {
    const auto lanes = static_cast<std::ptrdiff_t>(size * hn::Lanes(D()));
    for (int p = 0; p < planes; ++p) {
      Pack<D, size> sum = zeros<D, size>();
      for (std::ptrdiff_t x = window.begin; x < window.end; ++x)
        sum = sum + load<D, size>(from + (x * planes + p) * lanes);
      store(sum, to + p * lanes);
    }
  }

  void run(Turn turn, int begin, int end) const {
    const auto try_usual = [&]<std::size_t... i>(std::index_sequence<i...>) {
      return ((turn == usual_turns[i] && (run<true, usual_turns[i]>(begin, end, turn), true)) || ...);
    };
    if (!try_usual(std::make_index_sequence<std::size(usual_turns)>())) run<false, Turn{}>(begin, end, turn);
  }
};

template <int channels, class D, int size>
void step_along(const GuidedStep& step) {
  constexpr int planes = channels + 1;
  const int lanes = size * static_cast<int>(hn::Lanes(D()));
  const int groups = step.stride / lanes;
  // Where each step begins and ends, counted by the costs that enter.
  const auto after = [](Columns columns, int delay) { return Columns{columns.begin + delay, columns.end + delay}; };
  const bool models = step.reach >= GuidedStep::Reach::models;
  const bool results = step.reach == GuidedStep::Reach::results;
  const Columns enters{0, step.width};
  const Columns fits = models ? after(step.fits, step.fit_delay()) : Columns{};
  const Columns adds = models ? after(step.fits, step.add_delay()) : Columns{};
  const Columns emits = results ? after(step.results, step.emit_delay()) : Columns{};
  const int end = std::max({enters.end, adds.end, emits.end});
  const int bounds[] = {fits.begin, adds.begin, emits.begin, enters.end, fits.end, adds.end};
  // Models start anew r columns ahead of results: then a strip needs no columns more than its windows reach over.
  const int fit_restart = step.results.begin - step.radius + step.fit_delay();
  const int emit_restart = step.results.begin + step.emit_delay();
  const auto restarts = [&](int turn, int first) { return turn > first && (turn - first) % step.period == 0; };
  const auto next_restart = [&](int turn, int first) {
    return turn < first ? first : first + ((turn - first) / step.period + 1) * step.period;
  };
  std::fill_n(step.carried, 3 * planes * step.stride, 0.0F);
  // Groups take turns, so that what they share is still in L1.
  const int chunk = groups == 1 ? end : 64;
  for (int first = 0; first < end; first += chunk) {
    const int last = std::min(first + chunk, end);
    for (int g = 0; g < groups; ++g) {
      const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(step.width) * planes * lanes;
      const std::ptrdiff_t pad = static_cast<std::ptrdiff_t>(step.pad()) * planes * lanes;
      const Group<channels, D, size> group{step,
                                           step.entering + g * lanes,
                                           step.leaving + g * lanes,
                                           step.columns + g * (row + pad) + pad,
                                           step.models + g * row,
                                           step.model_columns + g * (row + pad) + pad,
                                           step.out + g * lanes,
                                           step.carried + g * 3 * planes * lanes};
      for (int from = first; from < last;) {
        int to = last;
        for (const int bound : bounds) {
          if (bound > from) to = std::min(to, bound);
        }
        if (models) to = std::min(to, next_restart(from, fit_restart));
        if (results) to = std::min(to, next_restart(from, emit_restart));
        const auto within = [&](Columns columns) { return from >= columns.begin && from < columns.end; };
        if (within(fits) && restarts(from, fit_restart)) group.restart_costs(from);
        if (within(emits) && restarts(from, emit_restart)) group.restart_models(from);
        group.run({within(enters), within(fits), within(adds), within(emits), step.costs_leave, step.models_leave},
                  from, to);
        from = to;
      }
    }
  }
}

template <int channels>
void step_with(const GuidedStep& step) {
  if (step.stride % 16 == 0) {
    step_along<channels, FloatTag, 2>(step);
  } else {
    step_along<channels, FloatTag, 1>(step);
  }
}

}  // namespace

void guided_row(const GuidedStep& step) {
  if (step.channels == 1) return step_with<1>(step);
  step_with<3>(step);
}

void add_models(const GuidedStep& step, const float* models) {
  const std::ptrdiff_t lanes = (step.stride % 16 == 0 ? 2 : 1) * static_cast<std::ptrdiff_t>(hn::Lanes(FloatTag()));
  const std::ptrdiff_t pixel = step.planes() * lanes;
  for (std::ptrdiff_t g = 0; g < step.stride / lanes; ++g) {
    const float* HWY_RESTRICT from = models + (g * step.width + step.fits.begin) * pixel;
    float* HWY_RESTRICT to =
        step.model_columns + (g * (step.width + step.pad()) + step.pad() + step.fits.begin) * pixel;
    for (std::ptrdiff_t i = 0; i < step.fits.count() * pixel; ++i) to[i] += from[i];
  }
}

}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(guided_row);
HWY_EXPORT(add_models);
void guided_step(const GuidedStep& step) { HWY_DYNAMIC_DISPATCH(guided_row)(step); }
void add_guided_models(const GuidedStep& step, const float* models) { HWY_DYNAMIC_DISPATCH(add_models)(step, models); }

}  // namespace csca
#endif
