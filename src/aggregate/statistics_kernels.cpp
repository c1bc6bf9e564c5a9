// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/statistics_kernels.hpp"

#include "core/unroll.hpp"

#include <algorithm>
#include <cstddef>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aggregate/statistics_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Planes of one buffer do not overlap, which a compiler cannot know: without a word the loop stays scalar.
#if defined(__clang__)
#define CSCA_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define CSCA_INDEPENDENT _Pragma("GCC ivdep")
#else
#define CSCA_INDEPENDENT
#endif

// Plain loops that the compiler makes vectors of, for a block of columns that stays in L1 from the guide's colours to
// the statistics.
constexpr int block = 64;

template <int channels>
constexpr int sums_of = channels + channels*(channels + 1) / 2;

/// What a row that comes and one that goes change in a sum.
template <bool enters, bool leaves, class V>
HWY_INLINE V change(V in, V out) {
  if constexpr (enters && leaves) return hn::Sub(in, out);
  return enters ? in : hn::Neg(out);
}

/// As many columns as d has lanes, from x on: all their sums.
template <int channels, bool enters, bool leaves, class D>
HWY_INLINE void slide_some(D d, const StatisticsRow& row, std::ptrdiff_t x) {
  using V = hn::Vec<D>;
  const hn::Rebind<float, D> df;
  const auto colour = [&](const float* from, int c) HWY_ATTR {
    const auto rounder = hn::Set(df, row.rounder);
    const auto shifted = hn::Sub(hn::LoadU(df, from + x), hn::Set(df, row.shift[c]));
    return hn::PromoteTo(d, hn::Sub(hn::Add(shifted, rounder), rounder));
  };
  V in[channels];
  V out[channels];
  double* sum = row.columns + x;
  const auto add = [&](V difference) HWY_ATTR {
    hn::StoreU(hn::Add(hn::LoadU(d, sum), difference), d, sum);
    sum += row.width;
  };
  CSCA_UNROLL
  for (int c = 0; c < channels; ++c) {
    in[c] = colour(row.entering[c], c);
    out[c] = colour(row.leaving[c], c);
    add(change<enters, leaves>(in[c], out[c]));
  }
  CSCA_UNROLL
  for (int a = 0; a < channels; ++a) {
    CSCA_UNROLL
    for (int b = a; b < channels; ++b) {
      add(change<enters, leaves>(hn::Mul(in[a], in[b]), hn::Mul(out[a], out[b])));
    }
  }
}

template <int channels, bool enters, bool leaves>
void slide_all(const StatisticsRow& shared, int begin, int end) {
  const StatisticsRow row = shared;  // a copy that stores cannot change
  const hn::CappedTag<double, 4> d;
  const auto lanes = static_cast<int>(hn::Lanes(d));
  int x = begin;
  for (; x + lanes <= end; x += lanes) slide_some<channels, enters, leaves>(d, row, x);
  for (; x < end; ++x) slide_some<channels, enters, leaves>(hn::CappedTag<double, 1>(), row, x);
}

/// Columns begin..end - 1 of the sums over the window's rows: of each colour and each product of two.
template <int channels>
void slide_columns(const StatisticsRow& row, int begin, int end) {
  if (row.enters && row.leaves) return slide_all<channels, true, true>(row, begin, end);
  if (row.enters) return slide_all<channels, true, false>(row, begin, end);
  if (row.leaves) return slide_all<channels, false, true>(row, begin, end);
}

/// Sums over the windows of columns begin..end - 1, of which all or none reach over an end of the row.
template <bool enter, bool leave, int sums>
void slide_windows(const StatisticsRow& row, int begin, int end, double* HWY_RESTRICT sum,
                   double (*HWY_RESTRICT windows)[block]) {
  const std::ptrdiff_t width = row.width;
  const double* HWY_RESTRICT columns = row.columns;
  double* HWY_RESTRICT out = windows[0] + begin % block;
  const double* in = columns + begin + row.radius;
  const double* gone = columns + begin - row.radius - 1;
  double at[sums];  // in registers
  for (int p = 0; p < sums; ++p) at[p] = sum[p];
  // One sum after the other in x, but all planes beside each other.
  for (int x = begin; x < end; ++x, ++in, ++gone, ++out) {
    for (int p = 0; p < sums; ++p) {
      if (enter) at[p] += in[p * width];
      if (leave) at[p] -= gone[p * width];
      out[p * block] = at[p];
    }
  }
  for (int p = 0; p < sums; ++p) sum[p] = at[p];
}

template <int sums>
void slide_windows(const StatisticsRow& row, int begin, int end, double* sum, double (*windows)[block]) {
  for (int from = begin; from < end;) {
    const bool enter = from + row.radius < row.width;
    const bool leave = from > row.radius;
    const int to = std::min({end, enter ? row.width - row.radius : end, leave ? end : row.radius + 1});
    const auto run = enter ? (leave ? slide_windows<true, true, sums> : slide_windows<true, false, sums>)
                           : (leave ? slide_windows<false, true, sums> : slide_windows<false, false, sums>);
    run(row, from, to, sum, windows);
    from = to;
  }
}

