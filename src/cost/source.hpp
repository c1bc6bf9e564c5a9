// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/cost.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace csca {

/// Bytes a pixel that a float cost keeps for a pair with so many channels.
std::size_t cost_bytes_per_pixel(const CostOptions& options, int channels);

/// Pixels around a cell's two pixels that its cost depends on; none: the whole image.
std::optional<int> cost_margin(const CostOptions& options);

class Gaps;
class IntegerCost;
struct OrdinaryCosts;

/// Complete cost rows of one scale: the method's cells, and the Outside policy for cells without a partner.
class CostSource : public Pooled {
 public:
  /// `range` is all that the scale will be asked for; the policy's means are taken over it, ahead of the slabs.
  CostSource(std::unique_ptr<MatchingCost> cost, const FloatImage& left, const Mask& right_known, Levels range,
             Outside outside, int threads);

  /// The same of whole-number costs.
  CostSource(std::unique_ptr<IntegerCost> cost, const FloatImage& left, const Mask& right_known, Levels range,
             Outside outside, int threads);
  ~CostSource();

  /// Some columns of row y at `levels` into out[(x - columns.begin) * Volume::stride_for(levels.count) + k]. Unknown
  /// left pixels cost 0 at every level.
  void cells(int y, Columns columns, Levels levels, float* out) const;

  /// The same in units of `unit()`, only of whole-number costs.
  void cells(int y, Columns columns, Levels levels, std::uint16_t* out) const;
  float unit() const;

  /// The same on their way into sums down the columns, a block of levels at a time (slide_costs).
  void slide(int y, Columns columns, Levels levels, int block, std::uint16_t* ring, std::uint16_t* sums) const;

  int width() const { return width_; }
  int height() const { return height_; }
  Levels range() const { return range_; }

  /// How many of pixel x's levels have a partner that is inside the right image and known.
  int partners(int x, int y) const;

  /// The same of all pixels of a row.
  void count_partners(int y, int* counts) const;

  /// Whether some pixels of the right image are unknown: then rows differ in their partners.
  bool has_holes() const;

  /// What is unknown, and what stands in for it.
  const Gaps& gaps() const { return *gaps_; }

 private:
  CostSource(std::unique_ptr<MatchingCost> cost, std::unique_ptr<IntegerCost> integer, const FloatImage& left,
             const Mask& right_known, Levels range, Outside outside, int threads);
  float mean_of(int x, int y) const;
  void make_sound(int y, Columns columns, Levels levels, float* out) const;
  void prepare_fill(Outside outside, int threads);
  void fill_row(int y, Outside outside, int* counts);
  template <class Cell>
  void fill_gaps(int y, Columns columns, Levels levels, Cell unit, Cell* out) const;

  std::unique_ptr<MatchingCost> cost_;
  std::unique_ptr<IntegerCost> integer_;
  std::unique_ptr<Gaps> gaps_;
  int width_;
  int height_;
  Levels range_;
  std::unique_ptr<OrdinaryCosts> ordinary_;  // of costs that are not bounded by themselves
};

/// All costs of one scale at these levels.
Volume cost_volume(const CostSource& source, Levels levels);

}  // namespace csca
