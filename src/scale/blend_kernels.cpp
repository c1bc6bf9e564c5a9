// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "scale/blend_kernels.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scale/blend_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// The last vector overlaps the one before: nothing behind the pixel is touched.
template <class D, class Cell>
void pack_with(D d, const Cell* row, int width, int stride, int count, int packed_stride, Cell* packed) {
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const int last = count - lanes;
  for (int x = 0; x < width; ++x, row += stride, packed += packed_stride) {
    for (int k = 0; k < last; k += lanes) hn::StoreU(hn::LoadU(d, row + k), d, packed + k);
    hn::StoreU(hn::LoadU(d, row + last), d, packed + last);
  }
}

/// The longest vectors that the levels fill.
template <class Cell>
void pack_all(const Cell* row, int width, int stride, int count, int packed_stride, Cell* packed) {
  if (count >= 16) return pack_with(hn::CappedTag<Cell, 16>(), row, width, stride, count, packed_stride, packed);
  if (count >= 8) return pack_with(hn::CappedTag<Cell, 8>(), row, width, stride, count, packed_stride, packed);
  if (count >= 4) return pack_with(hn::CappedTag<Cell, 4>(), row, width, stride, count, packed_stride, packed);
  pack_with(hn::CappedTag<Cell, 1>(), row, width, stride, count, packed_stride, packed);
}

void pack_f32(const float* row, int width, int stride, int count, int packed_stride, float* packed) {
  pack_all(row, width, stride, count, packed_stride, packed);
}
void pack_u16(const std::uint16_t* row, int width, int stride, int count, int packed_stride, std::uint16_t* packed) {
  pack_all(row, width, stride, count, packed_stride, packed);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(pack_f32);
HWY_EXPORT(pack_u16);

void pack_levels(const float* row, int width, int stride, int count, int packed_stride, float* packed) {
  HWY_DYNAMIC_DISPATCH(pack_f32)(row, width, stride, count, packed_stride, packed);
}
void pack_levels(const std::uint16_t* row, int width, int stride, int count, int packed_stride, std::uint16_t* packed) {
  HWY_DYNAMIC_DISPATCH(pack_u16)(row, width, stride, count, packed_stride, packed);
}

}  // namespace csca
#endif
