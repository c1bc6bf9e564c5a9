// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/bilateral_kernels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#ifndef CSCA_BILATERAL_KEPT_LANES
#define CSCA_BILATERAL_KEPT_LANES
namespace csca {

/// For each mask of eight lanes, the numbers of those that are set, four bits each.
inline constexpr auto kept_lanes = [] {
  std::array<std::uint32_t, 256> table{};
  for (unsigned mask = 0; mask < 256; ++mask) {
    unsigned shift = 0;
    for (unsigned lane = 0; lane < 8; ++lane) {
      if ((mask >> lane & 1U) == 0) continue;
      table[mask] |= lane << shift;
      shift += 4;
    }
  }
  return table;
}();

}  // namespace csca
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aggregate/bilateral_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

using Wide = hn::CappedTag<float, 16>;

/// 2^-x for x in [0, 100], to about 1e-7 relative; rubbish elsewhere.
template <class D, class V>
HWY_INLINE V exp2_minus(D d, V x) {
  // The sum's last bits are the nearest integer to x.
  const V magic = hn::Set(d, 12582912.0F);
  const V shifted = hn::Add(x, magic);
  const V f = hn::Sub(hn::Sub(shifted, magic), x);  // in [-1/2, 1/2]
  // 2^f with the least largest relative error.
  V p = hn::Set(d, 1.327793890e-3F);
  p = hn::MulAdd(p, f, hn::Set(d, 9.675757641e-3F));
  p = hn::MulAdd(p, f, hn::Set(d, 5.550709598e-2F));
  p = hn::MulAdd(p, f, hn::Set(d, 2.402211434e-1F));
  p = hn::MulAdd(p, f, hn::Set(d, 6.931469682e-1F));
  p = hn::MulAdd(p, f, hn::Set(d, 1.0F));
  const hn::RebindToSigned<D> di;
  return hn::BitCast(d, hn::Sub(hn::BitCast(di, p), hn::ShiftLeft<23>(hn::BitCast(di, shifted))));
}

/// Moves the lanes that a mask keeps to the front.
template <class D>
class Compactor {
 public:
#if HWY_TARGET == HWY_AVX2
  // Highway's own copies its table to the stack for each vector.
  Compactor(D d, hn::Mask<D> mask) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, mask, bits);
    count_ = static_cast<std::size_t>(std::popcount(bits[0]));
    const hn::RebindToUnsigned<D> du;
    lanes_ = hn::Shr(hn::Set(du, kept_lanes[bits[0]]), hn::Mul(hn::Iota(du, 0), hn::Set(du, 4)));
  }

  template <class T>
  HWY_INLINE void store(hn::Vec<hn::Rebind<T, D>> v, T* to) const {
    const hn::Rebind<T, D> d;
    const __m256i kept = _mm256_permutevar8x32_epi32(hn::BitCast(hn::RebindToUnsigned<D>(), v).raw, lanes_.raw);
    hn::StoreU(hn::BitCast(d, hn::Vec<hn::RebindToUnsigned<D>>{kept}), d, to);
  }

  HWY_INLINE std::size_t count() const { return count_; }

 private:
  std::size_t count_;
  hn::Vec<hn::RebindToUnsigned<D>> lanes_;
#else
  Compactor(D d, hn::Mask<D> mask) : mask_(mask), count_(hn::CountTrue(d, mask)) {}

  template <class T>
  HWY_INLINE void store(hn::Vec<hn::Rebind<T, D>> v, T* to) const {
    const hn::Rebind<T, D> d;
    hn::CompressStore(v, hn::RebindMask(d, mask_), d, to);
  }

  HWY_INLINE std::size_t count() const { return count_; }

 private:
  hn::Mask<D> mask_;
  std::size_t count_;
#endif
};

/// Writes the guide by position, without gaps, so that no vector of weights is partly idle. One tile further to the
/// right everything moves by tile_width, and new columns take the place of those that are left behind.
void pack_guide(const TileWindow& window, PackedGuide& packed) {
  const Wide d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const int columns = window.shape.columns();
  const bool follows = packed.shift > 0;
  for (int c = 0; c < window.channels; ++c) {
    float* to = packed.channel(c) + window.first_row * columns;
    for (int row = window.first_row; row < window.last_row; ++row, to += columns) {
      const float* from = window.guide[row * window.channels + c] + window.column;
      if (follows) {
        for (int u = columns - tile_width; u < columns; ++u) to[u] = from[u];
      } else {
        // Whole vectors: what is written too much is overwritten by the next row.
        for (int u = 0; u < columns; u += lanes) hn::StoreU(hn::LoadU(d, from + u), d, to + u);
      }
    }
    std::fill_n(to, kernel_slack, std::numeric_limits<float>::infinity());
  }
}

