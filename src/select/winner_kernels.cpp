// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/winner_kernels.hpp"

#include <csca/aligned.hpp>

#include "core/unroll.hpp"
#include "scale/blended_kernels.hpp"

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
#include "scale/blended_cells-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr float infinite = std::numeric_limits<float>::infinity();
constexpr int usual_stride = 64;  // of slabs at most: what depends on it is on the stack

/// How cells of a pixel compete: those that do not, and what is no number, are infinite. `vectors` is how many make up
/// a pixel, when that is known ahead; `handicapped`, whether there are cells that do not compete.
template <int vectors, bool handicapped>
struct Contest {
  using D = FloatTag;
  int any_stride;
  const float* handicaps;

  static constexpr int lanes = static_cast<int>(hn::MaxLanes(D()));
  HWY_INLINE std::ptrdiff_t stride() const { return vectors > 0 ? vectors * lanes : any_stride; }

  HWY_INLINE hn::Vec<D> competing(hn::Vec<D> now, int k) const {
    const D d;
    if constexpr (handicapped) now = hn::Add(now, hn::LoadU(d, handicaps + k));
    return hn::Min(now, hn::Set(d, infinite));  // the second one, where the first is no number
  }

  /// A bit for each of a vector's cells that costs `low`.
  HWY_INLINE std::uint64_t equal(const float* pixel, int k, float low) const {
    const D d;
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, hn::Eq(competing(hn::LoadU(d, pixel + k), k), hn::Set(d, low)), bits);
    return bits[0];
  }

  /// The first of a pixel's cells that costs `low`; there is one. Of few vectors all are looked at: nobody could
  /// predict in which one it is.
  HWY_INLINE int first(const float* pixel, float low) const {
    static_assert(lanes <= 8 && vectors * lanes <= 64);
    std::uint64_t bits = 0;
    if constexpr (vectors > 0) {
      CSCA_UNROLL
      for (int k = 0; k < vectors * lanes; k += lanes) bits |= equal(pixel, k, low) << k;
      return std::countr_zero(bits);
    } else {
      int k = 0;
      while ((bits = equal(pixel, k, low)) == 0) k += lanes;
      return k + std::countr_zero(bits);
    }
  }
};

/// Cells of pixels in a contest. Pixels are x + i, counted from the even column at or before the first one, and x is
/// even.
template <class Cells, class Contest>
struct Row {
  using D = typename Cells::Tag;
  Cells cells;
  Contest contest;

  static constexpr int lanes = Contest::lanes;
  HWY_INLINE std::ptrdiff_t stride() const { return contest.stride(); }

  /// Cells k and on of a pixel; where they had to be computed they go to `kept`.
  template <bool inside>
  HWY_INLINE hn::Vec<D> taken(int x, int i, int k, float* kept) const {
    const auto now = cells.template at<inside>(x, i, k, stride());
    if constexpr (!Cells::as_they_are) hn::StoreU(now, D(), kept + i * stride() + k);
    return contest.competing(now, k);
  }

  /// The lowest cells of a pixel's vectors, lane by lane.
  template <bool inside>
  HWY_INLINE hn::Vec<D> lowest(int x, int i, float* kept) const {
    auto low = taken<inside>(x, i, 0, kept);
    for (int k = lanes; k < stride(); k += lanes) low = hn::Min(low, taken<inside>(x, i, k, kept));
    return low;
  }
};

#if HWY_TARGET == HWY_SCALAR
template <class Row>
HWY_INLINE hn::Vec<typename Row::D> lowest_of_pixels(const Row& row, int x, float* kept) {
  return row.template lowest<true>(x / 2 * 2, x % 2, kept - x % 2 * row.stride());
}
#else
/// Two pixels' lowest cells: pairs of lanes, one a pixel, of which there are two in each block of four.
template <class Row, class D = typename Row::D>
HWY_INLINE hn::Vec<hn::Repartition<double, D> > lowest_of_two(const Row& row, int x, int i, float* kept) {
  const D d;
  const auto a = row.template lowest<true>(x, i, kept);
  const auto b = row.template lowest<true>(x, i + 1, kept);
  return hn::BitCast(hn::Repartition<double, D>(), hn::Min(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b)));
}

/// Four pixels' lowest cells: each block of four lanes holds one lane a pixel.
template <class Row, class D = typename Row::D>
HWY_INLINE hn::Vec<D> lowest_of_four(const Row& row, int x, float* kept) {
  const D d;
  const hn::Repartition<double, D> pairs;
  const auto front = lowest_of_two(row, x, 0, kept);
  const auto back = lowest_of_two(row, x, 2, kept);
  return hn::Min(hn::BitCast(d, hn::InterleaveLower(pairs, front, back)),
                 hn::BitCast(d, hn::InterleaveUpper(pairs, front, back)));
}

