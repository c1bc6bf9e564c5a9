// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>

#include <optional>

#include "io/source.hpp"

namespace csca::io {

/// The numbers that a file of disparities holds.
struct Counts {
  int bits = 0;  ///< of an integer; 0: floats
  bool with_sign = false;
};

/// By what to divide these numbers. Throws Error for integers of 16 bits, which are pixels in some programs and parts
/// of pixels in others, and for a scale of floats, which are pixels in all.
double divisor_of(const Source& source, Counts counts, std::optional<double> scale);

/// Leaves out what OpenCV writes where it found nothing: in maps of 16 bits with a sign, in sixteenths of a pixel, one
/// pixel less than the smallest disparity of the range. The lowest value of a map is taken for that mark when it is a
/// whole number of pixels and at least one pixel below all others, some of which are not whole.
void forget_mark(Plane<float>& disparity, Counts counts, double divisor);

}  // namespace csca::io
