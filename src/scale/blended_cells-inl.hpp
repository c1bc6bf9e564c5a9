// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0

// Blended cells in vectors. Included once for each instruction set.
#if defined(CSCA_SCALE_BLENDED_CELLS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef CSCA_SCALE_BLENDED_CELLS_INL
#undef CSCA_SCALE_BLENDED_CELLS_INL
#else
#define CSCA_SCALE_BLENDED_CELLS_INL
#endif

#include "scale/blended_cells.hpp"

#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE hn::Vec<D> mean(D d, hn::Vec<D> a, hn::Vec<D> b) {
  return hn::Mul(hn::Set(d, 0.5F), hn::Add(a, b));
}

/// The quadratic spline at a cell, of which the mean of two cells is its value between them: a parabola comes out as
/// it is, but for a constant, so that neither kind of levels is favoured.
template <class D>
HWY_INLINE hn::Vec<D> spline(D d, hn::Vec<D> before, hn::Vec<D> cell, hn::Vec<D> after) {
  return hn::MulAdd(hn::Set(d, 0.75F), cell, hn::Mul(hn::Set(d, 0.125F), hn::Add(before, after)));
}

/// What is read of the coarse costs.
template <bool linear_levels, bool linear_columns, bool two_rows, bool spline_levels = false>
struct Maps {
  static constexpr bool levels = linear_levels;
  static constexpr bool spline = spline_levels;
  static constexpr bool columns = linear_columns;
  static constexpr bool rows = two_rows;
};

/// Coarse cells at fine levels: as many of them as a vector has lanes lie under half as many coarse ones, so that one
/// load and a permutation or two serve.
template <class Map, class D>
class Expand {
 public:
  Expand(D d, int offset) : offset_(offset) {
#if HWY_TARGET == HWY_SCALAR
    (void)d;
#else
    std::int32_t low[hn::MaxLanes(d)];
    std::int32_t high[hn::MaxLanes(d)];
    for (int i = 0; i < static_cast<int>(hn::Lanes(d)); ++i) {
      low[i] = (i + offset) / 2;
      high[i] = (i + offset + 1) / 2;
    }
    low_ = hn::SetTableIndices(d, low);
    high_ = hn::SetTableIndices(d, high);
#endif
  }

  /// Fine levels k and on of the coarse pixel with these cells in the one row and the other.
  HWY_INLINE hn::Vec<D> operator()(D d, const float* row, const float* other, int k) const {
    const auto at = [&](int cell) HWY_ATTR {
      auto cells = hn::LoadU(d, row + cell);
      if constexpr (Map::rows) cells = mean(d, cells, hn::LoadU(d, other + cell));
      return cells;
    };
#if HWY_TARGET == HWY_SCALAR
    const auto high = at((k + offset_ + 1) / 2);
    if constexpr (Map::spline) {
      const int low = (k + offset_) / 2;
      return (k + offset_) % 2 == 1 ? mean(d, at(low), high) : spline(d, at(low - 1), high, at(low + 1));
    }
    return Map::levels ? mean(d, at((k + offset_) / 2), high) : high;
#else
    const auto cells = at(k / 2);
    if constexpr (Map::spline) {
      const auto next = at(k / 2 + 1);
      const auto even = hn::TableLookupLanes(spline(d, at(k / 2 - 1), cells, next), low_);
      const auto odd = hn::TableLookupLanes(mean(d, cells, next), low_);
      return offset_ == 0 ? hn::OddEven(odd, even) : hn::OddEven(even, odd);
    }
    const auto high = hn::TableLookupLanes(cells, high_);
    return Map::levels ? mean(d, hn::TableLookupLanes(cells, low_), high) : high;
#endif
  }

 private:
  int offset_;
#if HWY_TARGET != HWY_SCALAR
  using Indices = decltype(hn::SetTableIndices(D(), static_cast<const std::int32_t*>(nullptr)));
  Indices low_;
  Indices high_;
#endif
};

// Three kinds of cells. Of each, at(x, i, k, stride) are levels k and on of column x + i, counted from the even one at
// or before the first; x is even, so that neighbours can share what is read of the coarse cells. They share more where
// all columns are known to be `inside`.

/// Cells that nothing is done to.
template <class D>
class CellsAsTheyAre {
 public:
  using Tag = D;
  static constexpr bool as_they_are = true;
  static constexpr bool spline = false;
  HWY_INLINE CellsAsTheyAre(D d, const BlendedCells& blended)
      : d_(d), odd_(blended.columns.begin & 1), cells_(blended.cells) {}
  template <bool inside = false>
  HWY_INLINE hn::Vec<D> at(std::ptrdiff_t x, int i, int k, std::ptrdiff_t stride) const {
    return hn::LoadU(d_, pixel(x + i, stride) + k);
  }
  HWY_INLINE bool inside(std::ptrdiff_t /*end*/) const { return true; }
  HWY_INLINE const float* pixel(std::ptrdiff_t x, std::ptrdiff_t stride) const { return cells_ + (x - odd_) * stride; }

 private:
  D d_;
  std::ptrdiff_t odd_;
  const float* cells_;
};

