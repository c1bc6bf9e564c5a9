// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/float_kernels.hpp"

#include "core/offset.hpp"
#include "core/unroll.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cost/float_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// A left pixel beside partners in as many mirrored columns as D has lanes. Each step is rounded, so that all
/// instruction sets have the same costs.
template <int channels, int gradients, bool census, class D>
class Pixel {
 public:
  using V = hn::Vec<D>;
  using Codes = hn::Rebind<std::uint32_t, D>;

  HWY_INLINE Pixel(D d, const FloatRow& row, int x) {
    CSCA_UNROLL
    for (int c = 0; c < channels; ++c) colour_[c] = hn::Set(d, row.colour[0][c][x]);
    CSCA_UNROLL
    for (int g = 0; g < gradients; ++g) gradient_[g] = hn::Set(d, row.gradient[0][g][x]);
    if constexpr (census) code_ = hn::Set(Codes(), row.code[0][x]);
  }

  HWY_INLINE V cost(D d, const FloatRow& row, std::ptrdiff_t column) const {
    const auto term = [&](FloatRow::Term of, V difference)
                          HWY_ATTR { return hn::Mul(hn::Set(d, of.weight), hn::Min(difference, hn::Set(d, of.most))); };
    V sum = hn::Abs(hn::Sub(colour_[0], hn::LoadU(d, row.colour[1][0] + column)));
    CSCA_UNROLL
    for (int c = 1; c < channels; ++c) {
      sum = hn::Add(sum, hn::Abs(hn::Sub(colour_[c], hn::LoadU(d, row.colour[1][c] + column))));
    }
    V cost = term(row.colour_term, sum);
    CSCA_UNROLL
    for (int g = 0; g < gradients; ++g) {
      const V difference = hn::Abs(hn::Sub(gradient_[g], hn::LoadU(d, row.gradient[1][g] + column)));
      cost = hn::Add(cost, term(row.gradient_term, difference));
    }
    if constexpr (census) {
      const auto bits = hn::PopulationCount(hn::Xor(code_, hn::LoadU(Codes(), row.code[1] + column)));
      const auto count = hn::ConvertTo(d, hn::BitCast(hn::RebindToSigned<D>(), bits));
      cost = hn::Add(cost, hn::Mul(hn::Set(d, row.bit_weight), count));
    }
    return cost;
  }

 private:
  V colour_[channels];
  V gradient_[gradients];
  hn::Vec<Codes> code_;
};

template <int channels, int gradients, bool census>
void cells_with(const FloatRow& shared, int begin, int end, Levels levels, int stride, float* HWY_RESTRICT out) {
  const FloatRow row = shared;  // a copy that nobody else can reach stays in registers
  const FloatTag d;
  const hn::CappedTag<float, 1> one;
  const auto lanes = static_cast<int>(hn::Lanes(d));
  for (int x = begin; x < end; ++x, out += stride) {
    const int k_begin = std::max(0, x - (row.width - 1) - levels.first);
    const int k_end = std::min(levels.count, x - levels.first + 1);
    const std::ptrdiff_t column = row.width - 1 - x + levels.first;
    const Pixel<channels, gradients, census, FloatTag> pixel(d, row, x);
    int k = k_begin;
    for (; k + lanes <= k_end; k += lanes) hn::StoreU(pixel.cost(d, row, column + k), d, out + k);
    if (k >= k_end) continue;
    const Pixel<channels, gradients, census, decltype(one)> last(one, row, x);
    for (; k < k_end; ++k) hn::StoreU(last.cost(one, row, column + k), one, out + k);
  }
}

void cells(const FloatRow& row, int begin, int end, Levels levels, int stride, float* out) {
  if (row.gradients == 1) {
    return row.channels == 1 ? cells_with<1, 1, false>(row, begin, end, levels, stride, out)
                             : cells_with<3, 1, false>(row, begin, end, levels, stride, out);
  }
  return row.channels == 1 ? cells_with<1, 2, true>(row, begin, end, levels, stride, out)
                           : cells_with<3, 2, true>(row, begin, end, levels, stride, out);
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(cells);

void float_cells(const FloatRow& row, int begin, int end, Levels levels, int stride, float* out) {
  HWY_DYNAMIC_DISPATCH(cells)(row, begin, end, levels, stride, out);
}

}  // namespace csca
#endif
