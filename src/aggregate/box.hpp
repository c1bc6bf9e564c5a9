// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

#include <cstdint>

namespace csca {

/// Mean (or sum) over a square window (paper: BOX).
AggregationFactory make_box(const AggregateOptions& options);

/// Columns of a strip: a few rows of them stay in the second cache.
constexpr int box_strip = 960;

std::size_t box_bytes(const AggregateOptions& options, const Slab& slab);

/// The same on whole-number costs, times a scale's weight: results add up across scales in 16 bits. A result of v is
/// an aggregated cost of v * unit(options) for costs that count in ones.
class IntegerBox {
 public:
  /// The largest cost whose window sums fit; 0 for windows too large to leave costs any resolution.
  static int largest_cost(const BoxOptions& options);
  static float unit(const BoxOptions& options);

  IntegerBox(const BoxOptions& options, double weight) : options_(options), weight_(weight) {}
  int radius() const { return options_.radius; }

  /// What the sum of a window is multiplied with, in 1 / 65536, that has so many cells inside the image and so many of
  /// these known. None known: 0.
  std::uint32_t factor(int inside, int known) const;
  std::uint32_t factor(int inside) const { return factor(inside, inside); }

 private:
  BoxOptions options_;
  double weight_;
};

}  // namespace csca
