// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/mixture_kernels.hpp"

#include "core/offset.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aggregate/mixture_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

// Plain loops, compiled for the instruction set.
void mix(const MixedCells& mixed, int pixels, int stride, float* out) {
  const float weight = mixed.weight;
  const float* cells = mixed.cells;
  const float* others = mixed.others;
  const float weight_of_others = mixed.weight_of_others;
  if (mixed.factors != nullptr) {
    for (int x = 0; x < pixels; ++x, cells += stride, others += stride, out += stride) {
      const float factor = mixed.factors[x];
      __builtin_prefetch(others + 32 * stride);  // from far away, and read once
      for (int k = 0; k < stride; ++k) out[k] = weight_of_others * others[k] + weight * (factor * cells[k]);
    }
    return;
  }
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
