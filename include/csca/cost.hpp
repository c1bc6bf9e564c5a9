// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/options.hpp>
#include <csca/volume.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#pragma GCC visibility push(default)
namespace csca {

/// Matching costs between two images of one scale (paper Eq. 1). A method implements this; CostSource makes whole rows
/// of it.
class MatchingCost {
 public:
  virtual ~MatchingCost() = default;

  /// Writes the costs of pixels [begin, end) of row y at those levels whose partner x - level lies inside the right
  /// image: out[(x - begin) * stride + (level - levels.first)]. Other cells are left alone. NaN says that a cell has no
  /// cost: it then costs what the pixel's other cells cost on average, and neither wins nor loses.
  virtual void cells(int y, int begin, int end, Levels levels, int stride, float* out) const = 0;

  /// The cost against a partner outside the image under Outside::black.
  virtual float outside(int x, int y) const = 0;

  /// Whether every cell has a cost of its own, partner or not: then `cells` writes them all.
  virtual bool complete() const { return false; }

  /// Whether all costs are numbers of about one size. Of other methods CostSource looks at every cell: it makes up for
  /// NaN, and takes costs of more than about 1000 times the ordinary size, and infinite ones, for the largest ordinary
  /// cost: float sums would lose all others beside them.
  virtual bool bounded() const { return false; }
};

std::span<const std::string_view> cost_names();

/// The method that `options.method` names, prepared for one pair. `left` has to outlive the result.
std::unique_ptr<MatchingCost> make_cost(const CostOptions& options, const FloatImage& left, FloatImage right);

/// Costs that another program computed, for an image of this size and at least these levels; throws Error when the
/// volume does not hold them. Every cell counts as given, whether it has a partner or not; NaN: it has no cost.
std::unique_ptr<MatchingCost> make_volume_cost(std::shared_ptr<const Volume> volume, int width, int height,
                                               Levels range);

/// Bytes a pixel that the method keeps for a pair with so many channels, for predictions.
std::size_t cost_bytes_per_pixel(const CostOptions& options, int channels);

class Gaps;
class IntegerCost;
struct OrdinaryCosts;

/// Complete cost rows of one scale: the method's cells, and the Outside policy for cells without a partner.
class CostSource {
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

/// The whole cost volume of one scale, for experts; `match` never holds it.
Volume cost_volume(const CostSource& source, Levels levels);

}  // namespace csca
#pragma GCC visibility pop
