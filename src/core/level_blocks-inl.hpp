// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0

// Blocks of levels for kernels of whole numbers. Included once for each instruction set.
#if defined(CSCA_CORE_LEVEL_BLOCKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CSCA_CORE_LEVEL_BLOCKS_INL
#undef CSCA_CORE_LEVEL_BLOCKS_INL
#else
#define CSCA_CORE_LEVEL_BLOCKS_INL
#endif

#include <cstdint>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Calls use(d): two vectors of d's lanes are a block of `block` levels. No block is larger than two vectors of the
/// instruction set, so that the smaller ones have fewer cases to compile.
template <class Use>
HWY_INLINE void with_block(int block, const Use& use) {
  if constexpr (HWY_LANES(std::uint16_t) >= 32) {
    if (block > 32) return use(hn::CappedTag<std::uint16_t, 32>());
  }
  if constexpr (HWY_LANES(std::uint16_t) >= 16) {
    if (block > 16) return use(hn::CappedTag<std::uint16_t, 16>());
  }
  use(hn::CappedTag<std::uint16_t, 8>());
}

/// The lowest lane. By halves: for 16-bit lanes x86 has one instruction at 8 of them.
template <class D>
HWY_INLINE std::uint16_t lowest_lane(D d, hn::Vec<D> v) {
#if HWY_TARGET <= HWY_SSE4
  if constexpr (hn::MaxLanes(d) == 8) return static_cast<std::uint16_t>(_mm_cvtsi128_si32(_mm_minpos_epu16(v.raw)));
#endif
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(d) > 8) {
    const hn::Half<D> half;
    return lowest_lane(half, hn::Min(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
#endif
  return hn::GetLane(hn::MinOfLanes(d, v));
}

// Interleaving works within 16 bytes at a time. Interleaved with another vector, a vector in this order gives a lower
// and an upper half that are in order as a whole.
template <class V>
HWY_INLINE V for_interleaving(V v) {
  return v;
}
#if HWY_TARGET <= HWY_AVX2
template <class T>
HWY_INLINE hn::Vec256<T> for_interleaving(hn::Vec256<T> v) {
  return hn::Vec256<T>{_mm256_permute4x64_epi64(v.raw, _MM_SHUFFLE(3, 1, 2, 0))};
}
#endif
#if HWY_TARGET <= HWY_AVX3
template <class T>
HWY_INLINE hn::Vec512<T> for_interleaving(hn::Vec512<T> v) {
  return hn::Vec512<T>{_mm512_permutexvar_epi64(_mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7), v.raw)};
}
#endif

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
