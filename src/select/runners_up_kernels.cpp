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

template <class D>
HWY_INLINE std::uint64_t bits_of(D d, hn::Mask<D> mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, (hn::MaxLanes(D()) + 7) / 8);
  return bits;
}

/// The lowest four of the bits: of cells that cost the same no others can be among the best. Where nothing has texture
/// all cost the same.
HWY_INLINE std::uint64_t first_four(std::uint64_t bits) {
  std::uint64_t others = bits;
  for (int i = 0; i < 4; ++i) others &= others - 1;  // 0 stays 0
  return bits ^ others;
}

/// Vectors of a pixel's cells, of which [begin, end) compete.
template <class D, class T = hn::TFromD<D>>
struct Competing {
  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  int begin;
  int end;
  T most;

  HWY_INLINE int start() const { return begin / lanes * lanes; }
  HWY_INLINE bool at_an_end(int k) const { return k < begin || k + lanes > end; }
  /// A bit for each cell from k on that competes.
  HWY_INLINE std::uint64_t bits(int k) const {
    const std::uint64_t from = k < begin ? ~std::uint64_t{0} << (begin - k) : ~std::uint64_t{0};
    return end - k < 64 ? from & ~(~std::uint64_t{0} << (end - k)) : from;
  }
  /// The cells from k on: the highest possible one for those that do not compete or are no number.
  HWY_INLINE hn::Vec<D> load(const T* pixel, int k) const {
    const D d;
    const auto now =
        hn::Min(hn::LoadU(d, pixel + k), hn::Set(d, most));  // the second one, where the first is no number
    if (!at_an_end(k)) return now;
    const auto before = hn::FirstN(d, static_cast<std::size_t>(std::max(begin - k, 0)));
    const auto inside = hn::FirstN(d, static_cast<std::size_t>(end - k));
    return hn::IfThenElse(hn::AndNot(before, inside), now, hn::Set(d, most));
  }
};

/// Cells [begin, end) of each pixel, of which the first is at level `first`.
template <class Cells, class T = hn::TFromD<typename Cells::D>>
HWY_INLINE void keep_best(const Cells& kind, const T* cells, int stride, int begin, int end, int first, int count,
                          const BestSoFar& best) {
  const typename Cells::D d;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(typename Cells::D()));
  const Competing<typename Cells::D> competing{begin, end, Cells::most};
  const int start = competing.start();
  for (int x = 0; x < count; ++x, cells += stride) {
    RunnersUp& kept = best.others[x];
    std::uint64_t four[4] = {key_of({best.cost[x], best.level[x]}), key_of(kept[0]), key_of(kept[1]), key_of(kept[2])};
    auto lowest = competing.load(cells, start);
    for (int k = start + lanes; k < end; k += lanes) lowest = hn::Min(lowest, competing.load(cells, k));
    const T bound = fourth_at_most(d, lowest, Cells::most);
    for (int k = start; k < end; k += lanes) {
      const T limit = std::min(bound, kind.limit(candidate_of(four[3]), first + k));
      const auto now = hn::LoadU(d, cells + k);
      const auto highest = hn::Set(d, limit);
      const std::uint64_t inside = competing.at_an_end(k) ? competing.bits(k) : ~std::uint64_t{0};
      std::uint64_t bits = bits_of(d, hn::Eq(hn::Min(now, highest), now)) & inside;  // false for what is no number
      if (std::popcount(bits) > 4) {
        const std::uint64_t ties = bits_of(d, hn::Eq(now, highest)) & inside;
        bits = (bits & ~ties) | first_four(ties);
      }
      for (; bits != 0; bits &= bits - 1) {
        const int cell = k + std::countr_zero(bits);
        std::uint64_t loser = key_of({kind.cost(cells[cell]), first + cell});
        for (std::uint64_t& place : four) {
          // Compilers make branches of a minimum and a maximum, which nobody could predict.
          const std::uint64_t swap = (place ^ loser) & (0 - static_cast<std::uint64_t>(loser < place));
          place ^= swap;
          loser ^= swap;
        }
      }
    }
    kept = {candidate_of(four[1]), candidate_of(four[2]), candidate_of(four[3])};
  }
}

/// Each pixel's lowest cell that is not beside the winner, where all levels are there.
HWY_FLATTEN void rival_of_row(const WholeRow& row, const BestSoFar& best) {
  using D = WholeCells::D;
  const D d;
  const WholeCells kind{row.unit};
  const int begin = row.competing.first - row.levels.first;
  const int end = begin + row.competing.count;
  const Competing<D> competing{begin, end, WholeCells::most};
  const int stride = Volume::stride_for(row.levels.count);
  const std::uint16_t* cells = row.cells;
  for (int x = 0; x < row.columns.count(); ++x, cells += stride) {
    const int winner = row.winner[x];
    const auto first_beside =
        hn::Set(d, static_cast<std::uint16_t>(winner - 1));  // or 65535: all that counts are differences
    const auto most = hn::Set(d, WholeCells::most);
    auto lowest = most;
    for (int k = competing.start(); k < end; k += competing.lanes) {
      const auto place = hn::Sub(hn::Iota(d, static_cast<std::uint16_t>(k)), first_beside);
      const auto beside = hn::Eq(hn::Min(place, hn::Set(d, std::uint16_t{2})), place);
      lowest = hn::Min(lowest, hn::IfThenElse(beside, most, competing.load(cells, k)));
    }
    RunnersUp& kept = best.others[x];
    if (winner - begin > 1 || end - 1 - winner > 1) {
      // Its level only tells that it is not beside the winner.
      kept[0] = {kind.cost(hn::GetLane(hn::MinOfLanes(d, lowest))), row.levels.first + winner + 2};
    }
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
HWY_EXPORT(rival_of_row);

void keep_runners_up(Columns columns, Levels competing, Levels row_levels, const float* cells, const BestSoFar& best) {
  HWY_DYNAMIC_DISPATCH(float_row)(columns, competing, row_levels, cells, best);
}

void keep_runners_up(const WholeRow& row, const BestSoFar& best) { HWY_DYNAMIC_DISPATCH(whole_row)(row, best); }

void keep_rivals(const WholeRow& row, const BestSoFar& best) { HWY_DYNAMIC_DISPATCH(rival_of_row)(row, best); }

}  // namespace csca
#endif
