// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "scale/pack_kernels.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scale/pack_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// The last vector overlaps the one before: nothing behind the pixel is touched.
template <class D>
void pack_with(D d, const float* row, int width, int stride, int count, int packed_stride, float* packed) {
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const int last = count - lanes;
  for (int x = 0; x < width; ++x, row += stride, packed += packed_stride) {
    for (int k = 0; k < last; k += lanes) hn::StoreU(hn::LoadU(d, row + k), d, packed + k);
    hn::StoreU(hn::LoadU(d, row + last), d, packed + last);
  }
}

/// The longest vectors that the levels fill.
void pack(const float* row, int width, int stride, int count, int packed_stride, float* packed) {
  if (count >= 8) return pack_with(FloatTag(), row, width, stride, count, packed_stride, packed);
  if (count >= 4) return pack_with(hn::CappedTag<float, 4>(), row, width, stride, count, packed_stride, packed);
  pack_with(hn::CappedTag<float, 1>(), row, width, stride, count, packed_stride, packed);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(pack);

void pack_levels(const float* row, int width, int stride, int count, int packed_stride, float* packed) {
  HWY_DYNAMIC_DISPATCH(pack)(row, width, stride, count, packed_stride, packed);
}

}  // namespace csca
#endif
