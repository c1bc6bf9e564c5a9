// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>
#include <csca/volume.hpp>

#include <array>
#include <mutex>

namespace csca {

/// Winner-take-all over slabs that arrive in any order, from any thread: the level with the lowest cost, the lower
/// level on ties.
class Winner {
 public:
  Winner(int width, int height);

  /// Lets the levels of a slab's row compete with those seen so far.
  void take(int y, Levels levels, const float* row);

  /// The winning disparity of each pixel.
  Plane<float> disparity() const;

 private:
  Plane<float> cost_;
  Plane<int> level_;
  std::array<std::mutex, 64> locks_;  // row y is guarded by locks_[y % 64]
};

/// The winners of a whole volume, for experts.
Plane<float> select(const Volume& volume);

}  // namespace csca
