// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

namespace csca {

/// Disjoint sets of pixels. The smaller number leads a set: neighbouring pixels then share cache lines on the way up.
class UnionFind {
 public:
  explicit UnionFind(std::size_t count) {
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  /// Joins two sets by their leaders and returns the new leader.
  std::uint32_t join(std::uint32_t a, std::uint32_t b) {
    if (a > b) std::swap(a, b);
    return parent_[b] = a;
  }

  /// Joins the sets of a and b, and says whether they were two. Rem's algorithm: climbs from whichever of the two has
  /// the larger parent, hangs what it passes to the smaller one, and may end before it has seen a leader (Patwary et
  /// al., SEA 2010).
  bool merge(std::uint32_t a, std::uint32_t b) {
    while (parent_[a] != parent_[b]) {
      if (parent_[a] < parent_[b]) std::swap(a, b);
      const std::uint32_t above = parent_[a];
      parent_[a] = parent_[b];
      if (a == above) return true;
      a = above;
    }
    return false;
  }

 private:
  AlignedVector<std::uint32_t> parent_;
};

}  // namespace csca
