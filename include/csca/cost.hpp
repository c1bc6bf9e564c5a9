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

/// Matching costs between two images of one scale (paper Eq. 1). A method implements this.
class MatchingCost : public Pooled {
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

  /// Whether all costs are numbers of about one size. Of other methods every cell is looked at: NaN is made
  /// up for, and costs of more than about 1000 times the ordinary size, and infinite ones, count as the largest
  /// ordinary cost: float sums would lose all others beside them.
  virtual bool bounded() const { return false; }
};

std::span<const std::string_view> cost_names();

/// The method that `options.method` names, prepared for one pair. `left` has to outlive the result.
std::unique_ptr<MatchingCost> make_cost(const CostOptions& options, const FloatImage& left, FloatImage right);

/// Costs that another program computed, for an image of this size and at least these levels; throws Error when the
/// volume does not hold them. Every cell counts as given, whether it has a partner or not; NaN: it has no cost.
std::unique_ptr<MatchingCost> make_volume_cost(std::shared_ptr<const Volume> volume, int width, int height,
                                               Levels range);

/// The whole cost volume of one scale, for experts; `match` never holds it. Cells without a partner cost what
/// `options.outside` says, unknown left pixels 0 at every level.
Volume cost_volume(const CostOptions& options, const FloatImage& left, const FloatImage& right, Levels range,
                   int threads = 1);

}  // namespace csca
#pragma GCC visibility pop
