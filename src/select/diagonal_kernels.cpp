// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/diagonal_kernels.hpp"

#include "core/offset.hpp"
#include "core/unroll.hpp"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "select/diagonal_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"
#include "select/keep_lower-inl.hpp"

// A right pixel's costs lie on a diagonal: one level up for each column to the right. A block of levels is a vector,
// and the vector of winners so far moves along with the diagonals: from the last column to the first, each right pixel
// goes one lane down a step, and is finished when it leaves lane 0 of the lowest one.
HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = FloatTag;
using Whole = hn::RebindToSigned<D>;

constexpr int some = 256;  // columns at once: their winners are in the nearest cache
constexpr float infinite = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr std::int32_t nobody = std::numeric_limits<std::int32_t>::max();

/// Lane i + 1 to lane i; the last lane becomes the first one of `next`.
template <class Tag>
HWY_INLINE hn::Vec<Tag> down(Tag d, hn::Vec<Tag> v, hn::Vec<Tag> next) {
#if HWY_TARGET == HWY_SCALAR
  (void)d, (void)v;
  return next;
#else
  if constexpr (hn::MaxLanes(d) == 8) return hn::CombineShiftRightBytes<4>(d, hn::ConcatLowerUpper(d, next, v), v);
  if constexpr (hn::MaxLanes(d) == 4) return hn::CombineShiftRightBytes<4>(d, next, v);
#endif
}

/// The winners among some vectors of levels, which are one chain: what leaves a vector's lane 0 enters the last lane of
/// the vector below. In column i of the results is right pixel (columns - 1 - first level) - i, counted from the first
/// column.
template <int vectors>
struct Results {
  float cost[some + (vectors + 1) * hn::MaxLanes(D())];
  std::int32_t level[some + (vectors + 1) * hn::MaxLanes(D())];
};

template <int vectors>
HWY_INLINE void chain_winners(int columns, int first, const float* cells, int stride, const float* handicaps,
                              Results<vectors>& results) {
  const D d;
  const Whole w;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(d));
  const auto no_cost = hn::Set(d, infinite);
  const auto no_level = hn::Set(w, nobody);
  hn::Vec<D> handicap[vectors];
  hn::Vec<Whole> levels[vectors];
  hn::Vec<D> best[vectors];
  hn::Vec<Whole> best_level[vectors];
  CSCA_UNROLL
  for (int v = 0; v < vectors; ++v) {
    handicap[v] = hn::LoadU(d, handicaps + v * lanes);
    levels[v] = hn::Iota(w, first + v * lanes);
    best[v] = no_cost;
    best_level[v] = no_level;
  }
  const float* pixel = cells + static_cast<std::ptrdiff_t>(columns - 1) * stride;
  for (int i = 0; i < columns; ++i, pixel -= stride) {
    CSCA_UNROLL
    for (int v = 0; v < vectors; ++v) {
      const auto candidate = hn::Add(hn::LoadU(d, pixel + v * lanes), handicap[v]);
      // Levels fall along the way: on ties the newcomer is the lower one.
      const auto wins = hn::Le(candidate, best[v]);
      best[v] = hn::IfThenElse(wins, candidate, best[v]);
      best_level[v] = hn::IfThenElse(hn::RebindMask(w, wins), levels[v], best_level[v]);
    }
    results.cost[i] = hn::GetLane(best[0]);
    results.level[i] = hn::GetLane(best_level[0]);
    CSCA_UNROLL
    for (int v = 0; v < vectors; ++v) {
      const int above = v + 1 < vectors ? v + 1 : v;
      best[v] = down(d, best[v], above == v ? no_cost : best[above]);
      best_level[v] = down(w, best_level[v], above == v ? no_level : best_level[above]);
    }
  }
  for (int v = 0; v < vectors; ++v) {  // those still under way
    hn::StoreU(best[v], d, results.cost + columns + v * lanes);
    hn::StoreU(best_level[v], w, results.level + columns + v * lanes);
  }
}

template <int vectors>
HWY_INLINE void compete(Columns columns, int first, Levels competing, const float* cells, int stride,
                        const RightWinners& winners) {
  constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  float handicaps[vectors * lanes];  // what is no number never wins
  for (int i = 0; i < vectors * lanes; ++i) {
    handicaps[i] = first + i >= competing.first && first + i <= competing.last() ? 0 : nan;
  }
  Results<vectors> results;
  chain_winners<vectors>(columns.count(), first, cells, stride, handicaps, results);
  keep_lower(
      columns.count() + vectors * lanes - 1, columns.end - 1 - first, winners,
      [&](auto d, int i) HWY_ATTR { return hn::LoadU(d, results.cost + i); },
      [&](auto d, int i) HWY_ATTR { return hn::LoadU(d, results.level + i); });
}

HWY_FLATTEN void diagonals(Columns columns, Levels levels, Levels competing, const float* cells,
                           const RightWinners& winners) {
  constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  const int stride = Volume::stride_for(levels.count);
  for (int begin = columns.begin; begin < columns.end; begin += some) {
    const Columns now{begin, std::min(begin + some, columns.end)};
    const float* pixels = cells + offset(begin - columns.begin, stride);
    int k = 0;
    for (; k + 2 * lanes <= stride; k += 2 * lanes) {
      compete<2>(now, levels.first + k, competing, pixels + k, stride, winners);
    }
    for (; k < stride; k += lanes) compete<1>(now, levels.first + k, competing, pixels + k, stride, winners);
  }
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(diagonals);

void compete_along_diagonals(Columns columns, Levels levels, Levels competing, const float* cells,
                             const RightWinners& winners) {
  HWY_DYNAMIC_DISPATCH(diagonals)(columns, levels, competing, cells, winners);
}

}  // namespace csca
#endif
