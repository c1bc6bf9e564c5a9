// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/statistics_kernels.hpp"

#include <algorithm>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aggregate/statistics_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

// Planes of one buffer do not overlap, which a compiler cannot know: without a word the loop stays scalar.
#if defined(__clang__)
#define CSCA_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define CSCA_INDEPENDENT _Pragma("GCC ivdep")
#else
#define CSCA_INDEPENDENT
#endif

// Plain loops that the compiler makes vectors of.

template <int channels>
void add_products_of(int width, const float* const* guide, const float* shift, double sign,
                     double* HWY_RESTRICT columns) {
  constexpr int block = 64;
  alignas(64) double colour[channels][block];
  for (int first = 0; first < width; first += block) {
    const int count = std::min(block, width - first);
    for (int c = 0; c < channels; ++c) {
      for (int i = 0; i < count; ++i) colour[c][i] = static_cast<double>(guide[c][first + i] - shift[c]);
    }
    double* HWY_RESTRICT sum = columns + first;
    for (int c = 0; c < channels; ++c, sum += width) {
      for (int i = 0; i < count; ++i) sum[i] += sign * colour[c][i];
    }
    for (int a = 0; a < channels; ++a) {
      for (int b = a; b < channels; ++b, sum += width) {
        for (int i = 0; i < count; ++i) sum[i] += sign * (colour[a][i] * colour[b][i]);
      }
    }
  }
}

template <int planes>
void sum_planes_along(int width, int radius, const double* HWY_RESTRICT columns, double* HWY_RESTRICT sums) {
  const std::ptrdiff_t size = width;
  // One sum after the other in x, but all planes beside each other.
  double sum[planes] = {};
  const auto enter = [&](int x) HWY_ATTR {
    for (int p = 0; p < planes; ++p) sum[p] += columns[p * size + x];
  };
  const auto leave = [&](int x) HWY_ATTR {
    for (int p = 0; p < planes; ++p) sum[p] -= columns[p * size + x];
  };
  const auto put = [&](int x) HWY_ATTR {
    for (int p = 0; p < planes; ++p) sums[p * size + x] = sum[p];
  };
  for (int x = 0; x < radius; ++x) enter(x);
  int x = 0;
  for (; x < std::min(radius + 1, width - radius); ++x) {
    enter(x + radius);
    put(x);
  }
  for (; x < width - radius; ++x) {
    enter(x + radius);
    leave(x - radius - 1);
    put(x);
  }
  for (; x < width; ++x) {
    if (x - radius - 1 >= 0) leave(x - radius - 1);
    put(x);
  }
}

void invert_grey(int width, double epsilon, const double* HWY_RESTRICT sums, const double* HWY_RESTRICT inverse_count,
                 float* HWY_RESTRICT statistics) {
  CSCA_INDEPENDENT
  for (int x = 0; x < width; ++x) {
    const double share = inverse_count[x];
    const double m = sums[x] * share;
    statistics[3 * x] = static_cast<float>(share);
    statistics[3 * x + 1] = static_cast<float>(m);
    statistics[3 * x + 2] = static_cast<float>(share / (sums[width + x] * share - m * m + epsilon));
  }
}

/// By cofactors.
void invert_colour(int width, double epsilon, const double* HWY_RESTRICT sums, const double* HWY_RESTRICT inverse_count,
                   float* HWY_RESTRICT statistics) {
  const std::ptrdiff_t size = width;
  constexpr int block = 64;
  alignas(64) float planes[10][block];
  for (std::ptrdiff_t first = 0; first < size; first += block) {
    const std::ptrdiff_t count = std::min<std::ptrdiff_t>(block, size - first);
    CSCA_INDEPENDENT
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      const std::ptrdiff_t x = first + i;
      const double share = inverse_count[x];
      const double r = sums[x] * share;
      const double g = sums[size + x] * share;
      const double b = sums[2 * size + x] * share;
      const double rr = sums[3 * size + x] * share - r * r + epsilon;
      const double rg = sums[4 * size + x] * share - r * g;
      const double rb = sums[5 * size + x] * share - r * b;
      const double gg = sums[6 * size + x] * share - g * g + epsilon;
      const double gb = sums[7 * size + x] * share - g * b;
      const double bb = sums[8 * size + x] * share - b * b + epsilon;
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
    float* HWY_RESTRICT out = statistics + 10 * first;
    for (std::ptrdiff_t i = 0; i < count; ++i, out += 10) {
      for (int p = 0; p < 10; ++p) out[p] = planes[p][i];
    }
  }
}

/// Pixel by pixel, all channels of each.
template <int channels>
void interleave_guide(int width, const float* const* guide, const float* shift, float* HWY_RESTRICT out) {
  for (int x = 0; x < width; ++x) {
    for (int c = 0; c < channels; ++c) out[channels * x + c] = guide[c][x] - shift[c];
  }
}

}  // namespace

void add_row(int channels, int width, const float* const* guide, const float* shift, double sign, double* columns) {
  if (channels == 1) return add_products_of<1>(width, guide, shift, sign, columns);
  add_products_of<3>(width, guide, shift, sign, columns);
}

void sum_row(int planes, int width, int radius, const double* columns, double* sums) {
  if (planes == 2) return sum_planes_along<2>(width, radius, columns, sums);
  sum_planes_along<9>(width, radius, columns, sums);
}

void invert_row(int channels, int width, double epsilon, const double* sums, const double* inverse_count,
                float* statistics) {
  if (channels == 1) return invert_grey(width, epsilon, sums, inverse_count, statistics);
  invert_colour(width, epsilon, sums, inverse_count, statistics);
}

void interleave_row(int channels, int width, const float* const* guide, const float* shift, float* out) {
  if (channels == 1) return interleave_guide<1>(width, guide, shift, out);
  interleave_guide<3>(width, guide, shift, out);
}

}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(add_row);
HWY_EXPORT(sum_row);
HWY_EXPORT(invert_row);
HWY_EXPORT(interleave_row);

void add_products(int channels, int width, const float* const* guide, const float* shift, double sign,
                  double* columns) {
  HWY_DYNAMIC_DISPATCH(add_row)(channels, width, guide, shift, sign, columns);
}

void sum_along(int planes, int width, int radius, const double* columns, double* sums) {
  HWY_DYNAMIC_DISPATCH(sum_row)(planes, width, radius, columns, sums);
}

void invert_covariances(int channels, int width, double epsilon, const double* sums, const double* inverse_count,
                        float* statistics) {
  HWY_DYNAMIC_DISPATCH(invert_row)(channels, width, epsilon, sums, inverse_count, statistics);
}

void interleave(int channels, int width, const float* const* guide, const float* shift, float* out) {
  HWY_DYNAMIC_DISPATCH(interleave_row)(channels, width, guide, shift, out);
}

}  // namespace csca
#endif
