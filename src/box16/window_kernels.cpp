// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "box16/window_kernels.hpp"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "box16/window_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/level_blocks-inl.hpp"

// What happens to a row once its costs are in the sums down the columns, pixel by pixel and in registers:
//
//   sums -> running sum along the row = window -> times the factor -+
//   coarser scale's row -> levels interleaved, for two columns ------+-> sum -> stored, or its lowest cell
//
// A block of levels is two vectors of 16-bit words, in order.
HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// What window sums are multiplied with.
template <class D>
class Factor {
 public:
  HWY_INLINE Factor(D d, std::uint32_t factor)
      : part_(hn::Set(d, static_cast<std::uint16_t>(factor))), whole_(factor >> 16) {}

  /// The whole part, of windows that the border or holes cut, counts one by one.
  HWY_INLINE hn::Vec<D> times(hn::Vec<D> sum) const {
    auto product = hn::MulHigh(sum, part_);
    for (std::uint32_t i = 0; i < whole_; ++i) product = hn::SaturatedAdd(product, sum);
    return product;
  }

 private:
  hn::Vec<D> part_;
  std::uint32_t whole_;
};

/// How the coarser scale is read; `nearest` from an even level on, which is the fastest.
enum class Map { none, nearest, any };

/// The coarser scale at this one's columns and levels.
template <Map map, class D>
class Upsampled {
 public:
  using V = hn::Vec<D>;

  HWY_INLINE Upsampled(D d, const CoarseRow& coarse)
      : coarse_(coarse),
        linear_(map == Map::any && coarse.linear),
        linear_levels_(map == Map::any && coarse.levels.linear),
        two_rows_(map == Map::any && coarse.other != nullptr),
        even_(map == Map::nearest || coarse.levels.offset == 0),
        low_(hn::Zero(d)),
        high_(hn::Zero(d)),
        next_low_(hn::Zero(d)),
        next_high_(hn::Zero(d)) {}

  /// Adds to a block of costs. Columns have to come in order.
  HWY_INLINE void add(D d, int x, V& low, V& high) {
    const int under = x >> 1;
    if (under != under_) {
      if (linear_ && under == under_ + 1) {
        low_ = next_low_;
        high_ = next_high_;
      } else {
        expand(d, under, low_, high_);
      }
      if (linear_) expand(d, std::min(under + 1, coarse_.columns.end - 1), next_low_, next_high_);
      under_ = under;
    }
    const bool between = linear_ && (x & 1) == 1;
    low = hn::SaturatedAdd(low, between ? hn::AverageRound(low_, next_low_) : low_);
    high = hn::SaturatedAdd(high, between ? hn::AverageRound(high_, next_high_) : high_);
  }

 private:
  HWY_INLINE void expand(D d, int x, V& low, V& high) const {
    const std::ptrdiff_t pixel = static_cast<std::ptrdiff_t>(x - coarse_.columns.begin) * coarse_.stride;
    auto lower = hn::LoadU(d, coarse_.row + pixel);
    auto upper = hn::LoadU(d, coarse_.row + pixel + 1);
    if (two_rows_) {
      lower = hn::AverageRound(lower, hn::LoadU(d, coarse_.other + pixel));
      upper = hn::AverageRound(upper, hn::LoadU(d, coarse_.other + pixel + 1));
    }
    const auto between = linear_levels_ ? hn::AverageRound(lower, upper) : upper;
    const auto even = even_ ? lower : between;
    const auto odd = even_ ? between : upper;
#if HWY_TARGET == HWY_SCALAR
    (void)d;
    low = even;
    high = odd;
#else
    const auto a = for_interleaving(even);
    const auto b = for_interleaving(odd);
    low = hn::InterleaveLower(d, a, b);
    high = hn::InterleaveUpper(d, a, b);
#endif
  }

  CoarseRow coarse_;
  bool linear_;
  bool linear_levels_;
  bool two_rows_;
  bool even_;  // the first level
  int under_ = -2;
  V low_;  // of column under_
  V high_;
  V next_low_;  // of the next one
  V next_high_;
};

