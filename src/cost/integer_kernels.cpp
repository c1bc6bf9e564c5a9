// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/integer_kernels.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cost/integer_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"
#include "cost/integer_terms-inl.hpp"

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
  if constexpr (hn::MaxLanes(d) <= hn::MaxLanes(FloatTag())) {
    store_floats(d, cost, unit, out);
  } else {
    const hn::Half<D> half;
    store_floats(half, hn::LowerHalf(half, cost), unit, out);
    store_floats(half, hn::UpperHalf(half, cost), unit, out + hn::Lanes(half));
  }
#endif
}

/// Costs of a row at levels that whole vectors serve.
template <class T, class D, class Out>
HWY_INLINE void cells_of(D d, const T& terms, const IntegerRow& row, int begin, int end, Levels levels, int stride,
                         Out* out) {
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const LeftRow left(row);
  const float unit = row.weights.unit;
  const std::ptrdiff_t base = row.width - 1 + levels.first;
  const auto at = [=](int x, int k, Out* to) HWY_ATTR {
    const std::ptrdiff_t right = base - x + k;
    store_cost(d, terms.cost(d, left, x, right), unit, to + k);
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
  const auto here = at;  // a copy that nobody else can reach stays in registers
  if (levels.count <= lanes) {
    for (int x = inside_begin; x < inside_end; ++x, cells += stride) here(x, 0, cells);
  } else {
    for (int x = inside_begin; x < inside_end; ++x, cells += stride) {
      for (int k = 0; k < levels.count; k += lanes) here(x, k, cells);
    }
  }
  some(inside_end, end);
}

/// Vectors that hold as many bits as those of floats, then shorter ones for the levels that are left.
template <bool fine, class Out>
HWY_FLATTEN HWY_NOINLINE void cells_any(const IntegerRow& row, int begin, int end, Levels levels, int stride,
                                        Out* out) {
  const int by_16 = stride / 16 * 16;
  const auto part = [&](auto d, int from, int to) HWY_ATTR {
    const Levels some{levels.first + from, std::min(to, levels.count) - from};
    with_terms<fine>(
        d, row, [&](const auto& terms) HWY_ATTR { cells_of(d, terms, row, begin, end, some, stride, out + from); });
  };
  if (by_16 > 0) part(hn::CappedTag<std::uint16_t, 16>(), 0, by_16);
  if (stride > by_16) part(hn::CappedTag<std::uint16_t, 8>(), by_16, stride);
}

void cells_u16(const IntegerRow& row, int begin, int end, Levels levels, int stride, std::uint16_t* out) {
  has_fine_terms(row) ? cells_any<true>(row, begin, end, levels, stride, out)
                      : cells_any<false>(row, begin, end, levels, stride, out);
}
void cells_f32(const IntegerRow& row, int begin, int end, Levels levels, int stride, float* out) {
  has_fine_terms(row) ? cells_any<true>(row, begin, end, levels, stride, out)
                      : cells_any<false>(row, begin, end, levels, stride, out);
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

void fine_colours_of(const float* HWY_RESTRICT channel, int width, bool mirrored, std::uint16_t* HWY_RESTRICT out) {
  constexpr float steps = 255.0F * fine_colours;
  write(width, mirrored, out,
        [=](int x) HWY_ATTR { return static_cast<std::uint16_t>(rounded(steps * (channel[x] + 1.0F))); });
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

void gradients_of(const float* before, const float* after, int width, bool mirrored, bool fine,
                  std::int16_t* HWY_RESTRICT out) {
  if (!fine) {
    constexpr float steps = 255.0F * gradient_steps;
    return write(width, mirrored, out,
                 [=](int x) HWY_ATTR { return static_cast<std::int16_t>(rounded(steps * (after[x] - before[x]))); });
  }
  // Where samples may be negative there are larger ones: differences of two have to fit 16 bits.
  constexpr float steps = 255.0F * gradient_steps * fine_gradients;
  constexpr int most = 16383;
  write(width, mirrored, out, [=](int x) HWY_ATTR {
    return static_cast<std::int16_t>(std::clamp(rounded(steps * (after[x] - before[x])), -most, most));
  });
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
HWY_EXPORT(fine_colours_of);
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
void colour_features(const float* channel, int width, bool mirrored, std::uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(fine_colours_of)(channel, width, mirrored, out);
}
void luma_row(const FeatureRow& image, float* out) { HWY_DYNAMIC_DISPATCH(lumas)(image, out); }
void gradient_features(const float* before, const float* after, int width, bool mirrored, bool fine,
                       std::int16_t* out) {
  HWY_DYNAMIC_DISPATCH(gradients_of)(before, after, width, mirrored, fine, out);
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