/// As many pixels as there are lanes, a lane each: blocks of four pixels, of which the halves compete.
template <class Row, class D = typename Row::D>
HWY_INLINE hn::Vec<D> lowest_of_pixels(const Row& row, int x, float* kept) {
  const D d;
  if constexpr (hn::MaxLanes(d) == 4) {
    return lowest_of_four(row, x, kept);
  } else {
    static_assert(hn::MaxLanes(d) == 8);
    const auto front = lowest_of_four(row, x, kept);
    const auto back = lowest_of_four(row, x + 4, kept + 4 * row.stride());
    return hn::Min(hn::ConcatLowerLower(d, back, front), hn::ConcatUpperUpper(d, back, front));
  }
}
#endif

HWY_INLINE float beside(const LevelEdge& edge, int x) { return edge.other != nullptr ? edge.other[x] : infinite; }

/// Calls use(i) where values[i] is `value`: rarely.
template <class Use>
HWY_INLINE void for_equal(const std::int32_t* values, int count, std::int32_t value, const Use& use) {
  const hn::RebindToSigned<FloatTag> d;
  constexpr auto lanes = static_cast<int>(hn::MaxLanes(d));
  int i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto equal = hn::Eq(hn::LoadU(d, values + i), hn::Set(d, value));
    if (HWY_LIKELY(hn::AllFalse(d, equal))) continue;
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, equal, bits);
    for (unsigned left = bits[0]; left != 0; left &= left - 1) use(i + std::countr_zero(left));
  }
  for (; i < count; ++i) {
    if (values[i] == value) use(i);
  }
}

/// A pixel's lowest cell takes the place of winner x so far, unless it ties with one at a lower level.
template <class Contest>
HWY_INLINE void challenge(const Contest& contest, const float* pixel, Levels levels, float low, const Winners& winners,
                          const RowEdges& edges, int x) {
  const int k = contest.first(pixel, low);
  const std::int32_t candidate = levels.first + k;
  if (low == winners.cost[x] && candidate > winners.level[x]) return;
  winners.cost[x] = low;
  winners.level[x] = candidate;
  if (winners.below == nullptr) return;
  winners.below[x] = k > 0 ? pixel[k - 1] : beside(edges.below, x);
  winners.above[x] = k + 1 < levels.count ? pixel[k + 1] : beside(edges.above, x);
}

/// At both ends of the levels: costs for the other row, or what its winners lack. `cost(i)` is that of pixel i.
template <class Cost>
HWY_INLINE void meet(const LevelEdge& edge, int level_beside, float* neighbour, const std::int32_t* level, int count,
                     const Cost& cost) {
  if (edge.own != nullptr) {
    for (int i = 0; i < count; ++i) edge.own[i] = cost(i);
  } else if (edge.other != nullptr) {
    for_equal(level, count, level_beside, [&](int i) HWY_ATTR { neighbour[i] = cost(i); });
  }
}

template <class Cell>
HWY_INLINE void meet_others(const RowEdges& edges, Levels levels, const Winners& winners, int begin, int count,
                            const Cell& cell) {
  const auto from = [=](const LevelEdge& edge) HWY_ATTR {
    return LevelEdge{edge.other, edge.own == nullptr ? nullptr : edge.own + begin};
  };
  const std::int32_t* level = winners.level + begin;
  meet(from(edges.below), levels.first - 1, winners.above + begin, level, count,
       [&](int i) HWY_ATTR { return cell(i, 0); });
  meet(from(edges.above), levels.last() + 1, winners.below + begin, level, count,
       [&](int i) HWY_ATTR { return cell(i, levels.count - 1); });
}

/// The lowest cells of a few pixels, and a bit for each that beats the winner so far.
struct Bids {
  static constexpr int size = 64;
  static constexpr int per_byte = std::min(static_cast<int>(hn::MaxLanes(FloatTag())), 8);
  float low[size];
  std::uint8_t wins[size / per_byte] = {};
};