/// Calls use(i, low, high), the two vectors of costs, for each result in order.
template <Map map, class D, class Use>
HWY_INLINE void for_windows(D d, const ColumnSums& sums, const Windows& windows, const CoarseRow& coarse,
                            const Use& use) {
  const auto lanes = hn::Lanes(d);
  const std::uint16_t* cells = sums.cells;
  const Columns columns = sums.columns;
  const int radius = windows.radius;
  const int begin = windows.results.begin;  // no binding: clang 14 lets no lambda see one
  const int end = windows.results.end;
  const auto at = [=](int x) { return cells + static_cast<std::size_t>(x - columns.begin) * 2 * lanes; };
  Upsampled<map, D> up(d, coarse);
  auto sum_low = hn::Zero(d);
  auto sum_high = hn::Zero(d);
  const auto enter = [&](const std::uint16_t* from) HWY_ATTR {
    sum_low = hn::Add(sum_low, hn::Load(d, from));
    sum_high = hn::Add(sum_high, hn::Load(d, from + lanes));
  };
  const auto leave = [&](const std::uint16_t* from) HWY_ATTR {
    sum_low = hn::Sub(sum_low, hn::Load(d, from));
    sum_high = hn::Sub(sum_high, hn::Load(d, from + lanes));
  };
  const auto finish = [&](int x, const Factor<D>& factor) HWY_ATTR {
    auto low = factor.times(sum_low);
    auto high = factor.times(sum_high);
    if constexpr (map != Map::none) up.add(d, x, low, high);
    use(x - begin, low, high);
  };

  // Windows that are cut, then those that are whole and share a factor, then others that are cut.
  const auto cut = [&](int from, int to) HWY_ATTR {
    for (int x = from; x < to; ++x) {
      if (x + radius < columns.end) enter(at(x + radius));
      finish(x, Factor<D>(d, windows.factors[x - begin]));
      if (x - radius >= columns.begin) leave(at(x - radius));
    }
  };
  const auto [whole_begin, whole_end] = windows.shared;
  for (int x = std::max(begin - radius, columns.begin); x < std::min(begin + radius, columns.end); ++x) enter(at(x));
  cut(begin, whole_begin);
  if (whole_begin < whole_end) {
    const Factor<D> factor(d, windows.factors[whole_begin - begin]);
    const std::uint16_t* entering = at(whole_begin + radius);
    const std::uint16_t* leaving = at(whole_begin - radius);
    for (int x = whole_begin; x < whole_end; ++x, entering += 2 * lanes, leaving += 2 * lanes) {
      enter(entering);
      finish(x, factor);
      leave(leaving);
    }
  }
  cut(whole_end, end);
}

template <class D, class Use>
HWY_INLINE void windows_with(D d, const ColumnSums& sums, const Windows& windows, const CoarseRow& coarse,
                             const Use& use) {
  if (coarse.row == nullptr) return for_windows<Map::none>(d, sums, windows, coarse, use);
  const bool nearest = !coarse.linear && !coarse.levels.linear && coarse.levels.offset == 0;
  if (nearest) return for_windows<Map::nearest>(d, sums, windows, coarse, use);
  for_windows<Map::any>(d, sums, windows, coarse, use);
}

HWY_FLATTEN void store_windows(const ColumnSums& sums, const Windows& windows, const CoarseRow& coarse, int stride,
                               std::uint16_t* out) {
  with_block(sums.block, [&](auto d) HWY_ATTR {
    windows_with(d, sums, windows, coarse, [&](int i, auto low, auto high) HWY_ATTR {
      std::uint16_t* to = out + static_cast<std::size_t>(i) * static_cast<std::size_t>(stride);
      hn::StoreU(low, d, to);
      hn::StoreU(high, d, to + hn::Lanes(d));
    });
  });
}

