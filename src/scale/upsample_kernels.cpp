// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "scale/upsample_kernels.hpp"

#include <algorithm>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scale/upsample_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE hn::Vec<D> mean(D d, hn::Vec<D> a, hn::Vec<D> b) {
  return hn::Mul(hn::Set(d, 0.5F), hn::Add(a, b));
}

/// What is read of the coarse costs.
template <bool linear_levels, bool linear_columns, bool two_rows>
struct Maps {
  static constexpr bool levels = linear_levels;
  static constexpr bool columns = linear_columns;
  static constexpr bool rows = two_rows;
};

/// Coarse cells at fine levels: as many of them as a vector has lanes lie under half as many coarse ones, so that one
/// load and a permutation or two serve.
template <class Map, class D>
class Expand {
 public:
  Expand(D d, int offset) {
#if HWY_TARGET == HWY_SCALAR
    (void)d;
    offset_ = offset;
#else
    std::int32_t low[hn::MaxLanes(d)];
    std::int32_t high[hn::MaxLanes(d)];
    for (int i = 0; i < static_cast<int>(hn::Lanes(d)); ++i) {
      low[i] = (i + offset) / 2;
      high[i] = (i + offset + 1) / 2;
    }
    low_ = hn::SetTableIndices(d, low);
    high_ = hn::SetTableIndices(d, high);
#endif
  }

  /// Fine levels k and on of the coarse pixel with these cells in the one row and the other.
  HWY_INLINE hn::Vec<D> operator()(D d, const float* row, const float* other, int k) const {
    const auto at = [&](int cell) HWY_ATTR {
      auto cells = hn::LoadU(d, row + cell);
      if constexpr (Map::rows) cells = mean(d, cells, hn::LoadU(d, other + cell));
      return cells;
    };
#if HWY_TARGET == HWY_SCALAR
    const auto high = at((k + offset_ + 1) / 2);
    return Map::levels ? mean(d, at((k + offset_) / 2), high) : high;
#else
    const auto cells = at(k / 2);
    const auto high = hn::TableLookupLanes(cells, high_);
    return Map::levels ? mean(d, hn::TableLookupLanes(cells, low_), high) : high;
#endif
  }

 private:
#if HWY_TARGET == HWY_SCALAR
  int offset_;
#else
  using Indices = decltype(hn::SetTableIndices(D(), static_cast<const std::int32_t*>(nullptr)));
  Indices low_;
  Indices high_;
#endif
};

/// All fine levels of each pixel. The stride may be a constant.
template <class Map, class D, class Stride>
void blend_levels(D d, Stride stride, const CoarseRows& coarse, int offset, Columns columns, float weight,
                  const float* factors, const float* fine, float* out) {
  constexpr float one = 1;
  const std::ptrdiff_t step = factors != nullptr ? 1 : 0;
  const float* factor = factors != nullptr ? factors : &one;
  const Expand<Map, D> expand(d, offset);
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const auto add = [=](const float* from, float by, int k, hn::Vec<D> up, float* to) HWY_ATTR {
    // Rounded as when the factor is applied ahead.
    const auto cells = hn::Mul(hn::Set(d, by), hn::LoadU(d, from + k));
    hn::StoreU(hn::MulAdd(hn::Set(d, weight), cells, up), d, to + k);
  };
  // Locals, so that stores to `out` do not make the compiler read them again.
  const std::ptrdiff_t coarse_stride = coarse.stride;
  const int last = coarse.width - 1;
  const float* row = coarse.row + columns.begin / 2 * coarse_stride;
  const float* other = Map::rows ? coarse.other + columns.begin / 2 * coarse_stride : nullptr;
  const auto odd = [=](const float* here, const float* other_here, int x, int k) HWY_ATTR {
    const auto up = expand(d, here, other_here, k);
    if constexpr (!Map::columns) return up;
    const std::ptrdiff_t right = x / 2 < last ? coarse_stride : 0;
    return mean(d, up, expand(d, here + right, Map::rows ? other_here + right : nullptr, k));
  };
  const auto next_under = [&]() HWY_ATTR {
    row += coarse_stride;
    if constexpr (Map::rows) other += coarse_stride;
  };
  int x = columns.begin;
  if (x % 2 == 1 && x < columns.end) {
    for (int k = 0; k < stride; k += lanes) add(fine, *factor, k, odd(row, other, x, k), out);
    next_under();
    fine += stride;
    out += stride;
    factor += step;
    ++x;
  }
  for (; x + 1 < columns.end; x += 2) {
    for (int k = 0; k < stride; k += lanes) {
      add(fine, factor[0], k, expand(d, row, other, k), out);
      add(fine + stride, factor[step], k, odd(row, other, x + 1, k), out + stride);
    }
    next_under();
    fine += 2 * stride;
    out += 2 * stride;
    factor += 2 * step;
  }
  if (x < columns.end) {
    for (int k = 0; k < stride; k += lanes) add(fine, *factor, k, expand(d, row, other, k), out);
  }
}

template <class Map>
void blend_with(const CoarseRows& coarse, int offset, Columns columns, int stride, float weight, const float* factors,
                const float* fine, float* out) {
  const FloatTag d;
  const std::integral_constant<int, 16> usual;
  if (stride == usual) {
    blend_levels<Map>(d, usual, coarse, offset, columns, weight, factors, fine, out);
  } else {
    blend_levels<Map>(d, stride, coarse, offset, columns, weight, factors, fine, out);
  }
}

void blend(const CoarseRows& coarse, LevelMap map, bool linear, Columns columns, int stride, float weight,
           const float* factors, const float* fine, float* out) {
  const bool two = coarse.other != nullptr;
  const auto variant =
      !linear ? (map.linear ? blend_with<Maps<true, false, false>> : blend_with<Maps<false, false, false>>)
      : two   ? (map.linear ? blend_with<Maps<true, true, true>> : blend_with<Maps<false, true, true>>)
              : (map.linear ? blend_with<Maps<true, true, false>> : blend_with<Maps<false, true, false>>);
  variant(coarse, map.offset, columns, stride, weight, factors, fine, out);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(blend);

void blend_cells(const CoarseRows& coarse, LevelMap map, bool linear, Columns columns, int stride, float weight,
                 const float* factors, const float* fine, float* out) {
  HWY_DYNAMIC_DISPATCH(blend)(coarse, map, linear, columns, stride, weight, factors, fine, out);
}

}  // namespace csca
#endif
