// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include <array>
#include <vector>

namespace csca {

/// What the guided filter needs of its guide at each pixel: the window's mean colour and the inverse of its covariance
/// plus epsilon.
template <int channels>
struct GuideStatistics {
  static constexpr int pairs = channels * (channels + 1) / 2;  // of a symmetric matrix

  std::array<Plane<float>, channels> guide;  // the guide less its global mean: float32 would cancel otherwise
  std::array<Plane<float>, channels> mean;
  std::array<Plane<float>, pairs> inverse;  // rr rg rb gg gb bb

  GuideStatistics(const FloatImage& image, int radius, double epsilon);
};

extern template struct GuideStatistics<1>;
extern template struct GuideStatistics<3>;

}  // namespace csca