/// The first lane of the two vectors that holds `value`: one of them does. Without a branch, which would be guessed
/// wrong every other time.
template <class D>
HWY_INLINE int first_lane(D d, hn::Vec<D> low, hn::Vec<D> high, hn::Vec<D> value) {
  const auto in_low = hn::FindFirstTrue(d, hn::Eq(low, value));
  const auto in_high = hn::FindFirstTrue(d, hn::Eq(high, value));
  return static_cast<int>(in_low >= 0 ? in_low : static_cast<std::intptr_t>(hn::Lanes(d)) + in_high);
}
#if HWY_TARGET <= HWY_AVX2
HWY_INLINE int first_lane(hn::Full256<std::uint16_t> /*d*/, hn::Vec256<std::uint16_t> low,
                          hn::Vec256<std::uint16_t> high, hn::Vec256<std::uint16_t> value) {
  const __m256i both =
      _mm256_packs_epi16(_mm256_cmpeq_epi16(low.raw, value.raw), _mm256_cmpeq_epi16(high.raw, value.raw));
  const __m256i ordered = _mm256_permute4x64_epi64(both, _MM_SHUFFLE(3, 1, 2, 0));
  return std::countr_zero(static_cast<std::uint32_t>(_mm256_movemask_epi8(ordered)));
}
#endif
#if HWY_TARGET <= HWY_AVX3
HWY_INLINE int first_lane(hn::Full512<std::uint16_t> /*d*/, hn::Vec512<std::uint16_t> low,
                          hn::Vec512<std::uint16_t> high, hn::Vec512<std::uint16_t> value) {
  const std::uint64_t in_low = _mm512_cmpeq_epi16_mask(low.raw, value.raw);
  const std::uint64_t in_high = _mm512_cmpeq_epi16_mask(high.raw, value.raw);
  return std::countr_zero(in_low | in_high << 32);
}
#endif

HWY_FLATTEN void lowest_windows(const ColumnSums& sums, const Windows& windows, const CoarseRow& coarse,
                                const LowestCells& lowest, int stride, std::uint16_t* out) {
  const Columns compete = lowest.compete;
  std::uint16_t* const costs = lowest.costs;
  std::uint16_t* const cells = lowest.cells;
  with_block(sums.block, [&](auto d) HWY_ATTR {
    // Cells that do not compete are made to lose.
    alignas(64) std::uint16_t handicaps[64];
    for (int k = 0; k < sums.block; ++k) handicaps[k] = k >= compete.begin && k < compete.end ? 0 : 65535;
    const auto handicap_low = hn::Load(d, handicaps);
    const auto handicap_high = hn::Load(d, handicaps + hn::Lanes(d));
    windows_with(d, sums, windows, coarse, [&](int i, auto low, auto high) HWY_ATTR {
      if (out != nullptr) {
        std::uint16_t* to = out + static_cast<std::size_t>(i) * static_cast<std::size_t>(stride);
        hn::StoreU(low, d, to);
        hn::StoreU(high, d, to + hn::Lanes(d));
      }
      low = hn::Or(low, handicap_low);
      high = hn::Or(high, handicap_high);
      const std::uint16_t now = lowest_lane(d, hn::Min(low, high));
      // Where costs are as high as they get, cells that do not compete have them too.
      const int cell = std::max(first_lane(d, low, high, hn::Set(d, now)), compete.begin);
      const bool wins = now <= costs[i];
      costs[i] = wins ? now : costs[i];
      cells[i] = wins ? static_cast<std::uint16_t>(lowest.first + cell) : cells[i];
    });
  });
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(store_windows);
HWY_EXPORT(lowest_windows);

void window_costs(const ColumnSums& sums, const Windows& windows, const CoarseRow& coarse, int stride,
                  std::uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(store_windows)(sums, windows, coarse, stride, out);
}
void lowest_window_costs(const ColumnSums& sums, const Windows& windows, const CoarseRow& coarse,
                         const LowestCells& lowest, int stride, std::uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(lowest_windows)(sums, windows, coarse, lowest, stride, out);
}

}  // namespace csca
#endif
