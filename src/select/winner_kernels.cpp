// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/winner_kernels.hpp"

#include <csca/aligned.hpp>

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "select/winner_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Cells that do not compete are made to lose: `handicap` is 0 for competitors.
template <class D>
HWY_INLINE hn::Vec<D> competing(D d, hn::Vec<D> cells, hn::Vec<D> handicap) {
  if constexpr (hwy::IsFloat<hn::TFromD<D>>()) {
    const auto infinite = hn::Set(d, std::numeric_limits<float>::infinity());
    const auto sum = hn::Add(cells, handicap);
    return hn::IfThenElse(hn::Lt(sum, infinite), sum, infinite);  // what is no number is not lower
  } else {
    return hn::Or(cells, handicap);
  }
}

/// The lowest lane of a vector. By halves: for 16-bit lanes x86 has one instruction at 8 of them.
template <class D>
HWY_INLINE hn::TFromD<D> lowest_lane(D d, hn::Vec<D> v) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(d) * sizeof(hn::TFromD<D>) > 16) {
    const hn::Half<D> half;
    return lowest_lane(half, hn::Min(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
#endif
  return hn::GetLane(hn::MinOfLanes(d, v));
}

/// `vectors` is how many make up a pixel, when that is known ahead.
template <int vectors, class D, class Cell>
void lowest(D d, const Cell* row, int width, int stride, const Cell* handicaps, float* cost, std::int32_t* index) {
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const int count = vectors > 0 ? vectors : stride / lanes;
  for (int x = 0; x < width; ++x, row += stride) {
    hn::Vec<D> best = competing(d, hn::LoadU(d, row), hn::LoadU(d, handicaps));
    for (int v = 1; v < count; ++v) {
      best = hn::Min(best, competing(d, hn::LoadU(d, row + v * lanes), hn::LoadU(d, handicaps + v * lanes)));
    }
    const Cell low = lowest_lane(d, best);
    const auto all_low = hn::Set(d, low);
    std::intptr_t first = -1;
    int v = 0;
    for (; v < count && first < 0; ++v) {
      const auto cells = competing(d, hn::LoadU(d, row + v * lanes), hn::LoadU(d, handicaps + v * lanes));
      first = hn::FindFirstTrue(d, hn::Eq(cells, all_low));
    }
    cost[x] = static_cast<float>(low);
    index[x] = static_cast<std::int32_t>((v - 1) * lanes + first);
  }
}

template <int most_lanes, class Cell>
void lowest_any(const Cell* row, int width, int stride, int begin, int end, float* cost, std::int32_t* index) {
  // A few cells a call: on the stack up to what slabs usually have.
  constexpr Cell loses = std::numeric_limits<Cell>::has_infinity ? std::numeric_limits<Cell>::infinity()
                                                                 : std::numeric_limits<Cell>::max();
  Cell usual[64] = {};
  AlignedVector<Cell> more(stride > 64 ? static_cast<std::size_t>(stride) : 0);
  Cell* handicaps = stride > 64 ? more.data() : usual;
  for (int k = 0; k < stride; ++k) handicaps[k] = k >= begin && k < end ? Cell{} : loses;

  const hn::CappedTag<Cell, most_lanes> wide;
  const hn::CappedTag<Cell, 8> narrow;
  const auto lanes = static_cast<int>(hn::Lanes(wide));
  if (stride == lanes) {
    lowest<1>(wide, row, width, stride, handicaps, cost, index);
  } else if (stride == 2 * lanes) {
    lowest<2>(wide, row, width, stride, handicaps, cost, index);
  } else if (stride % lanes == 0) {
    lowest<0>(wide, row, width, stride, handicaps, cost, index);
  } else {
    lowest<0>(narrow, row, width, stride, handicaps, cost, index);
  }
}

void lowest_f32(const float* row, int width, int stride, int begin, int end, float* cost, std::int32_t* index) {
  lowest_any<16>(row, width, stride, begin, end, cost, index);
}
void lowest_u16(const std::uint16_t* row, int width, int stride, int begin, int end, float* cost, std::int32_t* index) {
  lowest_any<32>(row, width, stride, begin, end, cost, index);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(lowest_f32);
HWY_EXPORT(lowest_u16);

void lowest_cells(const float* row, int width, int stride, int begin, int end, float* cost, std::int32_t* index) {
  HWY_DYNAMIC_DISPATCH(lowest_f32)(row, width, stride, begin, end, cost, index);
}
void lowest_cells(const std::uint16_t* row, int width, int stride, int begin, int end, float* cost,
                  std::int32_t* index) {
  HWY_DYNAMIC_DISPATCH(lowest_u16)(row, width, stride, begin, end, cost, index);
}

}  // namespace csca
#endif
