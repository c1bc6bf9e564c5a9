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

// A right pixel's costs lie on a diagonal: one level up for each column to the right. A block of levels is a vector,
// and the vector of winners so far moves along with the diagonals: from the last column to the first, each right pixel
// goes one lane down a step, and is finished when it leaves lane 0.
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

/// Lane i + 1 to lane i; the last lane becomes `last`.
template <class Tag>
class Down {
 public:
  HWY_INLINE explicit Down(Tag tag, hn::TFromD<Tag> last) : last_(hn::Set(tag, last)) {
    const hn::RebindToSigned<Tag> whole;
    const auto lane = hn::Iota(whole, 0);
    const auto end = hn::Set(whole, static_cast<std::int32_t>(hn::Lanes(whole)) - 1);
    from_ = hn::IndicesFromVec(tag, hn::Min(hn::Add(lane, hn::Set(whole, 1)), end));
    is_last_ = hn::RebindMask(tag, hn::Eq(lane, end));
  }
  HWY_INLINE hn::Vec<Tag> operator()(hn::Vec<Tag> v) const {
    return hn::IfThenElse(is_last_, last_, hn::TableLookupLanes(v, from_));
  }

 private:
  hn::Vec<Tag> last_;
  decltype(hn::IndicesFromVec(Tag(), hn::Zero(hn::RebindToSigned<Tag>()))) from_;
  hn::Mask<Tag> is_last_;
};

/// The winners among blocks of levels, each block for itself: several are under way at once, since each step of one has
/// to wait for the step before. In column i of the results is right pixel (columns - 1 - first level) - i, counted from
/// the first column.
template <int blocks>
struct Results {
  float cost[blocks][some + 2 * hn::MaxLanes(D())];
  std::int32_t level[blocks][some + 2 * hn::MaxLanes(D())];
};

template <int blocks>
HWY_INLINE void block_winners(int columns, int first, const float* cells, int stride, const float* handicaps,
                              Results<blocks>& results) {
  const D d;
  const Whole w;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(d));
  const Down<D> down(d, infinite);
  const Down<Whole> levels_down(w, nobody);
  hn::Vec<D> handicap[blocks];
  hn::Vec<Whole> levels[blocks];
  hn::Vec<D> best[blocks];
  hn::Vec<Whole> best_level[blocks];
  CSCA_UNROLL
  for (int b = 0; b < blocks; ++b) {
    handicap[b] = hn::LoadU(d, handicaps + b * lanes);
    levels[b] = hn::Iota(w, first + b * lanes);
    best[b] = hn::Set(d, infinite);
    best_level[b] = hn::Set(w, nobody);
  }
  const auto finish = [&](int i, int b) HWY_ATTR {
    hn::StoreU(best[b], d, results.cost[b] + i);  // lane 0 stays, the next store covers the others
    hn::StoreU(best_level[b], w, results.level[b] + i);
    best[b] = down(best[b]);
    best_level[b] = levels_down(best_level[b]);
  };
  const float* pixel = cells + static_cast<std::ptrdiff_t>(columns - 1) * stride;
  for (int i = 0; i < columns; ++i, pixel -= stride) {
    CSCA_UNROLL
    for (int b = 0; b < blocks; ++b) {
      const auto candidate = hn::Add(hn::LoadU(d, pixel + b * lanes), handicap[b]);
      // Levels fall along the way: on ties the newcomer is the lower one.
      const auto wins = hn::Le(candidate, best[b]);
      best[b] = hn::IfThenElse(wins, candidate, best[b]);
      best_level[b] = hn::IfThenElse(hn::RebindMask(w, wins), levels[b], best_level[b]);
      finish(i, b);
    }
  }
  for (int i = columns; i < columns + lanes - 1; ++i) {  // what is still under way
    CSCA_UNROLL
    for (int b = 0; b < blocks; ++b) finish(i, b);
  }
}

/// Takes over what right pixels `last` and before have won.
HWY_INLINE void keep_lower(const float* cost, const std::int32_t* level, int count, int last,
                           const RightWinners& winners) {
  float* best = winners.cost + last;
  std::int32_t* best_level = winners.level + last;
  for (int i = std::max(0, last - winners.width + 1); i < std::min(count, last + 1); ++i) {
    const bool wins = (cost[i] < best[-i]) | ((cost[i] == best[-i]) & (level[i] < best_level[-i]));
    best[-i] = wins ? cost[i] : best[-i];
    best_level[-i] = wins ? level[i] : best_level[-i];
  }
}

template <int blocks>
HWY_INLINE void compete(Columns columns, int first, Levels competing, const float* cells, int stride,
                        const RightWinners& winners) {
  constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  float handicaps[blocks * lanes];  // what is no number never wins
  for (int i = 0; i < blocks * lanes; ++i) {
    handicaps[i] = first + i >= competing.first && first + i <= competing.last() ? 0 : nan;
  }
  Results<blocks> results;
  block_winners<blocks>(columns.count(), first, cells, stride, handicaps, results);
  for (int b = 0; b < blocks; ++b) {
    keep_lower(results.cost[b], results.level[b], columns.count() + lanes - 1, columns.end - 1 - first - b * lanes,
               winners);
  }
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
