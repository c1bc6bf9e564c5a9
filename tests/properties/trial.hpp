// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/csca.hpp>

#include <iosfwd>
#include <string>

namespace csca {

/// A pair at random, small but of any kind, and options for it. Its right image is the left one moved by `shift`.
struct Trial {
  int width, height, channels;
  Sample sample;
  int shift;
  std::uint32_t seed;
  Options options;

  Image left() const;
  Image right() const;
};
std::ostream& operator<<(std::ostream& out, const Trial& trial);

/// Any method and mixture, cost, number of scales, and range; sometimes planes.
Trial any_trial();

/// The same with one of these methods.
Trial any_trial(std::initializer_list<const char*> methods);

/// What follows the winner: a right view, refinement, filling, confidence.
void add_later_steps(Options& options);

/// 0 in some rectangles and single pixels.
Mask any_mask(int width, int height);

/// The same with other samples under the zeros of the mask.
Image scribbled(const Image& image, const Mask& mask);

Image mirror_of(const Image& image);
Plane<float> mirror_of(const Plane<float>& plane);

/// How many pixels differ by more than a hundredth, or are unknown in one of the two alone: of those that have a
/// partner at all levels, since levels without one cost the same, and rounding decides.
std::size_t others(const Plane<float>& a, const Plane<float>& b, const Trial& trial);

}  // namespace csca
