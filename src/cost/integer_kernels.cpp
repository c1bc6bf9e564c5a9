// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/integer_kernels.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cost/integer_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE void store_cost(D d, hn::Vec<D> cost, float /*unit*/, std::uint16_t* out) {
  hn::StoreU(cost, d, out);
}

template <class D>
HWY_INLINE void store_floats(D /*d*/, hn::Vec<D> cost, float unit, float* out) {
  const hn::Rebind<float, D> df;
  const hn::RebindToSigned<decltype(df)> di;
  hn::StoreU(hn::Mul(hn::ConvertTo(df, hn::PromoteTo(di, cost)), hn::Set(df, unit)), df, out);
}

template <class D>
HWY_INLINE void store_cost(D d, hn::Vec<D> cost, float unit, float* out) {
#if HWY_TARGET == HWY_SCALAR
  store_floats(d, cost, unit, out);
#else
  if constexpr (hn::MaxLanes(d) <= hn::MaxLanes(hn::ScalableTag<float>())) {
    store_floats(d, cost, unit, out);
  } else {
    const hn::Half<D> half;
    store_floats(half, hn::LowerHalf(half, cost), unit, out);
    store_floats(half, hn::UpperHalf(half, cost), unit, out + hn::Lanes(half));
  }
#endif
}

// Set bits of several words a lane: counted in bytes, which are added up once; the scalar target has no bytes of a
// lane.
#if HWY_TARGET == HWY_SCALAR
template <class D>
using CountTag = D;
template <class D>
HWY_INLINE hn::Vec<D> sum_of_counts(D /*d*/, hn::Vec<D> counts) {
  return counts;
}
#else
template <class D>
using CountTag = hn::Repartition<std::uint8_t, D>;
template <class D>
HWY_INLINE hn::Vec<D> sum_of_counts(D d, hn::Vec<CountTag<D> > counts) {
  const auto both = hn::BitCast(d, counts);
  return hn::Add(hn::And(both, hn::Set(d, 255)), hn::ShiftRight<8>(both));
}
#endif

/// The numbers of terms are compile-time, so that what a pixel's levels share stays in registers; words < 0: any.
template <int channels, int gradients, int words, class D, class Out>
void cells(D d, const IntegerRow& row, int begin, int end, Levels levels, int stride, Out* out) {
  const hn::Rebind<std::uint8_t, D> d8;
  const hn::RebindToSigned<D> di;
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const IntegerWeights& weights = row.weights;
  const auto u16 = [](int value) { return static_cast<std::uint16_t>(value); };
  const auto colour_most = hn::Set(d8, static_cast<std::uint8_t>(weights.colour_most));
  const auto colour_weight = hn::Set(d, u16(weights.colour_weight));
  const auto gradient_most = hn::Set(di, static_cast<std::int16_t>(weights.gradient_most));
  const auto gradient_weight = hn::Set(d, u16(weights.gradient_weight));
  const auto bits_most = hn::Set(d, u16(weights.bits_most));
  const auto bit_weight = hn::Set(d, u16(weights.bit_weight));

  // Locals, so that stores to `out` do not make the compiler read them again; right features as seen from level 0 of
  // pixel 0.
  const std::uint8_t* left_colour[3] = {row.colour[0][0], row.colour[0][1], row.colour[0][2]};
  const std::int16_t* left_gradient[2] = {row.gradient[0][0], row.gradient[0][1]};
  const std::ptrdiff_t base = row.width - 1 + levels.first;
  const std::uint8_t* right_colour[3] = {};
  const std::int16_t* right_gradient[2] = {};
  for (int c = 0; c < channels; ++c) right_colour[c] = row.colour[1][c] + base;
  for (int g = 0; g < gradients; ++g) right_gradient[g] = row.gradient[1][g] + base;
  const std::uint16_t* left_code = row.code[0];
  const std::uint16_t* right_code = words != 0 ? row.code[1] + base : nullptr;
  const std::size_t pitch = row.code_pitch;
  const int count = words > 0 ? words : row.words;
  const float unit = weights.unit;

  const auto at = [=](std::ptrdiff_t x, std::ptrdiff_t k, Out* to) HWY_ATTR {
    auto cost = hn::Zero(d);
    if constexpr (channels > 0) {
      auto sum = hn::Zero(d8);
      for (int c = 0; c < channels; ++c) {
        const auto left = hn::Set(d8, left_colour[c][x]);
        const auto right = hn::LoadU(d8, right_colour[c] + k - x);
        const auto difference = hn::Or(hn::SaturatedSub(left, right), hn::SaturatedSub(right, left));
        sum = c == 0 ? difference : hn::SaturatedAdd(sum, difference);
      }
      cost = hn::Mul(hn::PromoteTo(d, hn::Min(sum, colour_most)), colour_weight);
    }
    if constexpr (gradients > 0) {
      auto sum = hn::Zero(di);
      for (int g = 0; g < gradients; ++g) {
        const auto left = hn::Set(di, left_gradient[g][x]);
        const auto right = hn::LoadU(di, right_gradient[g] + k - x);
        sum = hn::Add(sum, hn::Min(hn::Abs(hn::Sub(left, right)), gradient_most));
      }
      cost = hn::Add(cost, hn::Mul(hn::BitCast(d, sum), gradient_weight));
    }
    if constexpr (words != 0) {
      const CountTag<D> parts;
      auto counts = hn::Zero(parts);
      for (int w = 0; w < count; ++w) {
        const auto left = hn::Set(d, left_code[static_cast<std::size_t>(w) * pitch + static_cast<std::size_t>(x)]);
        const auto right = hn::LoadU(d, right_code + static_cast<std::size_t>(w) * pitch + k - x);
        counts = hn::Add(counts, hn::PopulationCount(hn::BitCast(parts, hn::Xor(left, right))));
      }
      cost = hn::Add(cost, hn::Mul(hn::Min(sum_of_counts(d, counts), bits_most), bit_weight));
    }
    store_cost(d, cost, unit, to + k);
  };

  // Pixels with a partner at all levels, and those at both ends of the row that lack some.
  const int inside_begin = std::clamp(levels.last(), begin, end);
  const int inside_end = std::clamp(row.width + levels.first, inside_begin, end);
  const auto some = [&](int from, int to) HWY_ATTR {
    for (int x = from; x < to; ++x) {
      Out* cells = out + static_cast<std::size_t>(x - begin) * static_cast<std::size_t>(stride);
      const int k_begin = std::max(0, x - (row.width - 1) - levels.first) / lanes * lanes;
      const int k_end = std::min(levels.count, x - levels.first + 1);
      for (int k = k_begin; k < k_end; k += lanes) at(x, k, cells);
    }
  };
  some(begin, inside_begin);
  Out* cells = out + static_cast<std::size_t>(inside_begin - begin) * static_cast<std::size_t>(stride);
  if (levels.count <= lanes) {
    for (int x = inside_begin; x < inside_end; ++x, cells += stride) at(x, 0, cells);
  } else {
    for (int x = inside_begin; x < inside_end; ++x, cells += stride) {
      for (int k = 0; k < levels.count; k += lanes) at(x, k, cells);
    }
  }
  some(inside_end, end);
}

