// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "scale/blend_kernels.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scale/blend_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
hn::Vec<D> mean(D d, hn::Vec<D> a, hn::Vec<D> b) {
  if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
    return hn::Mul(hn::Set(d, 0.5F), hn::Add(a, b));
  } else {
    return hn::AverageRound(a, b);
  }
}

/// Even and odd fine levels are made apart and interleaved as they are stored.
template <bool linear, int offset, class D, class Cell>
void expand(D d, const Cell* row, int width, int stride, int fine_stride, Cell* out) {
  const auto lanes = static_cast<int>(hn::Lanes(d));
  for (int x = 0; x < width; ++x, row += stride, out += fine_stride) {
    for (int k = 0; 2 * k < fine_stride; k += lanes) {
      const auto low = hn::LoadU(d, row + k);
      const auto high = hn::LoadU(d, row + k + 1);
      const auto between = linear ? mean(d, low, high) : high;
      if constexpr (offset == 0) {
        hn::StoreInterleaved2(low, between, d, out + 2 * k);
      } else {
        hn::StoreInterleaved2(between, high, d, out + 2 * k);
      }
    }
  }
}

template <class D, class Cell>
void expand_with(D d, const Cell* row, int width, int stride, LevelMap map, int fine_stride, Cell* out) {
  const auto variant = map.linear ? (map.offset == 0 ? expand<true, 0, D, Cell> : expand<true, 1, D, Cell>)
                                  : (map.offset == 0 ? expand<false, 0, D, Cell> : expand<false, 1, D, Cell>);
  variant(d, row, width, stride, fine_stride, out);
}

/// Calls use(tag, begin, end) for cells of a stride, which is a multiple of 8: the longest vectors first.
template <class Cell, class Use>
HWY_INLINE void with_lanes(int stride, const Use& use) {
  const int by_32 = stride / 32 * 32;
  const int by_16 = stride / 16 * 16;
  if (by_32 > 0) use(hn::CappedTag<Cell, 32>(), 0, by_32);
  if (by_16 > by_32) use(hn::CappedTag<Cell, 16>(), by_32, by_16);
  if (stride > by_16) use(hn::CappedTag<Cell, 8>(), by_16, stride);
}

template <class Cell>
void expand_all(const Cell* row, int width, int stride, LevelMap map, int fine_stride, Cell* out) {
  // Two fine cells for one: half of the lanes that fit the fine stride.
  if (fine_stride % 32 == 0) {
    expand_with(hn::CappedTag<Cell, 16>(), row, width, stride, map, fine_stride, out);
  } else if (fine_stride % 16 == 0) {
    expand_with(hn::CappedTag<Cell, 8>(), row, width, stride, map, fine_stride, out);
  } else {
    expand_with(hn::CappedTag<Cell, 4>(), row, width, stride, map, fine_stride, out);
  }
}

template <class Cell>
void mean_all(const Cell* a, const Cell* b, std::size_t size, Cell* out) {
  const hn::ScalableTag<Cell> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) hn::StoreU(mean(d, hn::LoadU(d, a + i), hn::LoadU(d, b + i)), d, out + i);
  const hn::CappedTag<Cell, 1> one;
  for (; i < size; ++i) hn::StoreU(mean(one, hn::LoadU(one, a + i), hn::LoadU(one, b + i)), one, out + i);
}

template <class D>
HWY_INLINE hn::Vec<D> weighted_sum(D d, float weight, hn::Vec<D> fine, hn::Vec<D> coarse) {
  if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
    return hn::MulAdd(hn::Set(d, weight), fine, coarse);
  } else {
    return hn::SaturatedAdd(fine, coarse);
  }
}

