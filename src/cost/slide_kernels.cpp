// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/slide_kernels.hpp"

#include <algorithm>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cost/slide_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/level_blocks-inl.hpp"
#include "cost/integer_terms-inl.hpp"

// A row of costs on its way into the box filter's sums, in registers:
//
//   colours  -> bytes, a whole block of levels at once -+
//   gradients, census -> 16-bit words -----------------+-> costs -> ring, and sums += costs - what the ring held
//
// Colours in bytes fill vectors twice as well as words do. A block is two vectors of words.
HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Features of a few left pixels, each as often as fills 32 bits: these are read into all lanes for nothing, where
/// bytes and words take a shuffle.
template <class T>
class LeftChunk {
 public:
  static constexpr int size = 64;

  HWY_INLINE explicit LeftChunk(const IntegerRow& /*row*/) {}
  HWY_INLINE void read(const IntegerRow& row, int begin, int end) {
    begin_ = begin;
    for (int c = 0; c < T::channel_count; ++c) {
      if constexpr (T::fine) {
        fill(row.fine_colour[0][c], begin, end, 0x10001U, colour_[c]);
      } else {
        fill(row.colour[0][c], begin, end, 0x1010101U, colour_[c]);
      }
    }
    for (int g = 0; g < T::gradient_count; ++g) {
      fill(reinterpret_cast<const std::uint16_t*>(row.gradient[0][g]), begin, end, 0x10001U, gradient_[g]);
    }
    for (int w = 0; w < T::word_count; ++w) {
      fill(row.code[0] + static_cast<std::size_t>(w) * row.code_pitch, begin, end, 0x10001U, code_[w]);
    }
  }
  template <class D8>
  HWY_INLINE hn::Vec<D8> colour(D8 d8, int c, std::ptrdiff_t x) const {
    return hn::BitCast(d8, hn::Set(hn::Repartition<std::uint32_t, D8>(), colour_[c][x - begin_]));
  }
  template <class D>
  HWY_INLINE hn::Vec<D> fine_colour(D d, int c, std::ptrdiff_t x) const {
    return colour(d, c, x);
  }
  template <class DI>
  HWY_INLINE hn::Vec<DI> gradient(DI di, int g, std::ptrdiff_t x) const {
    return hn::BitCast(di, hn::Set(hn::Repartition<std::uint32_t, DI>(), gradient_[g][x - begin_]));
  }
  template <class D>
  HWY_INLINE hn::Vec<D> code(D d, int w, std::ptrdiff_t x) const {
    return hn::BitCast(d, hn::Set(hn::Repartition<std::uint32_t, D>(), code_[w][x - begin_]));
  }

 private:
  template <class Feature>
  static HWY_INLINE void fill(const Feature* HWY_RESTRICT features, int begin, int end, std::uint32_t times,
                              std::uint32_t* HWY_RESTRICT out) {
    for (int x = begin; x < end; ++x) out[x - begin] = times * features[x];
  }

  int begin_ = 0;
  std::uint32_t colour_[std::max(1, T::channel_count)][size];
  std::uint32_t gradient_[std::max(1, T::gradient_count)][size];
  std::uint32_t code_[std::max(1, T::word_count)][size];
};

#if HWY_TARGET <= HWY_SSE4
// Words as bytes, cut at 255 and in the order of for_interleaving; sums of the products of neighbouring bytes.
template <class I>
HWY_INLINE hn::Vec128<std::uint8_t> bytes_of(hn::Vec128<I> low, hn::Vec128<I> high) {
  return hn::Vec128<std::uint8_t>{_mm_packus_epi16(low.raw, high.raw)};
}
HWY_INLINE hn::Vec128<std::uint16_t> products(hn::Vec128<std::uint8_t> bytes, hn::Vec128<std::uint16_t> weights) {
  return hn::Vec128<std::uint16_t>{_mm_maddubs_epi16(bytes.raw, weights.raw)};
}
#endif
#if HWY_TARGET <= HWY_AVX2
template <class I>
HWY_INLINE hn::Vec256<std::uint8_t> bytes_of(hn::Vec256<I> low, hn::Vec256<I> high) {
  return hn::Vec256<std::uint8_t>{_mm256_packus_epi16(low.raw, high.raw)};
}
HWY_INLINE hn::Vec256<std::uint16_t> products(hn::Vec256<std::uint8_t> bytes, hn::Vec256<std::uint16_t> weights) {
  return hn::Vec256<std::uint16_t>{_mm256_maddubs_epi16(bytes.raw, weights.raw)};
}
#endif
#if HWY_TARGET <= HWY_AVX3
template <class I>
HWY_INLINE hn::Vec512<std::uint8_t> bytes_of(hn::Vec512<I> low, hn::Vec512<I> high) {
  return hn::Vec512<std::uint8_t>{_mm512_packus_epi16(low.raw, high.raw)};
}
HWY_INLINE hn::Vec512<std::uint16_t> products(hn::Vec512<std::uint8_t> bytes, hn::Vec512<std::uint16_t> weights) {
  return hn::Vec512<std::uint16_t>{_mm512_maddubs_epi16(bytes.raw, weights.raw)};
}
#endif

