// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "synth/scene.hpp"

#include <array>
#include <limits>

namespace csca::synth {

struct Hit {
  const Surface* surface = nullptr;
  double disparity = -std::numeric_limits<double>::infinity();
};

/// Casts rays into the surfaces that one region of a view can see: a handful, even in a full scene.
class Caster {
 public:
  Caster(const Scene& scene, Side side, const Region& region);

  /// Of equal disparities the last wins, so that a range of one level still shows a collage of all objects.
  Hit cast(double x, double y) const;

  Colour colour(double x, double y) const {
    const Hit hit = cast(x, y);
    return appearance(*hit.surface, x - factor_of(side_) * hit.disparity, y);
  }

 private:
  struct Candidate {
    double left;
    double right;
    double nearest;
    const Surface* surface;
  };
  Side side_;
  std::vector<Candidate> candidates_;
};

/// Four samples of a pixel on a turned square, which treats edges of every direction alike.
inline constexpr std::array<std::array<double, 2>, 4> turned_square{
    {{-0.125, -0.375}, {0.375, -0.125}, {0.125, 0.375}, {-0.375, 0.125}}};

}  // namespace csca::synth
