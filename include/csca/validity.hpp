// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>

#include <cstdint>

#pragma GCC visibility push(default)
namespace csca {

/// Bits of the validity map: what is to be known about a pixel's disparity. 0: nothing special.
/// `if (result.validity(x, y) & Validity::occluded)`.
struct Validity {
  enum Bits : std::uint8_t {
    unknown_pixel = 1,  ///< the left pixel is not finite: the disparity is NaN
    partial_range = 2,  ///< some of its candidates lie outside the right image or on unknown pixels
    no_candidate = 4,   ///< all of them do: the disparity is its neighbours' choice
    occluded = 8,       ///< failed the left-right check, and no right pixel claims it: hidden from the right camera
    mismatched = 16,    ///< a wrong match: failed the left-right check, though some right pixel claims it, or was
                        ///< less sure than asked
    speckle = 32,       ///< belonged to a small blob that nothing around it supports
    filled = 64,        ///< the disparity comes from neighbours, not from a match of its own
    masked = 128,       ///< the caller's mask leaves the left pixel out: the disparity is NaN
  };
};

using ValidityMap = Plane<std::uint8_t>;

}  // namespace csca
#pragma GCC visibility pop
