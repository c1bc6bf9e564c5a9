// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/holes.hpp"
#include "cost/feature_rows.hpp"

#include <csca/aligned.hpp>
#include <csca/plane.hpp>
#include <csca/volume.hpp>

#include <cstdint>
#include <span>

namespace csca {

/// The costs of cells without a partner, whatever their level: one for each column of a band at both ends of the row.
struct FillRow {
  const float* values = nullptr;
  int left_band = 0;    ///< columns [0, left_band) come first,
  int right_begin = 0;  ///< then those from here on

  int index(int x) const { return x < left_band ? x : x - right_begin + left_band; }
  float operator[](int x) const { return values[index(x)]; }
};

/// What one row of costs lacks: partners outside the right image or unknown, and unknown left pixels.
struct GapRow {
  int width = 0;
  std::span<const Columns> left_holes;
  std::span<const Columns> right_holes;
  const std::uint8_t* left = nullptr;   ///< 0 for unknown left pixels
  const std::uint8_t* right = nullptr;  ///< 0 for unknown right pixels and outside, mirrored as features are
  FillRow fill;
};

/// Cuts columns into stretches whose cells at some levels are all there, and stretches where some may lack: a partner
/// is outside or unknown, or the left pixel is unknown.
class Stretches {
 public:
  Stretches(const GapRow& row, Columns columns, Levels levels);

  /// Moves on to the next stretch; false when there is none.
  bool next();

  Columns columns() const { return columns_; }
  bool complete() const { return complete_; }

 private:
  /// Columns that a hole of the right image leaves without a partner; what lies outside is the first and the last hole.
  Columns shadow(int hole) const;
  int gap_end(int begin);

  GapRow row_;
  Levels levels_;
  int end_;
  Columns columns_;
  bool complete_ = false;
  int left_ = 0;    // the next hole on the left,
  int right_ = -1;  // and on the right
};

/// Known pixels, a byte each, with room at both ends that counts as unknown. Rows without holes share one.
class KnownRows {
 public:
  KnownRows() = default;
  KnownRows(const Mask& known, const Holes& holes, int width, int height, bool mirrored);

  const std::uint8_t* row(int y) const { return rows_.row(index_.empty() ? 0 : index_[static_cast<std::size_t>(y)]); }

 private:
  FeatureRows<std::uint8_t> rows_;
  PooledVector<int> index_;  // none: all rows are the shared one
};

/// What the costs of one scale lack, and what stands in for it.
class Gaps : public Pooled {
 public:
  Gaps(const Mask& left_known, const Mask& right_known, int width, int height, Levels range);

  GapRow row(int y) const;

  /// Makes room for values that stand in for cells without a partner; `fill` is where those of a row go.
  void make_fill();
  float* fill(int y) { return fill_.data() + fill_begin_[static_cast<std::size_t>(y)]; }

  /// How many levels of the range have a partner that is inside the right image and known, for each of the columns.
  void count_partners(int y, Columns columns, int* counts) const;
  int partners(int x, int y) const;

  const Holes& left_holes() const { return left_holes_; }
  const Holes& right_holes() const { return right_holes_; }

 private:
  int width_;
  int height_;
  Levels range_;
  Holes left_holes_;
  Holes right_holes_;
  KnownRows left_;
  KnownRows right_;
  // Pixels at the image's left and right end lack a partner at some levels. In rows with holes any pixel may.
  int left_band_;
  int right_band_;
  PooledVector<std::size_t> fill_begin_;
  AlignedVector<float> fill_;
};

}  // namespace csca
