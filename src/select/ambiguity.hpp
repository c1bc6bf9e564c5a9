// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>
#include <csca/volume.hpp>

#include <array>
#include <cstdint>
#include <mutex>

namespace csca {

/// Counts, for each pixel, how many levels come near the lowest cost: for ambiguity, which needs that cost first and so
/// a second pass over the slabs.
class Ambiguity {
 public:
  explicit Ambiguity(const Plane<float>& lowest_cost, int levels);
  void add(int y, Columns columns, Levels competing, Levels row_levels, const float* cells);

  /// 1 - the share of levels whose cost is within eta of the lowest, averaged over eta from 0 to `reach` of the lowest
  /// cost's mean over the image.
  Plane<float> confidence() const;

  static constexpr int steps = 16;  ///< values of eta
  static constexpr double reach = 1.0;

 private:
  const Plane<float>& lowest_;
  int levels_;
  float step_;
  Plane<std::uint32_t> near_;  // summed over steps: whole numbers, so that slabs may come in any order
  std::array<std::mutex, 64> locks_;
};

}  // namespace csca
