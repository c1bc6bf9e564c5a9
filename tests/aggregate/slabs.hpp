// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

#include "support/expect.hpp"

#include <algorithm>

namespace csca {

/// Some levels of a volume, as a volume of their own.
inline Volume part_of(const Volume& volume, Levels levels) {
  Volume part(volume.width(), volume.height(), levels);
  for (int y = 0; y < volume.height(); ++y) {
    for (int x = 0; x < volume.width(); ++x) {
      std::copy_n(volume.pixel(x, y) + (levels.first - volume.levels().first), levels.count, part.pixel(x, y));
    }
  }
  return part;
}

/// Aggregated slab by slab, each level has the bits that it has when all are aggregated at once.
inline ::testing::AssertionResult slabs_give_the_same_bits(const Aggregation& aggregation, const Volume& costs) {
  const Volume whole = aggregate(aggregation, costs);
  const Levels all = costs.levels();
  for (const int size : {1, 3, 8, 16, 24, 33, 64}) {
    for (int first = all.first; first <= all.last(); first += size) {
      const Volume slab = part_of(costs, {first, std::min(size, all.last() - first + 1)});
      const auto same = same_bits_inside(aggregate(aggregation, slab), whole);
      if (!same) return ::testing::AssertionFailure() << "slabs of " << size << ": " << same.message();
    }
  }
  return ::testing::AssertionSuccess();
}

}  // namespace csca