/// Whether colour and gradient fit bytes, and their weights the instruction that multiplies and adds these.
bool fits_bytes(const IntegerRow& row) {
#if HWY_TARGET <= HWY_SSE4
  const IntegerWeights& w = row.weights;
  return row.gradients == 1 && row.words == 0 && w.gradient_most <= 255 &&
         std::max(w.colour_weight, w.gradient_weight) <= 127 &&
         w.colour_weight * w.colour_most + w.gradient_weight * w.gradient_most <= 32767;
#else
  (void)row;
  return false;
#endif
}

/// The costs of a block of levels, two vectors.
template <bool bytes, class T, class Left, class D>
HWY_INLINE void block_costs(D d, const T& terms, const Left& left, std::ptrdiff_t x, std::ptrdiff_t right,
                            hn::Vec<D>& low, hn::Vec<D>& high) {
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
#if HWY_TARGET == HWY_SCALAR
  low = terms.cost(d, left, x, right);
  high = terms.cost(d, left, x, right + lanes);
#else
  if constexpr (T::fine) {
    low = terms.cost(d, left, x, right);
    high = terms.cost(d, left, x, right + lanes);
    return;
  }
  const hn::Repartition<std::uint8_t, D> d8;
  const auto colours = for_interleaving(terms.colour(d8, left, x, right));
#if HWY_TARGET <= HWY_SSE4
  if constexpr (bytes && T::gradient_count == 1) {
    const auto differences = bytes_of(terms.gradient(left, 0, x, right), terms.gradient(left, 0, x, right + lanes));
    const auto gradients = hn::Min(differences, hn::Set(d8, static_cast<std::uint8_t>(terms.weights().gradient_most)));
    const auto weights =
        hn::Set(d, static_cast<std::uint16_t>(terms.weights().colour_weight | terms.weights().gradient_weight << 8));
    low = products(hn::InterleaveLower(d8, colours, gradients), weights);
    high = products(hn::InterleaveUpper(d8, colours, gradients), weights);
    return;
  }
#endif
  const auto zero = hn::Zero(d8);
  low = terms.cost(d, hn::BitCast(d, hn::InterleaveLower(d8, colours, zero)), left, x, right);
  high = terms.cost(d, hn::BitCast(d, hn::InterleaveUpper(d8, colours, zero)), left, x, right + lanes);
#endif
}

template <class D>
HWY_INLINE void enter(D d, hn::Vec<D> costs, std::uint16_t* ring, std::uint16_t* sums) {
  hn::Store(hn::Sub(hn::Add(hn::Load(d, sums), costs), hn::Load(d, ring)), d, sums);
  hn::Store(costs, d, ring);
}

/// The columns of a kernel's row: where their cells lie in ring and sums.
struct Room {
  std::uint16_t* ring;
  std::uint16_t* sums;
  Columns columns;
  std::size_t block;

  std::size_t at(int x) const { return static_cast<std::size_t>(x - columns.begin) * block; }
};

#if HWY_TARGET == HWY_SCALAR
template <class T>
using LeftOf = LeftRow;
#else
template <class T>
using LeftOf = std::conditional_t<T::word_count >= 0, LeftChunk<T>, LeftRow>;
#endif

/// Columns whose cells are all there.
template <bool bytes, class T, class D>
HWY_INLINE void slide_complete(D d, const T& terms, const IntegerRow& row, Columns columns, std::ptrdiff_t base,
                               const Room& room) {
  const auto lanes = hn::Lanes(d);
  std::uint16_t* ring = room.ring + room.at(columns.begin);
  std::uint16_t* sums = room.sums + room.at(columns.begin);
  using Left = LeftOf<T>;
  Left left(row);
  for (int x = columns.begin; x < columns.end;) {
    const int end = std::min(columns.end - x, Left::size) + x;
    left.read(row, x, end);
    for (; x < end; ++x, ring += 2 * lanes, sums += 2 * lanes) {
      hn::Vec<D> low;
      hn::Vec<D> high;
      block_costs<bytes>(d, terms, left, x, base - x, low, high);
      enter(d, low, ring, sums);
      enter(d, high, ring + lanes, sums + lanes);
    }
  }
}

