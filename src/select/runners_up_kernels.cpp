// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/offset.hpp"
#include "select/runners_up.hpp"
#include "select/winner_kernels.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "select/runners_up_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

// Few cells are among a pixel's four best: vectors are compared with the fourth one, and only cells that are not above
// it are looked at one by one.
HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// A cost and a level as one number, in the order of `Candidate::before`: keeping the lowest takes no branch then.
HWY_INLINE std::uint64_t key_of(Candidate candidate) {
  constexpr std::uint32_t sign = 0x80000000U;
  const auto bits = std::bit_cast<std::uint32_t>(candidate.cost);
  const std::uint32_t rising = (bits & sign) != 0 ? ~bits : bits | sign;
  return std::uint64_t{rising} << 32 | (static_cast<std::uint32_t>(candidate.level) ^ sign);
}
HWY_INLINE Candidate candidate_of(std::uint64_t key) {
  constexpr std::uint32_t sign = 0x80000000U;
  const auto rising = static_cast<std::uint32_t>(key >> 32);
  return {std::bit_cast<float>((rising & sign) != 0 ? rising ^ sign : ~rising),
          static_cast<std::int32_t>(static_cast<std::uint32_t>(key) ^ sign)};
}

/// A pixel's cells, as costs and as vectors hold them: what is above the limit at a level and beyond is not before the
/// candidate.
struct FloatCells {
  using D = FloatTag;
  static constexpr float most = std::numeric_limits<float>::infinity();
  HWY_INLINE float cost(float cell) const { return cell; }
  HWY_INLINE float limit(Candidate candidate, std::int32_t /*level*/) const { return candidate.cost; }
};
struct WholeCells {
  using D = hn::ScalableTag<std::uint16_t>;
  static constexpr std::uint16_t most = 65535;
  float unit;
  HWY_INLINE float cost(std::uint16_t cell) const { return unit * static_cast<float>(cell); }
  HWY_INLINE std::uint16_t limit(Candidate candidate, std::int32_t level) const {
    const float cell = candidate.cost / unit + (candidate.level < level ? -0.5F : 0.5F);
    return cell < 65535 ? static_cast<std::uint16_t>(std::max(cell, 0.0F)) : most;
  }
};

/// The largest of four lanes, into which a vector's lanes are folded by taking the lower one: there are four cells that
/// are not above it. Any cell is without vectors.
template <class D, class T = hn::TFromD<D>>
HWY_INLINE T fourth_at_most(D d, hn::Vec<D> lowest, T most) {
#if HWY_TARGET == HWY_SCALAR
  (void)d, (void)lowest;
  return most;
#else
  if constexpr (hn::MaxLanes(D()) == 4) {
    HWY_ALIGN T four[4];
    hn::Store(lowest, d, four);
    return std::max(std::max(four[0], four[1]), std::max(four[2], four[3]));
  } else {
    const hn::Half<D> half;
    return fourth_at_most(half, hn::Min(hn::LowerHalf(half, lowest), hn::UpperHalf(half, lowest)), most);
  }
#endif
}

/// Cells [begin, end) of each pixel, of which the first is at level `first`.
template <class Cells, class T = hn::TFromD<typename Cells::D>>
HWY_INLINE void keep_best(const Cells& kind, const T* cells, int stride, int begin, int end, int first, int count,
                          const BestSoFar& best) {
  const typename Cells::D d;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(typename Cells::D()));
  const auto at_an_end = [=](int k) HWY_ATTR { return k < begin || k + lanes > end; };
  // A bit for each cell from k on that competes.
  const auto competing = [=](int k) HWY_ATTR {
    const std::uint64_t from = k < begin ? ~std::uint64_t{0} << (begin - k) : ~std::uint64_t{0};
    return end - k < 64 ? from & ~(~std::uint64_t{0} << (end - k)) : from;
  };
  // The cells from k on: the highest possible one for those that do not compete or are no number.
  const auto load = [=](const T* pixel, int k) HWY_ATTR {
    const auto most = hn::Set(d, Cells::most);
    const auto now = hn::Min(hn::LoadU(d, pixel + k), most);  // the second one, where the first is no number
    if (!at_an_end(k)) return now;
    const auto before = hn::FirstN(d, static_cast<std::size_t>(std::max(begin - k, 0)));
    const auto inside = hn::FirstN(d, static_cast<std::size_t>(end - k));
    return hn::IfThenElse(hn::AndNot(before, inside), now, most);
  };
  const int start = begin / lanes * lanes;
  for (int x = 0; x < count; ++x, cells += stride) {
    RunnersUp& kept = best.others[x];
    std::uint64_t four[4] = {key_of({best.cost[x], best.level[x]}), key_of(kept[0]), key_of(kept[1]), key_of(kept[2])};
    auto lowest = load(cells, start);
    for (int k = start + lanes; k < end; k += lanes) lowest = hn::Min(lowest, load(cells, k));
    const T bound = fourth_at_most(d, lowest, Cells::most);
    for (int k = start; k < end; k += lanes) {
      const T limit = std::min(bound, kind.limit(candidate_of(four[3]), first + k));
      const auto now = hn::LoadU(d, cells + k);
      std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(d, hn::Eq(hn::Min(now, hn::Set(d, limit)), now), bytes);  // false for what is no number
      std::uint64_t bits = 0;
      std::memcpy(&bits, bytes, (lanes + 7) / 8);
      if (at_an_end(k)) bits &= competing(k);
      for (; bits != 0; bits &= bits - 1) {
        const int cell = k + std::countr_zero(bits);
        std::uint64_t loser = key_of({kind.cost(cells[cell]), first + cell});
        for (std::uint64_t& place : four) {
          const std::uint64_t winner = std::min(place, loser);
          loser = std::max(place, loser);
          place = winner;
        }
      }
    }
    kept = {candidate_of(four[1]), candidate_of(four[2]), candidate_of(four[3])};
  }
}

HWY_FLATTEN void float_row(Columns columns, Levels competing, Levels levels, const float* cells,
                           const BestSoFar& best) {
  const int begin = competing.first - levels.first;
  keep_best(FloatCells(), cells, Volume::stride_for(levels.count), begin, begin + competing.count, levels.first,
            columns.count(), best);
}

HWY_FLATTEN void whole_row(const WholeRow& row, const BestSoFar& best) {
  const int begin = row.competing.first - row.levels.first;
  keep_best(WholeCells{row.unit}, row.cells, Volume::stride_for(row.levels.count), begin, begin + row.competing.count,
            row.levels.first, row.columns.count(), best);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(float_row);
HWY_EXPORT(whole_row);

void keep_runners_up(Columns columns, Levels competing, Levels row_levels, const float* cells, const BestSoFar& best) {
  HWY_DYNAMIC_DISPATCH(float_row)(columns, competing, row_levels, cells, best);
}

void keep_runners_up(const WholeRow& row, const BestSoFar& best) { HWY_DYNAMIC_DISPATCH(whole_row)(row, best); }

}  // namespace csca
#endif
