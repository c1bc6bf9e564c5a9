// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/box_kernels.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aggregate/box_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

void slide(const float* HWY_RESTRICT entering, const float* HWY_RESTRICT leaving, std::size_t size,
           float* HWY_RESTRICT columns) {
  if (entering != nullptr && leaving != nullptr) {
    for (std::size_t i = 0; i < size; ++i) columns[i] = columns[i] + (entering[i] - leaving[i]);
  } else if (entering != nullptr) {
    for (std::size_t i = 0; i < size; ++i) columns[i] += entering[i];
  } else if (leaving != nullptr) {
    for (std::size_t i = 0; i < size; ++i) columns[i] -= leaving[i];
  }
}

/// A running sum in `vectors` registers a pixel, from left to right.
template <int vectors, class D>
void run_along(D d, const float* columns, int width, int stride, int radius, Restarts restarts, const float* factors,
               float* out) {
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const auto at = [&](int x)
                      HWY_ATTR { return columns + static_cast<std::size_t>(x) * static_cast<std::size_t>(stride); };
  for (int begin = 0, end = restarts.first; begin < width; begin = end, end += restarts.period) {
    hn::Vec<D> sum[vectors];
    for (int v = 0; v < vectors; ++v) sum[v] = hn::Zero(d);
    for (int x = std::max(0, begin - radius); x < std::min(begin + radius, width); ++x) {
      for (int v = 0; v < vectors; ++v) sum[v] = hn::Add(sum[v], hn::LoadU(d, at(x) + v * lanes));
    }
    for (int x = begin; x < std::min(end, width); ++x, out += stride) {
      if (x + radius < width) {
        const float* entering = at(x + radius);
        for (int v = 0; v < vectors; ++v) sum[v] = hn::Add(sum[v], hn::LoadU(d, entering + v * lanes));
      }
      if (x > begin && x - radius - 1 >= 0) {
        const float* leaving = at(x - radius - 1);
        for (int v = 0; v < vectors; ++v) sum[v] = hn::Sub(sum[v], hn::LoadU(d, leaving + v * lanes));
      }
      const auto factor = hn::Set(d, factors[x]);
      for (int v = 0; v < vectors; ++v) hn::StoreU(hn::Mul(sum[v], factor), d, out + v * lanes);
    }
  }
}

/// As many levels at a time as divide the stride and fit the registers.
void along(const float* columns, int width, int stride, int radius, Restarts restarts, const float* factors,
           float* out) {
  const FloatTag d;
  const auto lanes = static_cast<int>(hn::Lanes(d));
  int done = 0;
  for (; done + 2 * lanes <= stride; done += 2 * lanes) {
    run_along<2>(d, columns + done, width, stride, radius, restarts, factors, out + done);
  }
  for (; done + lanes <= stride; done += lanes) {
    run_along<1>(d, columns + done, width, stride, radius, restarts, factors, out + done);
  }
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(slide);
HWY_EXPORT(along);

void slide_columns(const float* entering, const float* leaving, std::size_t size, float* columns) {
  HWY_DYNAMIC_DISPATCH(slide)(entering, leaving, size, columns);
}
void sum_along(const float* columns, int width, int stride, int radius, Restarts restarts, const float* factors,
               float* out) {
  HWY_DYNAMIC_DISPATCH(along)(columns, width, stride, radius, restarts, factors, out);
}

}  // namespace csca
#endif
