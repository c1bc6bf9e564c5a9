// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/winner_kernels.hpp"

#include <csca/aligned.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "select/winner_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr float infinite = std::numeric_limits<float>::infinity();

/// Cells of pixels as they compete: those that do not, and what is no number, are infinite. `vectors` is how many make
/// up a pixel, when that is known ahead; `handicapped`, whether there are cells that do not compete.
template <class D, int vectors, bool handicapped>
struct Row {
  using Tag = D;
  const float* cells;
  int any_stride;
  const float* handicaps;

  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  HWY_INLINE int stride() const { return vectors > 0 ? vectors * lanes : any_stride; }
  HWY_INLINE const float* pixel(int x) const { return cells + static_cast<std::ptrdiff_t>(x) * stride(); }

  HWY_INLINE hn::Vec<D> competing(const float* at, int k) const {
    const D d;
    auto now = hn::LoadU(d, at + k);
    if constexpr (handicapped) now = hn::Add(now, hn::LoadU(d, handicaps + k));
    return hn::Min(now, hn::Set(d, infinite));  // the second one, where the first is no number
  }

  /// The lowest cells of a pixel's vectors, lane by lane.
  HWY_INLINE hn::Vec<D> lowest(const float* at) const {
    auto low = competing(at, 0);
    for (int k = lanes; k < stride(); k += lanes) low = hn::Min(low, competing(at, k));
    return low;
  }

  /// The first cell of a pixel that costs `low`; there is one.
  HWY_INLINE int first(const float* at, float low) const {
    const D d;
    const auto here = [&](int k) HWY_ATTR { return hn::FindFirstTrue(d, hn::Eq(competing(at, k), hn::Set(d, low))); };
    if constexpr (vectors == 1) return static_cast<int>(here(0));
    for (int k = 0;; k += lanes) {
      if (const auto lane = here(k); lane >= 0) return k + static_cast<int>(lane);
    }
  }
};

#if HWY_TARGET == HWY_SCALAR
template <class Row>
HWY_INLINE hn::Vec<typename Row::Tag> lowest_of_pixels(const Row& row, int x) {
  return row.lowest(row.pixel(x));
}
#else
/// Four pixels' lowest cells: each block of four lanes holds one lane a pixel.
template <class Row, class D = typename Row::Tag>
HWY_INLINE hn::Vec<D> lowest_of_four(const Row& row, int x) {
  const D d;
  const hn::Repartition<double, D> pairs;
  const float* at = row.pixel(x);
  const auto both = [&](int i) HWY_ATTR {
    const auto a = row.lowest(at + static_cast<std::ptrdiff_t>(i) * row.stride());
    const auto b = row.lowest(at + static_cast<std::ptrdiff_t>(i + 1) * row.stride());
    return hn::BitCast(pairs, hn::Min(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b)));
  };
  const auto front = both(0);
  const auto back = both(2);
  return hn::Min(hn::BitCast(d, hn::InterleaveLower(pairs, front, back)),
                 hn::BitCast(d, hn::InterleaveUpper(pairs, front, back)));
}

/// As many pixels as there are lanes, a lane each: blocks of four pixels, of which the halves, then neighbours compete.
template <class Row, class D = typename Row::Tag>
HWY_INLINE hn::Vec<D> lowest_of_pixels(const Row& row, int x) {
  const D d;
  const auto halves = [&](hn::Vec<D> a, hn::Vec<D> b)
                          HWY_ATTR { return hn::Min(hn::ConcatLowerLower(d, b, a), hn::ConcatUpperUpper(d, b, a)); };
  if constexpr (hn::MaxLanes(d) == 4) {
    return lowest_of_four(row, x);
  } else if constexpr (hn::MaxLanes(d) == 8) {
    return halves(lowest_of_four(row, x), lowest_of_four(row, x + 4));
  } else {
    const auto even = halves(lowest_of_four(row, x), lowest_of_four(row, x + 8));
    const auto odd = halves(lowest_of_four(row, x + 4), lowest_of_four(row, x + 12));
    return hn::Min(hn::OddEvenBlocks(hn::SwapAdjacentBlocks(odd), even),
                   hn::OddEvenBlocks(odd, hn::SwapAdjacentBlocks(even)));
  }
}
#endif

