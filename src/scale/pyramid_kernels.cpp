// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "scale/pyramid_kernels.hpp"

#include "scale/binomial.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scale/pyramid_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Plain loops, compiled for each instruction set.
HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

void rows_of(const std::array<const float*, 5>& rows, int width, float* HWY_RESTRICT out) {
  const float* r[5] = {rows[0], rows[1], rows[2], rows[3], rows[4]};
  for (int x = 0; x < width; ++x) {
    out[x] = binomial[0] * r[0][x] + binomial[1] * r[1][x] + binomial[2] * r[2][x] + binomial[3] * r[3][x] +
             binomial[4] * r[4][x];
  }
}

void halved(const float* HWY_RESTRICT row, int half_width, float* HWY_RESTRICT out) {
  for (int x = 0; x < half_width; ++x) {
    const float* centre = row + 2 * x;
    out[x] = binomial[0] * centre[-2] + binomial[1] * centre[-1] + binomial[2] * centre[0] + binomial[3] * centre[1] +
             binomial[4] * centre[2];
  }
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(rows_of);
HWY_EXPORT(halved);

void smooth_rows(const std::array<const float*, 5>& rows, int width, float* out) {
  HWY_DYNAMIC_DISPATCH(rows_of)(rows, width, out);
}
void smooth_and_halve(const float* row, int half_width, float* out) {
  HWY_DYNAMIC_DISPATCH(halved)(row, half_width, out);
}

}  // namespace csca
#endif
