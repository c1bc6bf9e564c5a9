// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0

// The terms of whole-number costs, for kernels. Included once for each instruction set.
#if defined(CSCA_COST_INTEGER_TERMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CSCA_COST_INTEGER_TERMS_INL
#undef CSCA_COST_INTEGER_TERMS_INL
#else
#define CSCA_COST_INTEGER_TERMS_INL
#endif

#include "core/unroll.hpp"
#include "cost/integer_kernels.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Set bits of several words a lane: counted in bytes, which are added up once. The scalar target has no bytes of a
// lane, and where there is an instruction for words it takes these.
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_AVX3_DL
template <class D>
using CountTag = D;
template <class D>
HWY_INLINE hn::Vec<D> sum_of_counts(D /*d*/, hn::Vec<D> counts) {
  return counts;
}
#else
template <class D>
using CountTag = hn::Repartition<std::uint8_t, D>;
template <class D>
HWY_INLINE hn::Vec<D> sum_of_counts(D d, hn::Vec<CountTag<D> > counts) {
  const auto both = hn::BitCast(d, counts);
  return hn::Add(hn::And(both, hn::Set(d, 255)), hn::ShiftRight<8>(both));
}
#endif

/// A vector that has been read and is used twice. GCC, where it knows wide vectors in some functions only, would put it
/// on the stack and read it from there.
template <class V>
HWY_INLINE V in_register(V v) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_COMPILER_GCC_ACTUAL
  asm("" : "+v"(v.raw));
#endif
  return v;
}

/// Features of a left pixel in all lanes, from the image's row.
class LeftRow {
 public:
  static constexpr int size = 1 << 30;  // pixels at a time

