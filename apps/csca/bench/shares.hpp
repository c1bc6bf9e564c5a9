// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>

namespace csca::app {

/// What a map gives and how much of it is wrong, %.
struct Shares {
  double given = 0;             ///< of the pixels that count, those with a disparity
  double wrong = 0;             ///< of these, those off by more than the threshold
  double wrong_or_missing = 0;  ///< of the pixels that count, those off by more or without a disparity
};

/// `counted` may be empty: all pixels with a truth count then. Throws Error as `evaluate` does.
Shares shares(const Plane<float>& disparity, const Plane<float>& truth, const Mask& counted, double threshold);

}  // namespace csca::app