/// Costs, and the fill value in cells that have no partner.
template <class D>
HWY_INLINE hn::Vec<D> filled(D d, hn::Vec<D> costs, const std::uint8_t* partners, hn::Vec<D> fill) {
  const hn::Rebind<std::uint8_t, D> d8;
  const auto missing = hn::Eq(hn::PromoteTo(d, hn::LoadU(d8, partners)), hn::Zero(d));
  return hn::IfThenElse(missing, fill, costs);
}

/// Columns that lack some cells.
template <bool bytes, class T, class D>
HWY_INLINE void slide_gaps(D d, const T& terms, const IntegerRow& row, const GapRow& gaps, Columns columns,
                           std::ptrdiff_t base, const Room& room) {
  const auto lanes = hn::Lanes(d);
  const auto block = static_cast<std::ptrdiff_t>(2 * lanes);
  using Left = LeftOf<T>;
  Left left(row);
  for (int x = columns.begin; x < columns.end;) {
    const int end = std::min(columns.end - x, Left::size) + x;
    left.read(row, x, end);
    for (; x < end; ++x) {
      auto low = hn::Zero(d);
      auto high = hn::Zero(d);
      if (gaps.left[x] != 0) {
        // Columns this far outside have no known pixel either.
        const std::ptrdiff_t right = std::clamp<std::ptrdiff_t>(base - x, -block, row.width);
        const auto fill = hn::Set(d, static_cast<std::uint16_t>(gaps.fill[x]));
        block_costs<bytes>(d, terms, left, x, right, low, high);
        low = filled(d, low, gaps.right + right, fill);
        high = filled(d, high, gaps.right + right + lanes, fill);
      }
      enter(d, low, room.ring + room.at(x), room.sums + room.at(x));
      enter(d, high, room.ring + room.at(x) + lanes, room.sums + room.at(x) + lanes);
    }
  }
}

template <bool bytes, class T, class D>
HWY_INLINE void slide_row(D d, const T& terms, const IntegerRow& row, const GapRow& gaps, Levels levels,
                          const Room& room) {
  const std::ptrdiff_t base = row.width - 1 + levels.first;
  for (Stretches stretches(gaps, room.columns, levels); stretches.next();) {
    if (stretches.complete()) {
      slide_complete<bytes>(d, terms, row, stretches.columns(), base, room);
    } else {
      slide_gaps<bytes>(d, terms, row, gaps, stretches.columns(), base, room);
    }
  }
}

template <bool fine>
HWY_FLATTEN HWY_NOINLINE void slide_with(const IntegerRow& row, const GapRow& gaps, Levels levels, int block,
                                         const Room& room) {
  with_block(block, [&](auto d) HWY_ATTR {
    with_terms<fine>(d, row, [&](const auto& terms) HWY_ATTR {
      using T = std::decay_t<decltype(terms)>;
      if constexpr (T::gradient_count == 1 && !T::fine) {
        if (fits_bytes(row)) return slide_row<true>(d, terms, row, gaps, levels, room);
      }
      slide_row<false>(d, terms, row, gaps, levels, room);
    });
  });
}

void slide(const IntegerRow& row, const GapRow& gaps, Columns columns, Levels levels, int block, std::uint16_t* ring,
           std::uint16_t* sums) {
  const Room room{ring, sums, columns, static_cast<std::size_t>(block)};
  has_fine_terms(row) ? slide_with<true>(row, gaps, levels, block, room)
                      : slide_with<false>(row, gaps, levels, block, room);
}

/// The sum of the first `count` lanes, if there are so many, that have a partner.
template <class D>
class LaneSum {
 public:
#if HWY_TARGET == HWY_SCALAR
  HWY_INLINE void add(D /*d*/, hn::Vec<D> costs, const std::uint8_t* partners, int count) {
    sum_ += count > 0 && *partners != 0 ? hn::GetLane(costs) : 0;
  }
  HWY_INLINE int total() const { return sum_; }

