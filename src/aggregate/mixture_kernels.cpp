// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/mixture_kernels.hpp"

#include "core/offset.hpp"

#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aggregate/mixture_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// For a stride that the compiler knows where it is a usual one.
template <class Stride>
HWY_INLINE void mix_with_factors(const MixedCells& mixed, int pixels, Stride stride, float* out) {
  const FloatTag d;
  constexpr auto lanes = static_cast<int>(hn::MaxLanes(FloatTag()));
  const auto weight = hn::Set(d, mixed.weight);
  const auto weight_of_others = hn::Set(d, mixed.weight_of_others);
  const float* factors = mixed.factors;
  const float* cells = mixed.cells;
  const float* others = mixed.others;
  for (int x = 0; x < pixels; ++x, cells += stride, others += stride, out += stride) {
    const auto factor = hn::Set(d, factors[x]);
    __builtin_prefetch(others + 32 * stride);  // from far away, and read once
    for (int k = 0; k < stride; k += lanes) {
      const auto own = hn::Mul(weight, hn::Mul(factor, hn::LoadU(d, cells + k)));
      hn::StoreU(hn::Add(hn::Mul(weight_of_others, hn::LoadU(d, others + k)), own), d, out + k);
    }
  }
}

// Its other loops are plain ones, compiled for the instruction set.
void mix(const MixedCells& mixed, int pixels, int stride, float* out) {
  if (mixed.factors != nullptr) {
    if (stride == 8) return mix_with_factors(mixed, pixels, std::integral_constant<int, 8>(), out);
    if (stride == 16) return mix_with_factors(mixed, pixels, std::integral_constant<int, 16>(), out);
    return mix_with_factors(mixed, pixels, stride, out);
  }
  const float weight = mixed.weight;
  const float* cells = mixed.cells;
  const float* others = mixed.others;
  const float weight_of_others = mixed.weight_of_others;
  const std::size_t size = offset(pixels, stride);
  if (others == nullptr) {
    for (std::size_t k = 0; k < size; ++k) out[k] = weight * cells[k];
  } else {
    for (std::size_t k = 0; k < size; ++k) out[k] = weight_of_others * others[k] + weight * cells[k];
  }
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(mix);

void mix_cells(const MixedCells& mixed, int pixels, int stride, float* out) {
  HWY_DYNAMIC_DISPATCH(mix)(mixed, pixels, stride, out);
}

}  // namespace csca
#endif