/// The bids of pixels `begin` to `end` of those that x, an even column, and `kept` count from. Returns whether all are
/// finite. `cost` is that of winners so far.
template <class Row>
HWY_INLINE bool make_bids(const Row& shared, int x, int begin, int end, const float* cost, float* kept, Bids& bids) {
  const Row row = shared;  // a copy that nobody else can reach stays in registers
  const typename Row::D d;
  constexpr int lanes = Row::lanes;
  constexpr int per_byte = Bids::per_byte;
  const std::ptrdiff_t stride = row.stride();
  bool all = true;
  const auto lone_pixel = [&](int i) HWY_ATTR {
    const int even = i / 2 * 2;
    const float low = hn::GetLane(hn::MinOfLanes(d, row.template lowest<false>(x + even, i % 2, kept + even * stride)));
    bids.low[i] = low;
    const int bit = low < infinite && low <= cost[i] ? 1 << (i % per_byte) : 0;
    bids.wins[i / per_byte] = static_cast<std::uint8_t>(bids.wins[i / per_byte] | bit);
    all = all && low < infinite;
  };
  int i = begin;
  for (; i % lanes != 0 && i < end; ++i) lone_pixel(i);
  for (; i + lanes <= end && row.cells.inside(x + i + lanes); i += lanes) {
    const auto low = lowest_of_pixels(row, x + i, kept + i * stride);
    const auto finite = hn::Lt(low, hn::Set(d, infinite));
    hn::StoreU(low, d, bids.low + i);
    hn::StoreMaskBits(d, hn::And(finite, hn::Le(low, hn::LoadU(d, cost + i))), bids.wins + i / per_byte);
    all = all && hn::AllTrue(d, finite);
  }
  for (; i < end; ++i) lone_pixel(i);
  return all;
}
/// Lets the bids that won take their winners' places, and the neighbouring rows know what lies beside theirs. `pixels`
/// are the cells of the first one.
template <class Contest>
HWY_NOINLINE void settle(const Contest& shared, const Bids& bids, const float* pixels, int begin, int end,
                         Levels levels, const Winners& winners, const RowEdges& edges, int first_x) {
  const Contest contest = shared;
  const std::ptrdiff_t stride = contest.stride();
  for (int first = 0; first < static_cast<int>(sizeof(bids.wins)); first += 8) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bids.wins + first, sizeof(bits));
    for (; bits != 0; bits &= bits - 1) {
      const int bit = std::countr_zero(bits);
      const int at = (first + bit / 8) * Bids::per_byte + bit % 8;
      challenge(contest, pixels + at * stride, levels, bids.low[at], winners, edges, first_x + at);
    }
  }
  if (winners.below == nullptr) return;
  meet_others(edges, levels, winners, first_x + begin, end - begin,
              [&](int x, int k) HWY_ATTR { return pixels[(begin + x) * stride + k]; });
}

/// First the lowest cells of some pixels and a bit for each that wins, then those: branches that nobody can predict are
/// few that way, and do not wait for the cells.
template <class Row>
bool compete_with(const Row& row, Columns columns, Levels levels, const Winners& winners, const RowEdges& edges) {
  constexpr bool keeps = !decltype(row.cells)::as_they_are;
  constexpr int some = Bids::size;
  const std::ptrdiff_t stride = row.stride();
  HWY_ALIGN float few[keeps ? some * usual_stride : 1];
  AlignedVector<float> more(keeps && stride > usual_stride ? some * static_cast<std::size_t>(stride) : 0);
  float* const kept = stride > usual_stride ? more.data() : few;
  const int odd = columns.begin & 1;
  const int end = odd + columns.count();
  bool all = true;
  for (int x = 0; x < end; x += some) {
    const int first = x == 0 ? odd : 0;
    const int last = std::min(some, end - x);
    Bids bids;
    all = make_bids(row, x, first, last, winners.cost + x - odd, kept, bids) && all;
    const float* pixels = kept;
    if constexpr (!keeps) pixels = row.cells.pixel(x, stride);
    settle(row.contest, bids, pixels, first, last, levels, winners, edges, x - odd);
  }
  return !all;
}

bool compete_all(const BlendedCells& blended, Levels levels, int begin, int end, const Winners& winners,
                 const RowEdges& edges) {
  const FloatTag d;
  const int stride = blended.stride;
  float few[usual_stride] = {};
  AlignedVector<float> more(stride > usual_stride ? static_cast<std::size_t>(stride) : 0);
  float* handicaps = stride > usual_stride ? more.data() : few;
  for (int k = 0; k < stride; ++k) handicaps[k] = k >= begin && k < end ? 0 : infinite;
  [[maybe_unused]] const bool handicapped = begin != 0 || end != stride;
  return with_even_blended(d, blended, [&](const auto& cells) HWY_ATTR {
    using Cells = std::decay_t<decltype(cells)>;
    const auto with = [&](auto contest) HWY_ATTR {
      const Row<Cells, decltype(contest)> row{cells, contest};
      return compete_with(row, blended.columns, levels, winners, edges);
    };
    // The usual slabs have 16 levels, or 8 where images are large. Shapes take long to compile, and hardly any
    // processor is held to plain x86-64, nor are many levels read as splines: there, one has to do.
#if HWY_TARGET != HWY_SCALAR
    if constexpr (!Cells::spline) {
      constexpr auto lanes = static_cast<int>(hn::MaxLanes(d));
      if (stride == 16 && !handicapped) return with(Contest<16 / lanes, false>{stride, handicaps});
      if (stride == 16) return with(Contest<16 / lanes, true>{stride, handicaps});
      if (stride == 8) return with(Contest<8 / lanes, true>{stride, handicaps});
    }
#endif
    return with(Contest<0, true>{stride, handicaps});
  });
}