  HWY_INLINE explicit LeftRow(const IntegerRow& row) : row_(row) {}
  HWY_INLINE void read(const IntegerRow& /*row*/, int /*begin*/, int /*end*/) {}
  template <class D8>
  HWY_INLINE hn::Vec<D8> colour(D8 d8, int c, std::ptrdiff_t x) const {
    return hn::Set(d8, row_.colour[0][c][x]);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> fine_colour(D d, int c, std::ptrdiff_t x) const {
    return hn::Set(d, row_.fine_colour[0][c][x]);
  }
  template <class DI>
  HWY_INLINE hn::Vec<DI> gradient(DI di, int g, std::ptrdiff_t x) const {
    return hn::Set(di, row_.gradient[0][g][x]);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> code(D d, int w, std::ptrdiff_t x) const {
    return hn::Set(d, row_.code[0][static_cast<std::size_t>(w) * row_.code_pitch + static_cast<std::size_t>(x)]);
  }

 private:
  IntegerRow row_;  // a copy, so that stores to cells do not make the compiler read it again
};

/// The numbers of terms are compile-time, so that what a pixel's levels share stays in registers; words < 0: any.
/// Lanes are levels: `right` is the mirrored column of the first one's partner.
template <int channels, int gradients, int words, bool with_fine, class D>
class Terms {
 public:
  static constexpr bool fine = with_fine;
  static constexpr int channel_count = channels;
  static constexpr int gradient_count = gradients;
  static constexpr int word_count = words;
  using V = hn::Vec<D>;
  using Signed = hn::RebindToSigned<D>;

  HWY_INLINE Terms(D d, const IntegerRow& row) : row_(row), count_(words > 0 ? words : row.words) {
    const auto u16 = [](int value) { return static_cast<std::uint16_t>(value); };
    // A fine term keeps the upper half of a product.
    colour_weight_ = hn::Set(d, u16(row.weights.colour_weight * (fine ? 65536 / fine_colours : 1)));
    gradient_most_ = hn::Set(Signed(), static_cast<std::int16_t>(row.weights.gradient_most));
    gradient_weight_ = hn::Set(d, u16(row.weights.gradient_weight));
    bits_most_ = hn::Set(d, u16(row.weights.bits_most));
    bit_weight_ = hn::Set(d, u16(row.weights.bit_weight));
  }

  const IntegerWeights& weights() const { return row_.weights; }

  /// The truncated sum of the channels' differences, in bytes.
  template <class D8, class Left>
  HWY_INLINE hn::Vec<D8> colour(D8 d8, const Left& left, std::ptrdiff_t x, std::ptrdiff_t right) const {
    auto sum = hn::Zero(d8);
    CSCA_UNROLL
    for (int c = 0; c < channels; ++c) {
      sum = with_difference<D8>(c, sum, left.colour(d8, c, x), hn::LoadU(d8, row_.colour[1][c] + right));
    }
    return hn::Min(sum, hn::Set(d8, static_cast<std::uint8_t>(row_.weights.colour_most)));
  }

  /// The same of fine colours.
  template <class Left>
  HWY_INLINE V fine_colour(D d, const Left& left, std::ptrdiff_t x, std::ptrdiff_t right) const {
    auto sum = hn::Zero(d);
    CSCA_UNROLL
    for (int c = 0; c < channels; ++c) {
      sum = with_difference<D>(c, sum, left.fine_colour(d, c, x), hn::LoadU(d, row_.fine_colour[1][c] + right));
    }
    return hn::Min(sum, hn::Set(d, static_cast<std::uint16_t>(row_.weights.colour_most)));
  }

  /// One gradient's difference, not truncated.
  template <class Left>
  HWY_INLINE hn::Vec<Signed> gradient(const Left& left, int g, std::ptrdiff_t x, std::ptrdiff_t right) const {
    const Signed di;
    return hn::Abs(hn::Sub(left.gradient(di, g, x), hn::LoadU(di, row_.gradient[1][g] + right)));
  }

  /// The whole cost.
  template <class Left>
  HWY_INLINE V cost(D d, const Left& left, std::ptrdiff_t x, std::ptrdiff_t right) const {
    if constexpr (fine) {
      return cost(d, fine_colour(d, left, x, right), left, x, right);
    } else {
      const hn::Rebind<std::uint8_t, D> d8;
      return cost(d, hn::PromoteTo(d, colour(d8, left, x, right)), left, x, right);
    }
  }

  /// The whole cost, given the sum of colours.
  template <class Left>
  HWY_INLINE V cost(D d, V colour, const Left& left, std::ptrdiff_t x, std::ptrdiff_t right) const {
    V cost = hn::Zero(d);
    if constexpr (channels > 0) cost = fine ? hn::MulHigh(colour, colour_weight_) : hn::Mul(colour, colour_weight_);
    if constexpr (gradients > 0) {
      auto sum = hn::Min(gradient(left, 0, x, right), gradient_most_);
      if constexpr (gradients > 1) sum = hn::Add(sum, hn::Min(gradient(left, 1, x, right), gradient_most_));
      const V term = hn::Mul(hn::BitCast(d, sum), gradient_weight_);
      static_assert(fine_gradients == 2);
      cost = hn::Add(cost, fine ? hn::ShiftRight<1>(term) : term);
    }
    if constexpr (words != 0) {
      const CountTag<D> parts;
      auto counts = hn::Zero(parts);
      for (int w = 0; w < count_; ++w) {
        const auto b = hn::LoadU(d, row_.code[1] + static_cast<std::size_t>(w) * row_.code_pitch + right);
        counts = hn::Add(counts, hn::PopulationCount(hn::BitCast(parts, hn::Xor(left.code(d, w, x), b))));
      }
      cost = hn::Add(cost, hn::Mul(hn::Min(sum_of_counts(d, counts), bits_most_), bit_weight_));
    }
    return cost;
  }

 private:
  /// The sum of channel c and those before it.
  template <class DC>
  static HWY_INLINE hn::Vec<DC> with_difference(int c, hn::Vec<DC> sum, hn::Vec<DC> a, hn::Vec<DC> right) {
    const auto b = in_register(right);
    const auto difference = hn::Or(hn::SaturatedSub(a, b), hn::SaturatedSub(b, a));
    return c == 0 ? difference : hn::SaturatedAdd(sum, difference);
  }

  IntegerRow row_;
  int count_;
  V colour_weight_;
  hn::Vec<Signed> gradient_most_;
  V gradient_weight_;
  V bits_most_;
  V bit_weight_;
};

/// Calls use(terms) with those of grd, cg and cen, grey and colour. `fine` is has_fine_terms(row): each is for a
/// function of its own, since the compiler inlines less into a large one.
template <bool fine, class D, class Use>
HWY_INLINE void with_terms(D d, const IntegerRow& row, const Use& use) {
  if constexpr (!fine) {
    if (row.channels == 0) {
      return row.words == 5 ? use(Terms<0, 0, 5, false, D>(d, row)) : use(Terms<0, 0, -1, false, D>(d, row));
    }
  }
  if (row.gradients == 1) {
    return row.channels == 1 ? use(Terms<1, 1, 0, fine, D>(d, row)) : use(Terms<3, 1, 0, fine, D>(d, row));
  }
  return row.channels == 1 ? use(Terms<1, 2, 2, fine, D>(d, row)) : use(Terms<3, 2, 2, fine, D>(d, row));
}

/// Census alone has nothing that could be fine.
HWY_INLINE bool has_fine_terms(const IntegerRow& row) { return row.weights.fine && row.channels > 0; }

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