 private:
  int sum_ = 0;
#else
  HWY_INLINE LaneSum() : sum_(hn::Zero(Wide())) {}
  HWY_INLINE void add(D d, hn::Vec<D> costs, const std::uint8_t* partners, int count) {
    const hn::RebindToSigned<D> di;
    const auto most = static_cast<int>(hn::Lanes(d));
    const auto inside = hn::Lt(hn::Iota(di, 0), hn::Set(di, static_cast<std::int16_t>(std::clamp(count, 0, most))));
    const auto known = filled(d, costs, partners, hn::Zero(d));
    const auto both = hn::BitCast(Wide(), hn::IfThenElseZero(hn::RebindMask(d, inside), known));
    sum_ = hn::Add(sum_, hn::Add(hn::And(both, hn::Set(Wide(), 0xFFFF)), hn::ShiftRight<16>(both)));
  }
  HWY_INLINE int total() const { return static_cast<int>(hn::GetLane(hn::SumOfLanes(Wide(), sum_))); }

 private:
  using Wide = hn::Repartition<std::uint32_t, D>;
  hn::Vec<Wide> sum_;
#endif
};

template <bool bytes, class T, class D>
HWY_INLINE void means_with(D d, const T& terms, const IntegerRow& row, const GapRow& gaps, const int* counts,
                           Columns columns, Levels range, float* out) {
  const LeftRow left(row);
  const auto lanes = static_cast<int>(hn::Lanes(d));
  for (int x = columns.begin; x < columns.end; ++x) {
    const int count = counts[x - columns.begin];
    out[x - columns.begin] = 0;
    if (count == 0 || gaps.left[x] == 0) continue;
    const int begin = std::max(0, x - (row.width - 1) - range.first);
    const int end = std::min(range.count, x - range.first + 1);
    LaneSum<D> sum;
    for (int k = begin; k < end; k += 2 * lanes) {
      const std::ptrdiff_t right = row.width - 1 - x + range.first + k;
      hn::Vec<D> low;
      hn::Vec<D> high;
      block_costs<bytes>(d, terms, left, x, right, low, high);
      sum.add(d, low, gaps.right + right, end - k);
      if (end - k > lanes) sum.add(d, high, gaps.right + right + lanes, end - k - lanes);
    }
    out[x - columns.begin] = static_cast<float>((sum.total() + count / 2) / count);
  }
}

template <bool fine>
HWY_FLATTEN HWY_NOINLINE void means_of(const IntegerRow& row, const GapRow& gaps, const int* counts, Columns columns,
                                       Levels range, float* out) {
  const hn::CappedTag<std::uint16_t, 32> d;
  with_terms<fine>(d, row, [&](const auto& terms) HWY_ATTR {
    using T = std::decay_t<decltype(terms)>;
    if constexpr (T::gradient_count == 1 && !T::fine) {
      if (fits_bytes(row)) return means_with<true>(d, terms, row, gaps, counts, columns, range, out);
    }
    means_with<false>(d, terms, row, gaps, counts, columns, range, out);
  });
}

void means(const IntegerRow& row, const GapRow& gaps, const int* counts, Columns columns, Levels range, float* out) {
  has_fine_terms(row) ? means_of<true>(row, gaps, counts, columns, range, out)
                      : means_of<false>(row, gaps, counts, columns, range, out);
}

void drop(const std::uint16_t* HWY_RESTRICT ring, std::size_t size, std::uint16_t* HWY_RESTRICT sums) {
  for (std::size_t i = 0; i < size; ++i) sums[i] = static_cast<std::uint16_t>(sums[i] - ring[i]);
}

int block_of(int levels) {
  const auto most = 2 * static_cast<int>(hn::Lanes(hn::CappedTag<std::uint16_t, 32>()));
  if (levels > 32 || most <= 16) return most;
  return std::min(most, levels > 16 ? 32 : 16);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(slide);
HWY_EXPORT(drop);
HWY_EXPORT(means);
HWY_EXPORT(block_of);

int level_block(int levels) { return HWY_DYNAMIC_DISPATCH(block_of)(levels); }
void slide_costs(const IntegerRow& row, const GapRow& gaps, Columns columns, Levels levels, int block,
                 std::uint16_t* ring, std::uint16_t* sums) {
  HWY_DYNAMIC_DISPATCH(slide)(row, gaps, columns, levels, block, ring, sums);
}
void drop_costs(const std::uint16_t* ring, std::size_t size, std::uint16_t* sums) {
  HWY_DYNAMIC_DISPATCH(drop)(ring, size, sums);
}
void mean_costs(const IntegerRow& row, const GapRow& gaps, const int* counts, Columns columns, Levels range,
                float* out) {
  HWY_DYNAMIC_DISPATCH(means)(row, gaps, counts, columns, range, out);
}

}  // namespace csca
#endif
