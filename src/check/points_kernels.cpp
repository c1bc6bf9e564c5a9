// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "check/points_kernels.hpp"

#include "core/unroll.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "check/points_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE float likeness(const Patch& a, const Patch& b) {
  const FloatTag d;
  constexpr int lanes = static_cast<int>(hn::MaxLanes(FloatTag()));
  constexpr int side_by_side = 8;
  constexpr int vectors = side_by_side / lanes;
  constexpr int all = static_cast<int>(Patch().size());
  constexpr int whole = all / side_by_side * side_by_side;
  hn::Vec<FloatTag> sums[vectors];
  for (auto& sum : sums) sum = hn::Zero(d);
  for (int i = 0; i < whole; i += side_by_side) {
    CSCA_UNROLL
    for (int v = 0; v < vectors; ++v) {
      const int at = i + v * lanes;
      sums[v] = hn::Add(sums[v], hn::Mul(hn::LoadU(d, a.data() + at), hn::LoadU(d, b.data() + at)));
    }
  }
  HWY_ALIGN float parts[side_by_side];
  for (int v = 0; v < vectors; ++v) hn::Store(sums[v], d, parts + v * lanes);
  float sum = 0;
  for (int i = whole; i < all; ++i) sum += a[i] * b[i];
  for (const float part : parts) sum += part;
  return sum;
}

HWY_FLATTEN void all_likenesses(const Patch& one, const Patch* others, int count, float* results) {
  for (int i = 0; i < count; ++i) results[i] = likeness(one, others[i]);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(all_likenesses);

void likenesses(const Patch& one, const Patch* others, int count, float* results) {
  HWY_DYNAMIC_DISPATCH(all_likenesses)(one, others, count, results);
}

}  // namespace csca
#endif
