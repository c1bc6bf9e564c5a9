// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>
#include <csca/plane.hpp>
#include <csca/volume.hpp>

#include <cstddef>
#include <span>

namespace csca {

/// The unknown stretches of each row of a mask, from left to right. They are what has to be treated apart: a row
/// without any costs nothing.
class Holes {
 public:
  Holes() = default;
  explicit Holes(const Mask& known);

  /// None where the mask was empty: then every pixel is known.
  std::span<const Columns> row(int y) const {
    if (ends_.empty()) return {};
    const std::size_t begin = y == 0 ? 0 : ends_[static_cast<std::size_t>(y) - 1];
    return std::span(stretches_).subspan(begin, ends_[static_cast<std::size_t>(y)] - begin);
  }

  bool empty() const { return stretches_.empty(); }

 private:
  PooledVector<Columns> stretches_;
  PooledVector<std::size_t> ends_;  // behind the stretches of each row
};

}  // namespace csca
