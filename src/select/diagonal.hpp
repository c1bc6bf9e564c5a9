// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>
#include <csca/volume.hpp>

#include "select/whole_row.hpp"

#include <array>
#include <mutex>

namespace csca {

/// The right view's winners read from the left view's costs: right pixel x at level d is left pixel x + d at level d.
/// Cheap, but aggregated over the left image's neighbourhoods.
class DiagonalWinner {
 public:
  DiagonalWinner(int width, int height, int threads = 1);
  void add(int y, Columns columns, Levels competing, Levels row_levels, const float* cells);
  void add(int y, const WholeRow& row);
  Plane<float> disparity() const;
  const Plane<float>& lowest_cost() const { return cost_; }

 private:
  Plane<float> cost_;
  Plane<int> level_;
  std::array<std::mutex, 64> locks_;
};

}  // namespace csca
