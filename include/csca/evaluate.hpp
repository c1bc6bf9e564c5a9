// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>

#include <cstddef>

#pragma GCC visibility push(default)
namespace csca {

/// How far a map is from the truth, by the rules of Middlebury v2.
struct Score {
  std::size_t pixels = 0;   ///< that count: mask is 255 and the truth is known
  std::size_t unknown = 0;  ///< of these, without a disparity
  double bad = 0;           ///< % of `pixels` with |error| > threshold; those without a disparity are bad
  double average = 0;       ///< mean |error| of those with a disparity, pixels
  double rms = 0;           ///< root of the mean squared error of the same, pixels
};

/// Scores a map. `mask` may be empty. Throws Error when sizes differ or no pixel counts.
Score evaluate(const Plane<float>& disparity, const Plane<float>& truth, const Mask& mask, double threshold = 1);

}  // namespace csca
#pragma GCC visibility pop
