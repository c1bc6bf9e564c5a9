// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "scale/blended_kernels.hpp"

#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scale/blended_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"
#include "scale/blended_cells-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// All fine levels of each pixel, two pixels at a time. The stride may be a constant.
template <class Cells, class Stride>
void blend_levels(const Cells& shared, Columns columns, Stride stride, float* out) {
  const Cells cells = shared;  // a copy that nobody else can reach stays in registers
  using D = typename Cells::Tag;
  const D d;
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const std::ptrdiff_t odd = columns.begin & 1;
  const std::ptrdiff_t end = odd + columns.count();
  const auto one = [&](std::ptrdiff_t x, int i, int k)
                       HWY_ATTR { hn::StoreU(cells.at(x, i, k, stride), d, out + (x + i - odd) * stride + k); };
  if (odd == 1 && end > 1) {
    for (int k = 0; k < stride; k += lanes) one(0, 1, k);
  }
  std::ptrdiff_t x = 2 * odd;
  for (; x + 1 < end && cells.inside(x + 2); x += 2) {
    for (int k = 0; k < stride; k += lanes) {
      const auto left = cells.template at<true>(x, 0, k, stride);
      const auto right = cells.template at<true>(x, 1, k, stride);
      hn::StoreU(left, d, out + (x - odd) * stride + k);
      hn::StoreU(right, d, out + (x + 1 - odd) * stride + k);
    }
  }
  for (int i = 0; x + i < end; ++i) {
    for (int k = 0; k < stride; k += lanes) one(x, i, k);
  }
}

void blend(const BlendedCells& blended, float* out) {
  with_blended(FloatTag(), blended, [&](const auto& cells) HWY_ATTR {
  // A shape for what is common: each takes its time to compile.
#if HWY_TARGET != HWY_SCALAR
    if constexpr (!std::decay_t<decltype(cells)>::spline) {
      const std::integral_constant<int, 16> usual;
      if (blended.stride == usual) return blend_levels(cells, blended.columns, usual, out);
    }
#endif
    blend_levels(cells, blended.columns, blended.stride, out);
  });
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(blend);

void blend_cells(const BlendedCells& blended, float* out) { HWY_DYNAMIC_DISPATCH(blend)(blended, out); }

}  // namespace csca
#endif