/// The pixel's lowest cell takes the place of the winner so far, unless it ties with one at a lower level.
template <class Row>
HWY_INLINE void challenge(const Row& row, Levels levels, int x, float low, const Winners& winners) {
  const float* at = row.pixel(x);
  const int k = row.first(at, low);
  const std::int32_t candidate = levels.first + k;
  if (low == winners.cost[x] && candidate > winners.level[x]) return;
  winners.cost[x] = low;
  winners.level[x] = candidate;
  if (winners.below == nullptr) return;
  winners.below[x] = k > 0 ? at[k - 1] : infinite;
  winners.above[x] = k + 1 < levels.count ? at[k + 1] : infinite;
}

/// First the lowest cells of some pixels and a bit for each that wins, then those: branches that nobody can predict are
/// few that way, and do not wait for the cells.
template <class Row>
bool compete_with(const Row& row, int width, Levels levels, const Winners& winners) {
  const typename Row::Tag d;
  constexpr int some = 256;
  constexpr int lanes = Row::lanes;
  constexpr int per_byte = std::min(lanes, 8);
  float lows[some];
  bool all = true;
  for (int begin = 0; begin < width; begin += some) {
    const int count = std::min(some, width - begin);
    std::uint8_t wins[some / per_byte] = {};
    int i = 0;
    for (; i + lanes <= count; i += lanes) {
      const auto low = lowest_of_pixels(row, begin + i);
      const auto finite = hn::Lt(low, hn::Set(d, infinite));
      hn::StoreU(low, d, lows + i);
      hn::StoreMaskBits(d, hn::And(finite, hn::Le(low, hn::LoadU(d, winners.cost + begin + i))), wins + i / per_byte);
      all = all && hn::AllTrue(d, finite);
    }
    for (; i < count; ++i) {
      float low = infinite;
      for (int k = 0; k < levels.count; ++k) {
        const float cell = row.pixel(begin + i)[k] + row.handicaps[k];
        if (cell < low) low = cell;
      }
      lows[i] = low;
      const int bit = low < infinite && low <= winners.cost[begin + i] ? 1 << (i % per_byte) : 0;
      wins[i / per_byte] = static_cast<std::uint8_t>(wins[i / per_byte] | bit);
      all = all && low < infinite;
    }
    for (int first = 0; first < some / per_byte; first += 8) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, wins + first, sizeof(bits));
      for (; bits != 0; bits &= bits - 1) {
        const int bit = std::countr_zero(bits);
        const int x = (first + bit / 8) * per_byte + bit % 8;
        challenge(row, levels, begin + x, lows[x], winners);
      }
    }
  }
  return !all;
}

bool compete_in(const float* row, int width, Levels levels, const float* handicaps, bool handicapped,
                const Winners& winners) {
  using D = FloatTag;
  const int stride = Volume::stride_for(levels.count);
  const auto with = [&](auto vectors) HWY_ATTR {
    return handicapped ? compete_with(Row<D, vectors, true>{row, stride, handicaps}, width, levels, winners)
                       : compete_with(Row<D, vectors, false>{row, stride, handicaps}, width, levels, winners);
  };
  constexpr int usual = std::max<int>(16 / hn::MaxLanes(D()), 1);
  if (stride == usual * static_cast<int>(hn::MaxLanes(D()))) return with(std::integral_constant<int, usual>());
  return with(std::integral_constant<int, 0>());
}

bool compete_all(const float* row, int width, Levels levels, int begin, int end, const Winners& winners) {
  const int stride = Volume::stride_for(levels.count);
  // A few cells a call: on the stack up to what slabs usually have.
  float usual[64] = {};
  AlignedVector<float> more(stride > 64 ? static_cast<std::size_t>(stride) : 0);
  float* handicaps = stride > 64 ? more.data() : usual;
  for (int k = 0; k < stride; ++k) handicaps[k] = k >= begin && k < end ? 0 : infinite;
  const bool handicapped = begin != 0 || end != stride;
  return compete_in(row, width, levels, handicaps, handicapped, winners);
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

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(compete_all);
HWY_EXPORT(keep_whole);

bool compete(const float* row, int width, Levels levels, int begin, int end, const Winners& winners) {
  return HWY_DYNAMIC_DISPATCH(compete_all)(row, width, levels, begin, end, winners);
}

void keep_lower(const std::uint16_t* costs, const std::uint16_t* indices, int first_level, int width, float* cost,
                std::int32_t* level) {
  HWY_DYNAMIC_DISPATCH(keep_whole)(costs, indices, first_level, width, cost, level);
}

}  // namespace csca
#endif