void keep_whole(const WholeRow& row, const Winners& winners, const RowEdges& edges) {
  const int width = row.columns.count();
  const float unit = row.unit;
  const int first = row.levels.first;
  const std::uint16_t* HWY_RESTRICT lowest = row.lowest;
  const std::uint16_t* HWY_RESTRICT indices = row.winner;
  float* HWY_RESTRICT cost = winners.cost;
  std::int32_t* HWY_RESTRICT level = winners.level;
  const auto beats = [=](float now, std::int32_t candidate, int x)
                         HWY_ATTR { return (now < cost[x]) | ((now == cost[x]) & (candidate < level[x])); };
  if (winners.below != nullptr) {
    const auto stride = static_cast<std::size_t>(Volume::stride_for(row.levels.count));
    const std::uint16_t* cells = row.cells;
    for (int x = 0; x < width; ++x, cells += stride) {
      const int k = indices[x];
      const float now = unit * static_cast<float>(lowest[x]);
      if (!beats(now, first + k, x)) continue;
      cost[x] = now;
      level[x] = first + k;
      winners.below[x] = k > 0 ? unit * static_cast<float>(cells[k - 1]) : beside(edges.below, x);
      winners.above[x] = k + 1 < row.levels.count ? unit * static_cast<float>(cells[k + 1]) : beside(edges.above, x);
    }
    meet_others(edges, row.levels, winners, 0, width, [&](int x, int k) HWY_ATTR {
      return unit * static_cast<float>(row.cells[static_cast<std::size_t>(x) * stride + static_cast<std::size_t>(k)]);
    });
    return;
  }
  for (int x = 0; x < width; ++x) {
    const std::int32_t candidate = first + indices[x];
    const float now = unit * static_cast<float>(lowest[x]);
    const bool wins = beats(now, candidate, x);
    cost[x] = wins ? now : cost[x];
    level[x] = wins ? candidate : level[x];
  }
}

void disparities(const FinishedWinners& winners, int width, Subpixel subpixel, float* HWY_RESTRICT out) {
  constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
  const float* HWY_RESTRICT cost = winners.cost;
  const std::int32_t* HWY_RESTRICT level = winners.level;
  const float* HWY_RESTRICT below = winners.below;
  const float* HWY_RESTRICT above = winners.above;
  const auto whole = [=](int x) HWY_ATTR { return level[x] == no_level ? unknown : static_cast<float>(level[x]); };
  const auto finite = [](float value) HWY_ATTR { return (value < infinite) & (value > -infinite); };
  // As subpixel_offset, without a branch.
  const auto offset = [=](int x, float curve) HWY_ATTR {
    const float moved = 0.5F * (below[x] - above[x]) / curve;
    const float most = moved < -0.5F ? -0.5F : moved > 0.5F ? 0.5F : moved;
    return finite(below[x]) & finite(above[x]) & (curve > 0) ? most : 0.0F;
  };
  if (below == nullptr || subpixel == Subpixel::none) {
    for (int x = 0; x < width; ++x) out[x] = whole(x);
  } else if (subpixel == Subpixel::parabola) {
    for (int x = 0; x < width; ++x) out[x] = whole(x) + offset(x, below[x] - 2 * cost[x] + above[x]);
  } else {
    for (int x = 0; x < width; ++x) {
      const float higher = below[x] < above[x] ? above[x] : below[x];
      out[x] = whole(x) + offset(x, higher - cost[x]);
    }
  }
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(compete_all);
HWY_EXPORT(keep_whole);
HWY_EXPORT(disparities);

bool compete(const BlendedCells& cells, Levels levels, int begin, int end, const Winners& winners,
             const RowEdges& edges) {
  if (cells.coarse.even_maps()) return HWY_DYNAMIC_DISPATCH(compete_all)(cells, levels, begin, end, winners, edges);
  // Rare: not worth kernels that blend while they compare.
  AlignedVector<float> blended(static_cast<std::size_t>(cells.columns.count()) *
                               static_cast<std::size_t>(cells.stride));
  blend_cells(cells, blended.data());
  return compete({cells.columns, cells.stride, blended.data()}, levels, begin, end, winners, edges);
}

void keep_lower(const WholeRow& row, const Winners& winners, const RowEdges& edges) {
  HWY_DYNAMIC_DISPATCH(keep_whole)(row, winners, edges);
}

void winning_disparities(const FinishedWinners& winners, int width, Subpixel subpixel, float* out) {
  HWY_DYNAMIC_DISPATCH(disparities)(winners, width, subpixel, out);
}

}  // namespace csca
#endif