template <int channels>
void weigh(const TileWindow& window, PackedGuide& packed, TileWeights& out) {
  const Wide d;
  const hn::Rebind<std::uint32_t, Wide> du;
  using V = hn::Vec<Wide>;
  constexpr float negligible = 33.2192809F;  // 2^-x = 1e-10 cannot change a sum of a few thousand float32 values

  const int columns = window.shape.columns();
  pack_guide(window, packed);
  V centres[tile_pixels][channels];
  for (int i = 0; i < tile_pixels; ++i) {
    const bool inside = i % tile_width < window.width && i / tile_width < window.height;
    const int row = window.shape.radius + (inside ? i / tile_width : 0);
    const int column = window.shape.radius + (inside ? i % tile_width : 0);
    for (int c = 0; c < channels; ++c)
      centres[i][c] = hn::Set(d, window.guide[row * channels + c][window.column + column]);
  }
  V totals[tile_pixels];
  for (V& total : totals) total = hn::Zero(d);
  const V factor = hn::Set(d, window.colour_factor);
  const V limit = hn::Set(d, negligible);

  const int end = window.last_row * columns;
  std::size_t count = 0;
  for (int q = window.first_row * columns; q < end; q += static_cast<int>(hn::Lanes(d))) {
    V colours[channels];
    for (int c = 0; c < channels; ++c) colours[c] = hn::LoadU(d, packed.channel(c) + q);
    V weights[tile_pixels];
    auto any = hn::Lt(limit, hn::Zero(d));
    for (int i = 0; i < tile_pixels; ++i) {
      V difference = hn::Abs(hn::Sub(colours[0], centres[i][0]));
      for (int c = 1; c < channels; ++c) {
        difference = hn::Add(difference, hn::Abs(hn::Sub(colours[c], centres[i][c])));
      }
      difference = hn::Mul(difference, factor);
      const float* space = window.space + q - (i / tile_width) * columns - i % tile_width;
      const V exponent = hn::MulAdd(difference, difference, hn::LoadU(d, space));
      const auto counts = hn::Lt(exponent, limit);
      weights[i] = hn::IfThenElseZero(counts, exp2_minus(d, exponent));
      totals[i] = hn::Add(totals[i], weights[i]);
      any = hn::Or(any, counts);
    }
    const Compactor<Wide> compactor(d, any);
    float* to = out.weights + count;
    for (int i = 0; i < tile_pixels; ++i, to += out.capacity) compactor.store(weights[i], to);
    compactor.store(hn::LoadU(du, window.cells + q), out.cells + count);
    count += compactor.count();
  }
  out.count = static_cast<int>(count);
  for (int i = 0; i < tile_pixels; ++i) out.factors[i] = 1 / hn::GetLane(hn::SumOfLanes(d, totals[i]));
}

template <int vectors, class D>
HWY_INLINE void average(D d, const TileWeights& tile, const float* origin, float* const* outs, int first) {
  using V = hn::Vec<D>;
  const auto lanes = hn::Lanes(d);
  V sums[tile_pixels][vectors];
  for (int i = 0; i < tile_pixels; ++i) {
    for (int k = 0; k < vectors; ++k) sums[i][k] = hn::Zero(d);
  }
  for (int n = 0; n < tile.count; ++n) {
    const float* cells = origin + tile.cells[n] * TileWeights::cell_unit;
    V costs[vectors];
    for (int k = 0; k < vectors; ++k) costs[k] = hn::LoadU(d, cells + static_cast<std::size_t>(k) * lanes);
    for (int i = 0; i < tile_pixels; ++i) {
      const V weight = hn::Set(d, tile.weights[i * tile.capacity + n]);
      for (int k = 0; k < vectors; ++k) sums[i][k] = hn::MulAdd(weight, costs[k], sums[i][k]);
    }
  }
  for (int i = 0; i < tile_pixels; ++i) {
    const V factor = hn::Set(d, tile.factors[i]);
    for (int k = 0; k < vectors; ++k) {
      hn::StoreU(hn::Mul(sums[i][k], factor), d, outs[i] + first + static_cast<std::size_t>(k) * lanes);
    }
  }
}

}  // namespace

void weigh_any(const TileWindow& window, PackedGuide& packed, TileWeights& weights) {
  window.channels == 1 ? weigh<1>(window, packed, weights) : weigh<3>(window, packed, weights);
}

void average_all(const TileWeights& weights, const float* origin, int count, float* const* outs) {
  const Wide wide;
  const hn::CappedTag<float, 8> narrow;
  const int lanes = static_cast<int>(hn::Lanes(wide));
  int k = 0;
  if constexpr (HWY_TARGET == HWY_AVX3) {
    for (; k + 4 * lanes <= count; k += 4 * lanes) average<4>(wide, weights, origin + k, outs, k);
  }
  for (; k + 2 * lanes <= count; k += 2 * lanes) average<2>(wide, weights, origin + k, outs, k);
  for (; k + lanes <= count; k += lanes) average<1>(wide, weights, origin + k, outs, k);
  for (; k < count; k += static_cast<int>(hn::Lanes(narrow))) average<1>(narrow, weights, origin + k, outs, k);
}

}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(weigh_any);
HWY_EXPORT(average_all);

void weigh_tile(const TileWindow& window, PackedGuide& packed, TileWeights& weights) {
  HWY_DYNAMIC_DISPATCH(weigh_any)(window, packed, weights);
}

void average_tile(const TileWeights& weights, const float* origin, int count, float* const* outs) {
  HWY_DYNAMIC_DISPATCH(average_all)(weights, origin, count, outs);
}

}  // namespace csca
#endif