/// The terms of the costs that there are: grd, cg and cen, grey and colour.
template <class D, class Out>
void cells_of(D d, const IntegerRow& row, int begin, int end, Levels levels, int stride, Out* out) {
  const auto kernel = row.channels == 0    ? (row.words == 5 ? cells<0, 0, 5, D, Out> : cells<0, 0, -1, D, Out>)
                      : row.gradients == 1 ? (row.channels == 1 ? cells<1, 1, 0, D, Out> : cells<3, 1, 0, D, Out>)
                                           : (row.channels == 1 ? cells<1, 2, 2, D, Out> : cells<3, 2, 2, D, Out>);
  kernel(d, row, begin, end, levels, stride, out);
}

/// The longest vectors that fit, then shorter ones for the levels that are left.
template <class Out>
void cells_any(const IntegerRow& row, int begin, int end, Levels levels, int stride, Out* out) {
  const int by_32 = stride / 32 * 32;
  const int by_16 = stride / 16 * 16;
  const auto part = [&](int from, int to) { return Levels{levels.first + from, std::min(to, levels.count) - from}; };
  if (by_32 > 0) {
    cells_of(hn::CappedTag<std::uint16_t, 32>(), row, begin, end, part(0, by_32), stride, out);
  }
  if (by_16 > by_32) {
    cells_of(hn::CappedTag<std::uint16_t, 16>(), row, begin, end, part(by_32, by_16), stride, out + by_32);
  }
  if (stride > by_16) {
    cells_of(hn::CappedTag<std::uint16_t, 8>(), row, begin, end, part(by_16, stride), stride, out + by_16);
  }
}

void cells_u16(const IntegerRow& row, int begin, int end, Levels levels, int stride, std::uint16_t* out) {
  cells_any(row, begin, end, levels, stride, out);
}
void cells_f32(const IntegerRow& row, int begin, int end, Levels levels, int stride, float* out) {
  cells_any(row, begin, end, levels, stride, out);
}

// What follows runs once a pixel: plain loops, compiled for the instruction set.

void costs_of(const std::uint16_t* HWY_RESTRICT values, std::size_t size, float unit, float* HWY_RESTRICT out) {
  for (std::size_t i = 0; i < size; ++i) out[i] = unit * static_cast<float>(values[i]);
}

HWY_INLINE int rounded(float value) { return static_cast<int>(value + (value < 0 ? -0.5F : 0.5F)); }

