// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/cost.hpp>

namespace csca {

/// Every matching cost straight from its definition, one cell at a time, in double precision.
class NaiveCost {
 public:
  NaiveCost(const CostOptions& options, FloatImage left, FloatImage right);

  /// The cost of two pixels, both inside their images.
  double cell(int x, int y, int level) const;

  /// The cost against a black pixel.
  double outside(int x, int y) const;

  bool has_partner(int x, int y, int level) const;
  int partners(int x, int y, Levels range) const;

  /// What CostSource promises: 0 for unknown left pixels, the policy for cells without a partner.
  double complete(int x, int y, int level, Levels range) const;

 private:
  double grey(const FloatImage& image, int x, int y) const;
  double gradient_x(const FloatImage& image, int x, int y) const;
  double gradient_y(const FloatImage& image, int x, int y) const;
  double colour_difference(int x, int y, int partner) const;
  double colour_magnitude(int x, int y) const;
  int hamming(int x, int y, int partner, int window, bool wrap, bool round) const;

  CostOptions options_;
  FloatImage left_;
  FloatImage right_;
};

}  // namespace csca
