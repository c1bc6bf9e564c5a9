// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/diagonal_kernels.hpp"

#include "core/offset.hpp"
#include "core/unroll.hpp"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "select/whole_diagonal_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "select/keep_lower-inl.hpp"

// As diagonal_kernels.cpp does it, with costs of 16 bits. The winners of several vectors of levels are one chain: a
// right pixel that leaves a vector's lane 0 enters the last lane of the vector below, and is finished when it leaves
// the first vector.
HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<std::uint16_t>;
using V = hn::Vec<D>;

constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
constexpr int some = 512;  // columns at once
constexpr std::uint16_t nobody = 65535;

/// Lane i + 1 to lane i; the last lane becomes the first one of `next`.
HWY_INLINE V down(V v, V next) {
#if HWY_TARGET == HWY_SCALAR
  (void)v;
  return next;
#elif HWY_TARGET <= HWY_AVX3
  const __m512i behind = _mm512_alignr_epi64(next.raw, v.raw, 2);
  return V{_mm512_alignr_epi8(behind, v.raw, 2)};
#elif HWY_TARGET <= HWY_AVX2
  const D d;
  return hn::CombineShiftRightBytes<2>(d, hn::ConcatLowerUpper(d, next, v), v);
#else
  static_assert(lanes == 8);
  return hn::CombineShiftRightBytes<2>(D(), next, v);
#endif
}

/// Right pixels' lowest costs and their levels, counted from the row's first. In column i is right pixel
/// (columns - 1 - first level) - i, counted from the first column.
struct Results {
  std::uint16_t cost[some + 4 * lanes];
  std::uint16_t level[some + 4 * lanes];
};

/// The winners among `vectors` vectors of levels from the first-th on; cells [compete.begin, compete.end) of these
/// compete.
template <int vectors>
void chain(const std::uint16_t* cells, int columns, int stride, int first, Columns compete, Results& results) {
  const D d;
  V best[vectors];
  V best_level[vectors];
  V levels[vectors];
  hn::Mask<D> competes[vectors];
  for (int v = 0; v < vectors; ++v) {
    HWY_ALIGN std::uint16_t all[lanes];
    HWY_ALIGN std::uint16_t flags[lanes];
    for (int i = 0; i < lanes; ++i) {
      const int cell = v * lanes + i;
      all[i] = static_cast<std::uint16_t>(first + cell);
      flags[i] = cell >= compete.begin && cell < compete.end ? 65535 : 0;
    }
    levels[v] = hn::Load(d, all);
    competes[v] = hn::MaskFromVec(hn::Load(d, flags));
    best[v] = best_level[v] = hn::Set(d, nobody);
  }
  const V none = hn::Set(d, nobody);
  const std::uint16_t* pixel = cells + offset(columns - 1, stride);
  for (int i = 0; i < columns; ++i, pixel -= stride) {
    CSCA_UNROLL
    for (int v = 0; v < vectors; ++v) {
      const auto candidate = hn::LoadU(d, pixel + v * lanes);
      // Levels fall along the way: on ties the newcomer is the lower one.
      const auto wins = hn::And(competes[v], hn::Eq(hn::Min(candidate, best[v]), candidate));
      best[v] = hn::IfThenElse(wins, candidate, best[v]);
      best_level[v] = hn::IfThenElse(wins, levels[v], best_level[v]);
    }
    results.cost[i] = hn::GetLane(best[0]);
    results.level[i] = hn::GetLane(best_level[0]);
    CSCA_UNROLL
    for (int v = 0; v < vectors; ++v) {
      best[v] = down(best[v], v + 1 < vectors ? best[v + 1 < vectors ? v + 1 : v] : none);
      best_level[v] = down(best_level[v], v + 1 < vectors ? best_level[v + 1 < vectors ? v + 1 : v] : none);
    }
  }
  for (int v = 0; v < vectors; ++v) {  // those still under way
    hn::StoreU(best[v], d, results.cost + columns + v * lanes);
    hn::StoreU(best_level[v], d, results.level + columns + v * lanes);
  }
}

/// Takes over what right pixels `last` and before have won; those that nobody looked at, infinite costs at no level.
void keep_results(const Results& results, int count, int last, int first_level, float unit,
                  const RightWinners& winners) {
  const auto load = [](auto whole, const std::uint16_t* from) HWY_ATTR {
    return hn::PromoteTo(whole, hn::LoadU(hn::Rebind<std::uint16_t, decltype(whole)>(), from));
  };
  const auto index = [&](auto whole, int i) HWY_ATTR { return load(whole, results.level + i); };
  keep_lower(
      count, last, winners,
      [&](auto d, int i) HWY_ATTR {
        const hn::RebindToSigned<decltype(d)> whole;
        const auto cost = hn::Mul(hn::Set(d, unit), hn::ConvertTo(d, load(whole, results.cost + i)));
        const auto found = hn::Lt(index(whole, i), hn::Set(whole, std::int32_t{nobody}));
        return hn::IfThenElse(hn::RebindMask(d, found), cost, hn::Set(d, std::numeric_limits<float>::infinity()));
      },
      [&](auto whole, int i) HWY_ATTR {
        const auto found = hn::Lt(index(whole, i), hn::Set(whole, std::int32_t{nobody}));
        const auto none = hn::Set(whole, std::numeric_limits<std::int32_t>::max());
        return hn::IfThenElse(found, hn::Add(index(whole, i), hn::Set(whole, first_level)), none);
      });
}

void whole_diagonals(const WholeRow& row, const RightWinners& winners) {
  const int stride = Volume::stride_for(row.levels.count);
  const int first_competing = row.competing.first - row.levels.first;
  Results results;
  for (int begin = row.columns.begin; begin < row.columns.end; begin += some) {
    const Columns now{begin, std::min(begin + some, row.columns.end)};
    const std::uint16_t* cells = row.cells + offset(begin - row.columns.begin, stride);
    for (int k = 0; k < row.levels.count;) {
      const int left = row.levels.count - k;
      const Columns compete{first_competing - k, first_competing + row.competing.count - k};
      const auto with = [&](auto vectors) {
        chain<vectors>(cells + k, now.count(), stride, k, compete, results);
        keep_results(results, now.count() + vectors * lanes - 1, now.end - 1 - row.levels.first - k, row.levels.first,
                     row.unit, winners);
        k += vectors * lanes;
      };
      using std::integral_constant;
      if (left > 2 * lanes) {
        with(integral_constant<int, 4>());
      } else if (left > lanes) {
        with(integral_constant<int, 2>());
      } else {
        with(integral_constant<int, 1>());
      }
    }
  }
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(whole_diagonals);

void compete_along_diagonals(const WholeRow& row, const RightWinners& winners) {
  static_assert(WholeRow::behind >= 64);  // four vectors of 32, of which one level is the row's, or two of 32
  HWY_DYNAMIC_DISPATCH(whole_diagonals)(row, winners);
}

}  // namespace csca
#endif