template <class Cell>
void blend_all(const Cell* coarse, int coarse_width, int stride, bool linear, float weight, Columns columns,
               Cell* fine) {
  with_lanes<Cell>(stride, [&](auto d, int begin, int end) HWY_ATTR {
    const auto lanes = static_cast<int>(hn::Lanes(d));
    Cell* cells = fine;
    for (int x = columns.begin; x < columns.end; ++x, cells += stride) {
      const int under = x / 2 - columns.begin / 2;
      const Cell* left = coarse + static_cast<std::size_t>(under) * static_cast<std::size_t>(stride);
      if (linear && x % 2 == 1) {
        const Cell* right = under + 1 < coarse_width ? left + stride : left;
        for (int k = begin; k < end; k += lanes) {
          const auto up = mean(d, hn::LoadU(d, left + k), hn::LoadU(d, right + k));
          hn::StoreU(weighted_sum(d, weight, hn::LoadU(d, cells + k), up), d, cells + k);
        }
      } else {
        for (int k = begin; k < end; k += lanes) {
          hn::StoreU(weighted_sum(d, weight, hn::LoadU(d, cells + k), hn::LoadU(d, left + k)), d, cells + k);
        }
      }
    }
  });
}

/// The last vector overlaps the one before: nothing behind the pixel is touched.
template <class D, class Cell>
void pack_with(D d, const Cell* row, int width, int stride, int count, int packed_stride, Cell* packed) {
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const int last = count - lanes;
  for (int x = 0; x < width; ++x, row += stride, packed += packed_stride) {
    for (int k = 0; k < last; k += lanes) hn::StoreU(hn::LoadU(d, row + k), d, packed + k);
    hn::StoreU(hn::LoadU(d, row + last), d, packed + last);
  }
}

/// The longest vectors that the levels fill.
template <class Cell>
void pack_all(const Cell* row, int width, int stride, int count, int packed_stride, Cell* packed) {
  if (count >= 16) return pack_with(hn::CappedTag<Cell, 16>(), row, width, stride, count, packed_stride, packed);
  if (count >= 8) return pack_with(hn::CappedTag<Cell, 8>(), row, width, stride, count, packed_stride, packed);
  if (count >= 4) return pack_with(hn::CappedTag<Cell, 4>(), row, width, stride, count, packed_stride, packed);
  pack_with(hn::CappedTag<Cell, 1>(), row, width, stride, count, packed_stride, packed);
}

void expand_u16(const std::uint16_t* row, int width, int stride, LevelMap map, int fine_stride, std::uint16_t* out) {
  expand_all(row, width, stride, map, fine_stride, out);
}
void mean_u16(const std::uint16_t* a, const std::uint16_t* b, std::size_t size, std::uint16_t* out) {
  mean_all(a, b, size, out);
}
void blend_u16(const std::uint16_t* coarse, int coarse_width, int stride, bool linear, float weight, Columns columns,
               std::uint16_t* fine) {
  blend_all(coarse, coarse_width, stride, linear, weight, columns, fine);
}
void pack_f32(const float* row, int width, int stride, int count, int packed_stride, float* packed) {
  pack_all(row, width, stride, count, packed_stride, packed);
}
void pack_u16(const std::uint16_t* row, int width, int stride, int count, int packed_stride, std::uint16_t* packed) {
  pack_all(row, width, stride, count, packed_stride, packed);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(expand_u16);
HWY_EXPORT(mean_u16);
HWY_EXPORT(blend_u16);
HWY_EXPORT(pack_f32);
HWY_EXPORT(pack_u16);

void expand_levels(const std::uint16_t* row, int width, int stride, LevelMap map, int fine_stride, std::uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(expand_u16)(row, width, stride, map, fine_stride, out);
}
void mean_of_rows(const std::uint16_t* a, const std::uint16_t* b, std::size_t size, std::uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(mean_u16)(a, b, size, out);
}
void blend_columns(const std::uint16_t* coarse, int coarse_width, int stride, bool linear, float weight,
                   Columns columns, std::uint16_t* fine) {
  HWY_DYNAMIC_DISPATCH(blend_u16)(coarse, coarse_width, stride, linear, weight, columns, fine);
}
void pack_levels(const float* row, int width, int stride, int count, int packed_stride, float* packed) {
  HWY_DYNAMIC_DISPATCH(pack_f32)(row, width, stride, count, packed_stride, packed);
}
void pack_levels(const std::uint16_t* row, int width, int stride, int count, int packed_stride, std::uint16_t* packed) {
  HWY_DYNAMIC_DISPATCH(pack_u16)(row, width, stride, count, packed_stride, packed);
}

}  // namespace csca
#endif