/// From the sums of `count` windows to their statistics, plane by plane.
void invert(int count, double epsilon, const double* HWY_RESTRICT shares, const double (*HWY_RESTRICT sums)[block],
            float (*HWY_RESTRICT planes)[block], std::integral_constant<int, 1> /*channels*/) {
  CSCA_INDEPENDENT
  for (int i = 0; i < count; ++i) {
    const double share = shares[i];
    const double m = sums[0][i] * share;
    planes[0][i] = static_cast<float>(share);
    planes[1][i] = static_cast<float>(m);
    planes[2][i] = static_cast<float>(share / (sums[1][i] * share - m * m + epsilon));
  }
}

/// By cofactors.
void invert(int count, double epsilon, const double* HWY_RESTRICT shares, const double (*HWY_RESTRICT sums)[block],
            float (*HWY_RESTRICT planes)[block], std::integral_constant<int, 3> /*channels*/) {
  CSCA_INDEPENDENT
  for (int i = 0; i < count; ++i) {
    const double share = shares[i];
    const double r = sums[0][i] * share;
    const double g = sums[1][i] * share;
    const double b = sums[2][i] * share;
    const double rr = sums[3][i] * share - r * r + epsilon;
    const double rg = sums[4][i] * share - r * g;
    const double rb = sums[5][i] * share - r * b;
    const double gg = sums[6][i] * share - g * g + epsilon;
    const double gb = sums[7][i] * share - g * b;
    const double bb = sums[8][i] * share - b * b + epsilon;
    const double c_rr = gg * bb - gb * gb;
    const double c_rg = gb * rb - rg * bb;
    const double c_rb = rg * gb - gg * rb;
    const double factor = share / (rr * c_rr + rg * c_rg + rb * c_rb);
    planes[0][i] = static_cast<float>(share);
    planes[1][i] = static_cast<float>(r);
    planes[2][i] = static_cast<float>(g);
    planes[3][i] = static_cast<float>(b);
    planes[4][i] = static_cast<float>(c_rr * factor);
    planes[5][i] = static_cast<float>(c_rg * factor);
    planes[6][i] = static_cast<float>(c_rb * factor);
    planes[7][i] = static_cast<float>((rr * bb - rb * rb) * factor);
    planes[8][i] = static_cast<float>((rb * rg - rr * gb) * factor);
    planes[9][i] = static_cast<float>((rr * gg - rg * rg) * factor);
  }
}

template <int channels>
void statistics_of(const StatisticsRow& row) {
  constexpr int sums = sums_of<channels>;
  constexpr int entries = sums + 1;
  alignas(64) double windows[sums][block];
  alignas(64) double shares[block];
  alignas(64) float planes[entries][block];
  double sum[sums] = {};
  slide_columns<channels>(row, 0, row.radius);
  for (int p = 0; p < sums; ++p) {
    for (int x = 0; x < row.radius; ++x) sum[p] += row.columns[p * static_cast<std::ptrdiff_t>(row.width) + x];
  }
  for (int first = 0; first < row.width; first += block) {
    const int count = std::min(block, row.width - first);
    slide_columns<channels>(row, std::min(first + row.radius, row.width),
                            std::min(first + count + row.radius, row.width));
    slide_windows<sums>(row, first, first + count, sum, windows);
    for (int i = 0; i < count; ++i) shares[i] = row.inverse_widths[first + i] * row.inverse_rows;
    invert(count, row.epsilon, shares, windows, planes, std::integral_constant<int, channels>());
    float* HWY_RESTRICT out = row.out + static_cast<std::ptrdiff_t>(entries) * first;
    for (int i = 0; i < count; ++i, out += entries) {
      for (int p = 0; p < entries; ++p) out[p] = planes[p][i];
    }
  }
}

/// Pixel by pixel, all channels of each.
template <int channels>
void interleave_guide(int width, const float* const* guide, const float* shift, float rounder,
                      float* HWY_RESTRICT out) {
  for (int x = 0; x < width; ++x) {
    for (int c = 0; c < channels; ++c) {
      out[channels * x + c] = (guide[c][x] - shift[c] + rounder) - rounder;
    }
  }
}

}  // namespace

void columns_row(const StatisticsRow& row) {
  row.channels == 1 ? slide_columns<1>(row, 0, row.width) : slide_columns<3>(row, 0, row.width);
}

void statistics_row(const StatisticsRow& row) { row.channels == 1 ? statistics_of<1>(row) : statistics_of<3>(row); }

void interleave_row(int channels, int width, const float* const* guide, const float* shift, float rounder, float* out) {
  if (channels == 1) return interleave_guide<1>(width, guide, shift, rounder, out);
  interleave_guide<3>(width, guide, shift, rounder, out);
}

}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(columns_row);
HWY_EXPORT(statistics_row);
HWY_EXPORT(interleave_row);

void slide_columns(const StatisticsRow& row) { HWY_DYNAMIC_DISPATCH(columns_row)(row); }

void window_statistics(const StatisticsRow& row) { HWY_DYNAMIC_DISPATCH(statistics_row)(row); }

void interleave(int channels, int width, const float* const* guide, const float* shift, float rounder, float* out) {
  HWY_DYNAMIC_DISPATCH(interleave_row)(channels, width, guide, shift, rounder, out);
}

}  // namespace csca
#endif