/// out[x] = feature(x), or from right to left.
template <class T, class Feature>
HWY_INLINE void write(int width, bool mirrored, T* HWY_RESTRICT out, const Feature& feature) {
  if (mirrored) {
    for (int x = 0; x < width; ++x) out[width - 1 - x] = feature(x);
  } else {
    for (int x = 0; x < width; ++x) out[x] = feature(x);
  }
}

void colours(const float* HWY_RESTRICT channel, int width, bool mirrored, std::uint8_t* HWY_RESTRICT out) {
  write(width, mirrored, out, [=](int x) HWY_ATTR { return static_cast<std::uint8_t>(rounded(255.0F * channel[x])); });
}

void lumas(const FeatureRow& image, float* HWY_RESTRICT out) {
  const float* HWY_RESTRICT r = image.channels[0];
  if (image.count == 1) {
    for (int x = 0; x < image.width; ++x) out[x] = r[x];
    return;
  }
  const float* HWY_RESTRICT g = image.channels[1];
  const float* HWY_RESTRICT b = image.channels[2];
  for (int x = 0; x < image.width; ++x) out[x] = 0.299F * r[x] + 0.587F * g[x] + 0.114F * b[x];
}

void gradients_of(const float* before, const float* after, int width, bool mirrored, std::int16_t* HWY_RESTRICT out) {
  constexpr float steps = 255.0F * gradient_steps;
  write(width, mirrored, out,
        [=](int x) HWY_ATTR { return static_cast<std::int16_t>(rounded(steps * (after[x] - before[x]))); });
}

void brightness(const float* HWY_RESTRICT luma, int width, std::int16_t* HWY_RESTRICT out) {
  constexpr float steps = 255.0F * census_steps;
  for (int x = 0; x < width; ++x) out[x] = static_cast<std::int16_t>(rounded(steps * luma[x]));
}

void census(const std::int16_t* const* rows, int window, int width, std::size_t pitch, std::uint16_t* out) {
  const hn::ScalableTag<std::int16_t> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const int radius = window / 2;
  for (int x = 0; x < width; x += lanes) {
    const auto centre = hn::LoadU(d, rows[radius] + radius + x);
    auto word = hn::Zero(du);
    int bit = 0;
    for (int dy = 0; dy < window; ++dy) {
      for (int dx = 0; dx < window; ++dx) {
        if (dy == radius && dx == radius) continue;
        const auto neighbour = hn::LoadU(d, rows[dy] + x + dx);
        const auto set = hn::BitCast(du, hn::VecFromMask(d, hn::Gt(centre, neighbour)));
        word = hn::Or(word, hn::And(set, hn::Set(du, static_cast<std::uint16_t>(1U << (bit % 16)))));
        if (++bit % 16 == 0) {
          hn::StoreU(word, du, out + static_cast<std::size_t>(bit / 16 - 1) * pitch + x);
          word = hn::Zero(du);
        }
      }
    }
    if (bit % 16 != 0) hn::StoreU(word, du, out + static_cast<std::size_t>(bit / 16) * pitch + x);
  }
}

void mirror(const std::uint16_t* HWY_RESTRICT row, int width, std::uint16_t* HWY_RESTRICT out) {
  write(width, true, out, [=](int x) HWY_ATTR { return row[x]; });
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(cells_u16);
HWY_EXPORT(cells_f32);
HWY_EXPORT(costs_of);
HWY_EXPORT(colours);
HWY_EXPORT(lumas);
HWY_EXPORT(gradients_of);
HWY_EXPORT(brightness);
HWY_EXPORT(census);
HWY_EXPORT(mirror);

void integer_cells(const IntegerRow& row, int begin, int end, Levels levels, int stride, std::uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(cells_u16)(row, begin, end, levels, stride, out);
}
void integer_cells(const IntegerRow& row, int begin, int end, Levels levels, int stride, float* out) {
  HWY_DYNAMIC_DISPATCH(cells_f32)(row, begin, end, levels, stride, out);
}
void to_costs(const std::uint16_t* values, std::size_t size, float unit, float* out) {
  HWY_DYNAMIC_DISPATCH(costs_of)(values, size, unit, out);
}
void colour_features(const float* channel, int width, bool mirrored, std::uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(colours)(channel, width, mirrored, out);
}
void luma_row(const FeatureRow& image, float* out) { HWY_DYNAMIC_DISPATCH(lumas)(image, out); }
void gradient_features(const float* before, const float* after, int width, bool mirrored, std::int16_t* out) {
  HWY_DYNAMIC_DISPATCH(gradients_of)(before, after, width, mirrored, out);
}
void census_brightness(const float* luma, int width, std::int16_t* out) {
  HWY_DYNAMIC_DISPATCH(brightness)(luma, width, out);
}
void census_features(const std::int16_t* const* rows, int window, int width, std::size_t pitch, std::uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(census)(rows, window, width, pitch, out);
}
void mirror_codes(const std::uint16_t* row, int width, std::uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(mirror)(row, width, out);
}

}  // namespace csca
#endif