/// Cells with their factors and the weight.
template <class D>
class WeighedCells {
 public:
  using Tag = D;
  static constexpr bool as_they_are = false;
  static constexpr bool spline = false;
  HWY_INLINE WeighedCells(D d, const BlendedCells& blended)
      : d_(d),
        cells_(d, blended),
        odd_(blended.columns.begin & 1),
        step_(blended.factors != nullptr ? 1 : 0),
        factors_(blended.factors != nullptr ? blended.factors : &one),
        weight_(hn::Set(d, blended.weight)) {}
  template <bool inside = false>
  HWY_INLINE hn::Vec<D> at(std::ptrdiff_t x, int i, int k, std::ptrdiff_t stride) const {
    return hn::Mul(weight_, scaled(x, i, k, stride));
  }
  HWY_INLINE bool inside(std::ptrdiff_t /*end*/) const { return true; }
  HWY_INLINE hn::Vec<D> plus(hn::Vec<D> up, std::ptrdiff_t x, int i, int k, std::ptrdiff_t stride) const {
    return hn::MulAdd(weight_, scaled(x, i, k, stride), up);
  }

 private:
  HWY_INLINE hn::Vec<D> scaled(std::ptrdiff_t x, int i, int k, std::ptrdiff_t stride) const {
    return hn::Mul(hn::Set(d_, factors_[(x + i - odd_) * step_]), cells_.at(x, i, k, stride));
  }

  static constexpr float one = 1;
  D d_;
  CellsAsTheyAre<D> cells_;
  std::ptrdiff_t odd_;
  std::ptrdiff_t step_;
  const float* factors_;
  hn::Vec<D> weight_;
};

/// The same, and what the coarser scale adds.
template <class D, class Map>
class CellsOverCoarse {
 public:
  using Tag = D;
  static constexpr bool as_they_are = false;
  static constexpr bool spline = Map::spline;
  HWY_INLINE CellsOverCoarse(D d, const BlendedCells& blended)
      : d_(d),
        cells_(d, blended),
        expand_(d, blended.coarse.levels.offset),
        stride_(blended.coarse.stride),
        last_(blended.coarse.width - 1 - blended.columns.begin / 2),
        row_(blended.coarse.row + blended.columns.begin / 2 * stride_),
        other_(Map::rows ? blended.coarse.other + blended.columns.begin / 2 * stride_ : nullptr) {}

  template <bool inside = false>
  HWY_INLINE hn::Vec<D> at(std::ptrdiff_t x, int i, int k, std::ptrdiff_t stride) const {
    const std::ptrdiff_t pixel = x / 2 + i / 2;
    auto up = under(pixel, k);
    if (Map::columns && i % 2 == 1) up = mean(d_, up, under(inside ? pixel + 1 : std::min(pixel + 1, last_), k));
    return cells_.plus(up, x, i, k, stride);
  }

  /// Whether all columns before `end` have coarse ones on both sides.
  HWY_INLINE bool inside(std::ptrdiff_t end) const { return !Map::columns || end / 2 <= last_; }

 private:
  HWY_INLINE hn::Vec<D> under(std::ptrdiff_t pixel, int k) const {
    const std::ptrdiff_t here = pixel * stride_;
    return expand_(d_, row_ + here, Map::rows ? other_ + here : nullptr, k);
  }

  D d_;
  WeighedCells<D> cells_;
  Expand<Map, D> expand_;
  std::ptrdiff_t stride_;
  std::ptrdiff_t last_;
  const float* row_;
  const float* other_;
};

/// Calls use(cells) with what reads the blended cells, of which a coarser scale is read alike in levels and in space.
template <class D, class Use>
HWY_INLINE auto with_even_blended(D d, const BlendedCells& blended, const Use& use) {
  const CoarseRows& coarse = blended.coarse;
  if (blended.as_is()) return use(CellsAsTheyAre<D>(d, blended));
  if (coarse.row == nullptr) return use(WeighedCells<D>(d, blended));
  if (!coarse.linear) return use(CellsOverCoarse<D, Maps<false, false, false>>(d, blended));
  if (coarse.levels.spline) {
    if (coarse.other == nullptr) return use(CellsOverCoarse<D, Maps<true, true, false, true>>(d, blended));
    return use(CellsOverCoarse<D, Maps<true, true, true, true>>(d, blended));
  }
  if (coarse.other == nullptr) return use(CellsOverCoarse<D, Maps<true, true, false>>(d, blended));
  return use(CellsOverCoarse<D, Maps<true, true, true>>(d, blended));
}

/// The same for all.
template <class D, class Use>
HWY_INLINE auto with_blended(D d, const BlendedCells& blended, const Use& use) {
  const CoarseRows& coarse = blended.coarse;
  if (coarse.even_maps()) return with_even_blended(d, blended, use);
  if (coarse.levels.spline) return use(CellsOverCoarse<D, Maps<true, false, false, true>>(d, blended));
  if (coarse.levels.linear) return use(CellsOverCoarse<D, Maps<true, false, false>>(d, blended));
  if (coarse.other == nullptr) return use(CellsOverCoarse<D, Maps<false, true, false>>(d, blended));
  return use(CellsOverCoarse<D, Maps<false, true, true>>(d, blended));
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
