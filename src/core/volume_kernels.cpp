// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/volume_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/volume_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

void weigh(float weight, const float* factors, int width, int stride, const float* from, float* to) {
  const FloatTag d;
  const auto lanes = static_cast<int>(hn::Lanes(d));
  for (int x = 0; x < width; ++x, from += stride, to += stride) {
    const auto factor = hn::Set(d, factors != nullptr ? factors[x] : 1);
    for (int k = 0; k < stride; k += lanes) {
      hn::StoreU(hn::Mul(hn::Set(d, weight), hn::Mul(factor, hn::LoadU(d, from + k))), d, to + k);
    }
  }
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(weigh);

void weigh_cells(float weight, const float* factors, int width, int stride, const float* from, float* to) {
  HWY_DYNAMIC_DISPATCH(weigh)(weight, factors, width, stride, from, to);
}

}  // namespace csca
#endif
