// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
// What both kernels of diagonals end with. Included once for each instruction set.
#if defined(CSCA_SELECT_KEEP_LOWER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CSCA_SELECT_KEEP_LOWER_INL
#undef CSCA_SELECT_KEEP_LOWER_INL
#else
#define CSCA_SELECT_KEEP_LOWER_INL
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "core/float_tag-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

/// Right pixels `last`, the one before and so on take over what is lower than their winners so far, the lower level on
/// ties. cost(d, i) and level(d, i) are a vector of what the i-th of these and the next ones have found, of `count`.
template <class Cost, class Level>
HWY_INLINE void keep_lower(int count, int last, const RightWinners& winners, const Cost& cost, const Level& level) {
  namespace hn = hwy::HWY_NAMESPACE;
  float* best = winners.cost;
  std::int32_t* best_level = winners.level;
  const auto keep = [=](auto d, int i) HWY_ATTR {
    const hn::RebindToSigned<decltype(d)> whole;
    const int x = last - i - static_cast<int>(hn::MaxLanes(d)) + 1;
    const auto now = hn::Reverse(d, cost(d, i));
    const auto now_level = hn::Reverse(whole, level(whole, i));
    const auto before = hn::LoadU(d, best + x);
    const auto level_before = hn::LoadU(whole, best_level + x);
    const auto lower_level = hn::RebindMask(d, hn::Lt(now_level, level_before));
    const auto wins = hn::Or(hn::Lt(now, before), hn::And(hn::Eq(now, before), lower_level));
    hn::StoreU(hn::IfThenElse(wins, now, before), d, best + x);
    hn::StoreU(hn::IfThenElse(hn::RebindMask(whole, wins), now_level, level_before), whole, best_level + x);
  };
  constexpr auto lanes = static_cast<int>(hn::MaxLanes(FloatTag()));
  const int end = std::min(count, last + 1);
  int i = std::max(0, last - winners.width + 1);
  for (; i + lanes <= end; i += lanes) keep(FloatTag(), i);
  for (; i < end; ++i) keep(hn::CappedTag<float, 1>(), i);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
