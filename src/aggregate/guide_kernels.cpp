// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/guide_kernels.hpp"

#include <algorithm>
#include <cmath>
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aggregate/guide_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

// Plain loops over bytes with these become vector code of the target.
HWY_INLINE std::uint8_t low(std::uint8_t a, std::uint8_t b) { return a < b ? a : b; }
HWY_INLINE std::uint8_t high(std::uint8_t a, std::uint8_t b) { return a < b ? b : a; }
HWY_INLINE std::uint8_t middle(std::uint8_t a, std::uint8_t b, std::uint8_t c) {
  return high(low(a, b), low(high(a, b), c));
}
HWY_INLINE std::uint8_t difference(std::uint8_t a, std::uint8_t b) {
  return static_cast<std::uint8_t>(high(a, b) - low(a, b));
}

}  // namespace

void to_eight_bits(const float* values, int count, std::uint8_t* bytes) {
  const FloatTag d;
  const hn::Rebind<std::uint8_t, decltype(d)> d8;
  const int lanes = static_cast<int>(hn::Lanes(d));
  int x = 0;
  for (; x + lanes <= count; x += lanes) {
    const auto clamped = hn::Clamp(hn::LoadU(d, values + x), hn::Zero(d), hn::Set(d, 1.0F));
    hn::StoreU(hn::DemoteTo(d8, hn::NearestInt(hn::Mul(hn::Set(d, 255.0F), clamped))), d8, bytes + x);
  }
  for (; x < count; ++x) {
    const float clamped = std::min(std::max(values[x], 0.0F), 1.0F);
    bytes[x] = static_cast<std::uint8_t>(std::lrint(255.0F * clamped));
  }
}

/// The median of nine is the middle one of: the largest minimum, the middle median, the least maximum of the columns.
void median_row(const std::uint8_t* HWY_RESTRICT above, const std::uint8_t* HWY_RESTRICT here,
                const std::uint8_t* HWY_RESTRICT below, int width, std::uint8_t* HWY_RESTRICT out) {
  constexpr int chunk = 256;
  std::uint8_t lows[chunk + 2];
  std::uint8_t mids[chunk + 2];
  std::uint8_t highs[chunk + 2];
  for (int first = 0; first < width; first += chunk, above += chunk, here += chunk, below += chunk, out += chunk) {
    const int count = std::min(chunk, width - first);
    for (int x = 0; x < count + 2; ++x) {
      lows[x] = low(low(above[x], here[x]), below[x]);
      mids[x] = middle(above[x], here[x], below[x]);
      highs[x] = high(high(above[x], here[x]), below[x]);
    }
    for (int x = 0; x < count; ++x) {
      out[x] = middle(high(high(lows[x], lows[x + 1]), lows[x + 2]), middle(mids[x], mids[x + 1], mids[x + 2]),
                      low(low(highs[x], highs[x + 1]), highs[x + 2]));
    }
  }
}

void raise_weights(const std::uint8_t* HWY_RESTRICT above, const std::uint8_t* HWY_RESTRICT here, int width,
                   std::uint8_t* HWY_RESTRICT weights) {
  weights[0] = high(weights[0], difference(here[0], above[0]));
  for (int x = 1; x < width; ++x) {
    weights[2 * x] = high(weights[2 * x], difference(here[x], above[x]));
    weights[2 * x + 1] = high(weights[2 * x + 1], difference(here[x], here[x - 1]));
  }
}

void heaviest_of_squares(const std::uint8_t* HWY_RESTRICT weights_above, const std::uint8_t* HWY_RESTRICT weights,
                         int width, std::uint8_t* HWY_RESTRICT heaviest) {
  for (int x = 1; x < width; ++x) {
    const std::uint8_t upper = weights_above[2 * x + 1];
    const std::uint8_t lower = weights[2 * x + 1];
    const std::uint8_t left = weights[2 * x - 2];
    const std::uint8_t right = weights[2 * x];
    const std::uint8_t horizontal = high(upper, lower);
    const std::uint8_t of_two = lower >= upper ? 2 : 1;
    const std::uint8_t of_three = left >= horizontal ? 3 : of_two;
    heaviest[x] = right >= high(horizontal, left) ? 4 : of_three;
  }
}

void mark_heaviest(const std::uint8_t* HWY_RESTRICT above, const std::uint8_t* HWY_RESTRICT below, int width,
                   std::uint8_t* HWY_RESTRICT marks) {
  for (int x = 0; x < width; ++x) {
    marks[2 * x] = static_cast<std::uint8_t>((above[x] == 4) | (above[x + 1] == 3));
    marks[2 * x + 1] = static_cast<std::uint8_t>((above[x] == 2) | (below[x] == 1));
  }
}

}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(to_eight_bits);
HWY_EXPORT(median_row);
HWY_EXPORT(raise_weights);
HWY_EXPORT(heaviest_of_squares);
HWY_EXPORT(mark_heaviest);

void to_eight_bits(const float* values, int count, std::uint8_t* bytes) {
  HWY_DYNAMIC_DISPATCH(to_eight_bits)(values, count, bytes);
}

void median_row(const std::uint8_t* above, const std::uint8_t* here, const std::uint8_t* below, int width,
                std::uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(median_row)(above, here, below, width, out);
}

void raise_weights(const std::uint8_t* above, const std::uint8_t* here, int width, std::uint8_t* weights) {
  HWY_DYNAMIC_DISPATCH(raise_weights)(above, here, width, weights);
}

void heaviest_of_squares(const std::uint8_t* weights_above, const std::uint8_t* weights, int width,
                         std::uint8_t* heaviest) {
  HWY_DYNAMIC_DISPATCH(heaviest_of_squares)(weights_above, weights, width, heaviest);
}

void mark_heaviest(const std::uint8_t* above, const std::uint8_t* below, int width, std::uint8_t* marks) {
  HWY_DYNAMIC_DISPATCH(mark_heaviest)(above, below, width, marks);
}

}  // namespace csca
#endif
