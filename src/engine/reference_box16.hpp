// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include "plan/plan.hpp"

#include <vector>

namespace csca {

/// The box filter on 16-bit costs and its blend across scales, in plain loops. Volumes hold whole numbers.
class ReferenceBox16 {
 public:
  ReferenceBox16(const Options& options, const Plan& plan) : options_(options), plan_(plan) {}

  /// The window sums of a scale's costs, times the scale's weight. `known` are the left image's pixels on that scale;
  /// empty: all.
  Volume weighted_sums(const Volume& costs, int scale, const Mask& known) const;

  /// Such sums as aggregated costs.
  Volume aggregated(const Volume& sums, int scale) const;

  /// The sums of all scales, finest first, as blended costs of the finest one.
  Volume combine(std::vector<Volume> sums) const;

 private:
  float unit() const;

  const Options& options_;
  const Plan& plan_;
};

}  // namespace csca
