// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace csca {

/// Disjoint sets of pixels. The smaller number leads a set: neighbouring pixels then share cache lines on the way up.
class UnionFind {
 public:
  explicit UnionFind(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0U); }

  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  /// Joins two sets by their leaders and returns the new leader.
  std::uint32_t join(std::uint32_t a, std::uint32_t b) {
    if (a > b) std::swap(a, b);
    return parent_[b] = a;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace csca
