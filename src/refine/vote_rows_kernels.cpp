// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/offset.hpp"
#include "refine/vote_kernels.hpp"
#include "refine/vote_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "refine/vote_rows_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Plain loops, which the compiler vectorises.

void bytes_of_row(const float* HWY_RESTRICT samples, int width, std::uint8_t* HWY_RESTRICT bytes) {
  for (int x = 0; x < width; ++x) {
    // The order of the two makes 0 of NaN.
    const float sample = std::min(std::max(0.0F, samples[x]), 1.0F);
    bytes[x] = static_cast<std::uint8_t>(static_cast<std::int32_t>(sample * 255 + 0.5F));
  }
}

void steps_of_row(const float* HWY_RESTRICT disparities, int width, float scale, std::int16_t* HWY_RESTRICT steps) {
  constexpr auto highest = static_cast<float>(vote_highest);
  constexpr float largest = std::numeric_limits<float>::max();
  for (int x = 0; x < width; ++x) {
    const float disparity = disparities[x];
    const bool known = (disparity <= largest) & (disparity >= -largest);
    const float exact = std::min(std::max(-highest, disparity * scale), highest);  // a number in any case
    const float rounded = exact < 0 ? exact - 0.5F : exact + 0.5F;
    steps[x] = static_cast<std::int16_t>(known ? static_cast<std::int32_t>(rounded) : vote_unknown);
  }
}

void jumps_of_row(const float* HWY_RESTRICT row, const float* below, int width, float jump,
                  std::uint8_t* HWY_RESTRICT unsure, std::uint8_t* HWY_RESTRICT doubtful) {
  // Comparisons with NaN are false. The last pixel is its own neighbour.
  const auto jumps = [=](int x, int next) HWY_ATTR {
    return !((std::abs(row[x] - row[next]) <= jump) & (std::abs(row[x] - below[x]) <= jump));
  };
  for (int x = 0; x + 1 < width; ++x) unsure[x] = jumps(x, x + 1) ? 1 : 0;
  unsure[width - 1] = jumps(width - 1, width - 1) ? 1 : 0;
  const auto any = [=](int first, int last) HWY_ATTR {
    return static_cast<std::uint8_t>(unsure[std::max(first, 0)] | unsure[std::min(last, width - 1)]);
  };
  for (int x = 1; x + 1 < width; ++x) {
    doubtful[x] = static_cast<std::uint8_t>(unsure[x - 1] | unsure[x] | unsure[x + 1]);
  }
  doubtful[0] = any(0, 1);
  doubtful[width - 1] = any(width - 2, width - 1);
}

template <int spacing, class T>
HWY_INLINE void split(const T* HWY_RESTRICT row, int width, int length, T* HWY_RESTRICT out) {
  int i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::CappedTag<T, 32 / sizeof(T)> d;
  using V = hn::Vec<decltype(d)>;
  constexpr auto lanes = static_cast<int>(hn::MaxLanes(d));
  for (; (i + lanes) * spacing <= width; i += lanes) {
    V a;
    V b;
    if constexpr (spacing == 2) {
      hn::LoadInterleaved2(d, row + i * spacing, a, b);
    } else {
      V e;
      V f;
      hn::LoadInterleaved4(d, row + i * spacing, a, b, e, f);
      hn::StoreU(e, d, out + offset(2, length) + i);
      hn::StoreU(f, d, out + offset(3, length) + i);
    }
    hn::StoreU(a, d, out + i);
    hn::StoreU(b, d, out + length + i);
  }
#endif
  for (int x = i * spacing; x < width; ++x)
    out[offset(x % spacing, length) + static_cast<std::size_t>(x / spacing)] = row[x];
}

template <class T>
HWY_INLINE void split_by(const T* row, int width, int spacing, int length, T* out) {
  spacing == 2 ? split<2>(row, width, length, out) : split<4>(row, width, length, out);
}

HWY_FLATTEN void split_bytes(const std::uint8_t* row, int width, int spacing, int length, std::uint8_t* out) {
  split_by(row, width, spacing, length, out);
}
HWY_FLATTEN void split_steps(const std::int16_t* row, int width, int spacing, int length, std::int16_t* out) {
  split_by(row, width, spacing, length, out);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(bytes_of_row);
HWY_EXPORT(steps_of_row);
HWY_EXPORT(jumps_of_row);
HWY_EXPORT(split_bytes);
HWY_EXPORT(split_steps);

void bytes_of(const float* samples, int width, std::uint8_t* bytes) {
  HWY_DYNAMIC_DISPATCH(bytes_of_row)(samples, width, bytes);
}
void steps_of(const float* disparities, int width, float scale, std::int16_t* steps) {
  HWY_DYNAMIC_DISPATCH(steps_of_row)(disparities, width, scale, steps);
}
void mark_jumps(const float* row, const float* below, int width, float jump, std::uint8_t* unsure,
                std::uint8_t* doubtful) {
  HWY_DYNAMIC_DISPATCH(jumps_of_row)(row, below, width, jump, unsure, doubtful);
}
void split_row(const std::uint8_t* row, int width, int spacing, int length, std::uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(split_bytes)(row, width, spacing, length, out);
}
void split_row(const std::int16_t* row, int width, int spacing, int length, std::int16_t* out) {
  HWY_DYNAMIC_DISPATCH(split_steps)(row, width, spacing, length, out);
}

}  // namespace csca
#endif
