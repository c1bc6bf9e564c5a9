// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "prepare.hpp"

#include <csca/error.hpp>
#include <csca/scale.hpp>

#include "core/parallel.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace csca {

Levels resolve_range(const ImageView& left, const ImageView& right, const Options& options) {
  const RangeOptions& asked = options.range;
  Levels range{asked.first.value_or(0), asked.levels.value_or(0)};
  if (!asked.levels) {
    const Levels estimate = estimate_range(left, right, options);
    if (!asked.first) range.first = estimate.first;
    range.count = std::max(1, estimate.last() - range.first + 1);
  }
  if (asked.skip_zero && range.first == 0) {
    if (range.count == 1)
      throw Error("levels is 1 and disparity 0 is skipped: allowed is a range with another disparity");
    ++range.first;
    --range.count;
  }
  return range;
}

namespace {

/// Slabs of `size` levels, cut at multiples of it: with a power of two, a slab then shares few coarse levels with the
/// next.
std::vector<Levels> cut(Levels range, int size) {
  std::vector<Levels> slabs;
  for (int first = range.first; first <= range.last();) {
    const int aligned = first - (((first % size) + size) % size);
    const int next = std::min(aligned + size, range.last() + 1);
    slabs.push_back({first, next - first});
    first = next;
  }
  return slabs;
}

}  // namespace

Plan prepare(const ImageView& left, const ImageView& right, const Options& options) {
  check(left, "left");
  check(right, "right");
  validate(options);
  if (left.width != right.width || left.height != right.height) {
    throw Error(
        fmt::format("the left image is {} x {} pixels but the right one is {} x {}: give a rectified pair of one size",
                    left.width, left.height, right.width, right.height));
  }
  Plan plan;
  plan.range = resolve_range(left, right, options);
  plan.white = options.input.white.value_or(0);
  if (!options.input.white) plan.white = white_of(left, right);
  if (plan.white <= 0) plan.white = 1;
  plan.grey = (left.channels >= 3) != (right.channels >= 3);
  // Without regularisation coarser scales have no say: leave them out, and the plain method comes out bit for bit.
  plan.scales = options.scale.lambda > 0 ? usable_scales(left.width, left.height, plan.range, options.scale.scales) : 1;
  plan.slabs = cut(plan.range, options.run.slab);
  return plan;
}

}  // namespace csca
