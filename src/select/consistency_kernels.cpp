// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/consistency_kernels.hpp"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "select/consistency_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

// Without branches, which nobody could predict: where views differ they do so pixel by pixel.
HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Calls use(tag, x) for vectors of pixels, and for single ones at the row's end.
template <class Use>
HWY_INLINE void for_vectors(int width, const Use& use) {
  const FloatTag d;
  constexpr auto lanes = static_cast<int>(hn::MaxLanes(d));
  int x = 0;
  for (; x + lanes <= width; x += lanes) use(d, x);
  for (; x < width; ++x) use(hn::CappedTag<float, 1>(), x);
}

HWY_FLATTEN void columns_of_row(const float* disparity, int width, float sign, std::int32_t* columns) {
  for_vectors(width, [=](auto d, int x) HWY_ATTR {
    const hn::RebindToSigned<decltype(d)> whole;
    const auto shift = hn::Mul(hn::Set(d, sign), hn::LoadU(d, disparity + x));
    // The nearest whole number, the lower one of two. All of this is exact, whatever x is: a tile of the image finds
    // the same column.
    auto nearest = hn::Round(shift);
    const auto upper = hn::Eq(hn::Sub(shift, nearest), hn::Set(d, -0.5F));
    nearest = hn::Sub(nearest, hn::IfThenElseZero(upper, hn::Set(d, 1)));
    const auto column = hn::Sub(hn::ConvertTo(d, hn::Iota(whole, x)), nearest);
    const auto outside = hn::Set(d, static_cast<float>(width));
    const auto inside = hn::And(hn::Ge(column, hn::Zero(d)), hn::Lt(column, outside));
    hn::StoreU(hn::ConvertTo(whole, hn::IfThenElse(inside, column, outside)), whole, columns + x);
  });
}

HWY_FLATTEN void drop_row(const float* right, int width, float tolerance, float* left, std::int32_t* columns) {
  for_vectors(width, [=](auto d, int x) HWY_ATTR {
    const hn::RebindToSigned<decltype(d)> whole;
    const auto own = hn::LoadU(d, left + x);
    const auto other = hn::GatherIndex(d, right, hn::LoadU(whole, columns + x));
    const auto same = hn::Le(hn::Abs(hn::Sub(other, own)), hn::Set(d, tolerance));
    const auto wrong = hn::AndNot(same, hn::Eq(own, own));
    hn::StoreU(hn::IfThenElse(wrong, hn::Set(d, std::numeric_limits<float>::quiet_NaN()), own), d, left + x);
    hn::StoreU(hn::VecFromMask(whole, hn::RebindMask(whole, wrong)), whole, columns + x);
  });
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(columns_of_row);
HWY_EXPORT(drop_row);

void partner_columns(const float* disparity, int width, float sign, std::int32_t* columns) {
  HWY_DYNAMIC_DISPATCH(columns_of_row)(disparity, width, sign, columns);
}

void drop_unshared(const float* right, int width, float tolerance, float* left, std::int32_t* columns) {
  HWY_DYNAMIC_DISPATCH(drop_row)(right, width, tolerance, left, columns);
}

}  // namespace csca
#endif
