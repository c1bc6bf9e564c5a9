// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/image_kernels.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/image_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class D, class V>
HWY_INLINE hn::Vec<D> as_floats(D d, V samples) {
  if constexpr (sizeof(hn::TFromV<V>) == sizeof(float)) {
    (void)d;
    return samples;
  } else {
    return hn::ConvertTo(d, hn::PromoteTo(hn::RebindToSigned<D>(), samples));
  }
}

template <class T>
HWY_INLINE void split(const T* row, int width, int channels, float scale, const std::array<float*, 3>& out) {
  const FloatTag d;
  const hn::Rebind<T, decltype(d)> samples;
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const auto factor = hn::Set(d, scale);
  const auto store = [&](auto values, float* to) HWY_ATTR { hn::StoreU(hn::Mul(as_floats(d, values), factor), d, to); };
  int x = 0;
  if (channels == 3) {
    for (; x + lanes <= width; x += lanes) {
      hn::Vec<decltype(samples)> r;
      hn::Vec<decltype(samples)> g;
      hn::Vec<decltype(samples)> b;
      hn::LoadInterleaved3(samples, row + 3 * x, r, g, b);
      store(r, out[0] + x);
      store(g, out[1] + x);
      store(b, out[2] + x);
    }
  } else if (channels == 1) {
    for (; x + lanes <= width; x += lanes) store(hn::LoadU(samples, row + x), out[0] + x);
  }
  const int colours = channels >= 3 ? 3 : 1;
  for (; x < width; ++x) {
    for (int c = 0; c < colours; ++c) out[c][x] = static_cast<float>(row[x * channels + c]) * scale;
  }
}

using Out = const std::array<float*, 3>&;
void split_u8(const std::uint8_t* row, int width, int channels, float scale, Out out) {
  split(row, width, channels, scale, out);
}
void split_u16(const std::uint16_t* row, int width, int channels, float scale, Out out) {
  split(row, width, channels, scale, out);
}
void split_f32(const float* row, int width, int channels, float scale, Out out) {
  split(row, width, channels, scale, out);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(split_u8);
HWY_EXPORT(split_u16);
HWY_EXPORT(split_f32);

void split_samples(const std::uint8_t* row, int width, int channels, float scale, const std::array<float*, 3>& out) {
  HWY_DYNAMIC_DISPATCH(split_u8)(row, width, channels, scale, out);
}
void split_samples(const std::uint16_t* row, int width, int channels, float scale, const std::array<float*, 3>& out) {
  HWY_DYNAMIC_DISPATCH(split_u16)(row, width, channels, scale, out);
}
void split_samples(const float* row, int width, int channels, float scale, const std::array<float*, 3>& out) {
  HWY_DYNAMIC_DISPATCH(split_f32)(row, width, channels, scale, out);
}

}  // namespace csca
#endif
