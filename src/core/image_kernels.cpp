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

void split(const std::uint8_t* row, int width, int channels, float scale, const std::array<float*, 3>& out) {
  const FloatTag d;
  const hn::RebindToSigned<decltype(d)> whole;
  const hn::Rebind<std::uint8_t, decltype(d)> bytes;
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const auto factor = hn::Set(d, scale);
  const auto store = [&](auto values, float* to) HWY_ATTR {
    hn::StoreU(hn::Mul(hn::ConvertTo(d, hn::PromoteTo(whole, values)), factor), d, to);
  };
  int x = 0;
  if (channels == 3) {
    for (; x + lanes <= width; x += lanes) {
      hn::Vec<decltype(bytes)> r;
      hn::Vec<decltype(bytes)> g;
      hn::Vec<decltype(bytes)> b;
      hn::LoadInterleaved3(bytes, row + 3 * x, r, g, b);
      store(r, out[0] + x);
      store(g, out[1] + x);
      store(b, out[2] + x);
    }
  } else if (channels == 1) {
    for (; x + lanes <= width; x += lanes) store(hn::LoadU(bytes, row + x), out[0] + x);
  }
  const int colours = channels >= 3 ? 3 : 1;
  for (; x < width; ++x) {
    for (int c = 0; c < colours; ++c) out[c][x] = static_cast<float>(row[x * channels + c]) * scale;
  }
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(split);

void split_bytes(const std::uint8_t* row, int width, int channels, float scale, const std::array<float*, 3>& out) {
  HWY_DYNAMIC_DISPATCH(split)(row, width, channels, scale, out);
}

}  // namespace csca
#endif
