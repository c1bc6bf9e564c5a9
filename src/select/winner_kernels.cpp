// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/winner_kernels.hpp"

#include <csca/aligned.hpp>

#include <algorithm>
#include <limits>
#include <type_traits>

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

#if HWY_TARGET != HWY_SCALAR
/// Lanes hold four pixels a block, each block other levels: the better of two halves, until one block is left.
template <class D>
HWY_INLINE void store_lowest(D d, hn::Vec<D> cost, hn::Vec<hn::RebindToSigned<D>> index, float* costs,
                             std::int32_t* indices) {
  const hn::RebindToSigned<D> di;
  if constexpr (hn::MaxLanes(d) > 4) {
    const hn::Half<D> half;
    const hn::Half<decltype(di)> half_i;
    const auto low = hn::LowerHalf(half, cost);
    const auto high = hn::UpperHalf(half, cost);
    const auto low_index = hn::LowerHalf(half_i, index);
    const auto high_index = hn::UpperHalf(half_i, index);
    const auto earlier = hn::RebindMask(half, hn::Lt(high_index, low_index));
    const auto better = hn::Or(hn::Lt(high, low), hn::And(hn::Eq(high, low), earlier));
    store_lowest(half, hn::IfThenElse(better, high, low),
                 hn::IfThenElse(hn::RebindMask(half_i, better), high_index, low_index), costs, indices);
  } else {
    hn::StoreU(cost, d, costs);
    hn::StoreU(index, di, indices);
  }
}

/// Four pixels at a time: transposed, so that each keeps to its lanes and no sum over lanes is needed.
template <class D>
void lowest_of_four(D d, const float* row, int width, int stride, const float* handicaps, float* cost,
                    std::int32_t* index) {
  const hn::RebindToSigned<D> di;
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const auto block = hn::And(hn::Iota(di, 0), hn::Set(di, ~3));  // first level of each lane's block
  for (int x = 0; x + 4 <= width; x += 4, row += 4 * stride) {
    auto best = hn::Set(d, std::numeric_limits<float>::infinity());
    auto level = hn::Zero(di);
    for (int k = 0; k < stride; k += lanes) {
      const auto handicap = hn::LoadU(d, handicaps + k);
      const auto a = hn::Add(hn::LoadU(d, row + k), handicap);
      const auto b = hn::Add(hn::LoadU(d, row + stride + k), handicap);
      const auto c = hn::Add(hn::LoadU(d, row + 2 * stride + k), handicap);
      const auto e = hn::Add(hn::LoadU(d, row + 3 * stride + k), handicap);
      const auto ac_low = hn::InterleaveLower(d, a, c);
      const auto be_low = hn::InterleaveLower(d, b, e);
      const auto ac_high = hn::InterleaveUpper(d, a, c);
      const auto be_high = hn::InterleaveUpper(d, b, e);
      auto now = hn::Add(block, hn::Set(di, k));
      // What is no number is not lower.
      const auto compete = [&](hn::Vec<D> cells) HWY_ATTR {
        const auto lower = hn::Lt(cells, best);
        best = hn::IfThenElse(lower, cells, best);
        level = hn::IfThenElse(hn::RebindMask(di, lower), now, level);
        now = hn::Add(now, hn::Set(di, 1));
      };
      compete(hn::InterleaveLower(d, ac_low, be_low));
      compete(hn::InterleaveUpper(d, ac_low, be_low));
      compete(hn::InterleaveLower(d, ac_high, be_high));
      compete(hn::InterleaveUpper(d, ac_high, be_high));
    }
    store_lowest(d, best, level, cost + x, index + x);
  }
}
#endif

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
#if HWY_TARGET != HWY_SCALAR
  if constexpr (std::is_same_v<Cell, float>) {
    if (stride % lanes == 0) {
      lowest_of_four(wide, row, width, stride, handicaps, cost, index);
    } else {
      lowest_of_four(narrow, row, width, stride, handicaps, cost, index);
    }
    const int done = width / 4 * 4;
    row += static_cast<std::size_t>(done) * static_cast<std::size_t>(stride);
    cost += done;
    index += done;
    width -= done;
  }
#endif
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

bool keep(const float* HWY_RESTRICT costs, const std::int32_t* HWY_RESTRICT indices, int first_level, int width,
          float* HWY_RESTRICT cost, std::int32_t* HWY_RESTRICT level) {
  constexpr float infinite = std::numeric_limits<float>::infinity();
  int finite = 0;
  for (int x = 0; x < width; ++x) {
    const std::int32_t candidate = first_level + indices[x];
    const bool number = costs[x] < infinite;
    const bool wins = number & ((costs[x] < cost[x]) | ((costs[x] == cost[x]) & (candidate < level[x])));
    cost[x] = wins ? costs[x] : cost[x];
    level[x] = wins ? candidate : level[x];
    finite += number ? 1 : 0;
  }
  return finite < width;
}

void keep_whole(const std::uint16_t* HWY_RESTRICT costs, const std::uint16_t* HWY_RESTRICT indices, int first_level,
                int width, float* HWY_RESTRICT cost, std::int32_t* HWY_RESTRICT level) {
  for (int x = 0; x < width; ++x) {
    const std::int32_t candidate = first_level + indices[x];
    const auto now = static_cast<float>(costs[x]);
    const bool wins = (now < cost[x]) | ((now == cost[x]) & (candidate < level[x]));
    cost[x] = wins ? now : cost[x];
    level[x] = wins ? candidate : level[x];
  }
}

void lowest_f32(const float* row, int width, int stride, int begin, int end, float* cost, std::int32_t* index) {
  lowest_any<16>(row, width, stride, begin, end, cost, index);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(keep);
HWY_EXPORT(lowest_f32);
HWY_EXPORT(keep_whole);

void lowest_cells(const float* row, int width, int stride, int begin, int end, float* cost, std::int32_t* index) {
  HWY_DYNAMIC_DISPATCH(lowest_f32)(row, width, stride, begin, end, cost, index);
}

bool keep_lower(const float* costs, const std::int32_t* indices, int first_level, int width, float* cost,
                std::int32_t* level) {
  return HWY_DYNAMIC_DISPATCH(keep)(costs, indices, first_level, width, cost, level);
}

void keep_lower(const std::uint16_t* costs, const std::uint16_t* indices, int first_level, int width, float* cost,
                std::int32_t* level) {
  HWY_DYNAMIC_DISPATCH(keep_whole)(costs, indices, first_level, width, cost, level);
}

}  // namespace csca
#endif
