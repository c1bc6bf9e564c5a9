// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/box_kernels.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aggregate/box_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class Cell>
void slide(const Cell* HWY_RESTRICT entering, const Cell* HWY_RESTRICT leaving, std::size_t size,
           Cell* HWY_RESTRICT columns) {
  if (entering != nullptr && leaving != nullptr) {
    for (std::size_t i = 0; i < size; ++i) columns[i] = static_cast<Cell>(columns[i] + (entering[i] - leaving[i]));
  } else if (entering != nullptr) {
    for (std::size_t i = 0; i < size; ++i) columns[i] = static_cast<Cell>(columns[i] + entering[i]);
  } else if (leaving != nullptr) {
    for (std::size_t i = 0; i < size; ++i) columns[i] = static_cast<Cell>(columns[i] - leaving[i]);
  }
}

template <class D>
HWY_INLINE void store_product(D d, hn::Vec<D> sum, float factor, float* out) {
  hn::StoreU(hn::Mul(sum, hn::Set(d, factor)), d, out);
}

template <class D>
HWY_INLINE void store_product(D d, hn::Vec<D> sum, std::uint32_t factor, std::uint16_t* out) {
  if (factor <= 65535) {
    hn::StoreU(hn::MulHigh(sum, hn::Set(d, static_cast<std::uint16_t>(factor))), d, out);
    return;
  }
  // Windows cut by the border count more than once: 32 bits, for a few pixels.
  hn::StoreU(sum, d, out);
  for (std::size_t k = 0; k < hn::Lanes(d); ++k) {
    const std::uint64_t product = std::uint64_t{out[k]} * factor >> 16;
    out[k] = static_cast<std::uint16_t>(std::min<std::uint64_t>(product, 65535));
  }
}

/// A running sum in `vectors` registers a pixel, from left to right.
template <int vectors, class D, class Cell, class Factor>
void run_along(D d, const Cell* columns, int width, int stride, int radius, const Factor* factors, Cell* out) {
  const auto lanes = static_cast<int>(hn::Lanes(d));
  const auto at = [&](int x)
                      HWY_ATTR { return columns + static_cast<std::size_t>(x) * static_cast<std::size_t>(stride); };
  hn::Vec<D> sum[vectors];
  for (int v = 0; v < vectors; ++v) sum[v] = hn::Zero(d);
  for (int x = 0; x < std::min(radius, width); ++x) {
    for (int v = 0; v < vectors; ++v) sum[v] = hn::Add(sum[v], hn::LoadU(d, at(x) + v * lanes));
  }
  for (int x = 0; x < width; ++x, out += stride) {
    if (x + radius < width) {
      const Cell* entering = at(x + radius);
      for (int v = 0; v < vectors; ++v) sum[v] = hn::Add(sum[v], hn::LoadU(d, entering + v * lanes));
    }
    if (x - radius - 1 >= 0) {
      const Cell* leaving = at(x - radius - 1);
      for (int v = 0; v < vectors; ++v) sum[v] = hn::Sub(sum[v], hn::LoadU(d, leaving + v * lanes));
    }
    for (int v = 0; v < vectors; ++v) store_product(d, sum[v], factors[x], out + v * lanes);
  }
}

/// As many levels at a time as divide the stride and fit the registers.
template <class Cell, class Factor>
void along(const Cell* columns, int width, int stride, int radius, const Factor* factors, Cell* out) {
  const hn::CappedTag<Cell, 32 / sizeof(Cell) * 2> wide;  // up to 64 bytes
  const hn::CappedTag<Cell, 8> narrow;
  const auto lanes = static_cast<int>(hn::Lanes(wide));
  int done = 0;
  for (; done + 2 * lanes <= stride; done += 2 * lanes) {
    run_along<2>(wide, columns + done, width, stride, radius, factors, out + done);
  }
  for (; done + lanes <= stride; done += lanes) {
    run_along<1>(wide, columns + done, width, stride, radius, factors, out + done);
  }
  const auto few = static_cast<int>(hn::Lanes(narrow));
  for (; done < stride; done += few) {
    run_along<1>(narrow, columns + done, width, stride, radius, factors, out + done);
  }
}

void slide_f32(const float* entering, const float* leaving, std::size_t size, float* columns) {
  slide(entering, leaving, size, columns);
}
void slide_u16(const std::uint16_t* entering, const std::uint16_t* leaving, std::size_t size, std::uint16_t* columns) {
  slide(entering, leaving, size, columns);
}
void along_f32(const float* columns, int width, int stride, int radius, const float* factors, float* out) {
  along(columns, width, stride, radius, factors, out);
}
void along_u16(const std::uint16_t* columns, int width, int stride, int radius, const std::uint32_t* factors,
               std::uint16_t* out) {
  along(columns, width, stride, radius, factors, out);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(slide_f32);
HWY_EXPORT(slide_u16);
HWY_EXPORT(along_f32);
HWY_EXPORT(along_u16);

void slide_columns(const float* entering, const float* leaving, std::size_t size, float* columns) {
  HWY_DYNAMIC_DISPATCH(slide_f32)(entering, leaving, size, columns);
}
void slide_columns(const std::uint16_t* entering, const std::uint16_t* leaving, std::size_t size,
                   std::uint16_t* columns) {
  HWY_DYNAMIC_DISPATCH(slide_u16)(entering, leaving, size, columns);
}
void sum_along(const float* columns, int width, int stride, int radius, const float* factors, float* out) {
  HWY_DYNAMIC_DISPATCH(along_f32)(columns, width, stride, radius, factors, out);
}
void sum_along(const std::uint16_t* columns, int width, int stride, int radius, const std::uint32_t* factors,
               std::uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(along_u16)(columns, width, stride, radius, factors, out);
}

}  // namespace csca
#endif
