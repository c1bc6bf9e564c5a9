// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/explain.hpp>

#include <csca/scale.hpp>
#include <csca/select.hpp>

#include "scale/blend.hpp"

#include <algorithm>
#include <limits>

namespace csca {

Options explainable(Options options) {
  options.run.precision = Precision::floats;
  options.select = {.subpixel = options.select.subpixel};
  options.refine = {};
  return options;
}

Capture::Capture(Candidates candidates, int scales, int y, int from, int to)
    : candidates_(candidates), scales_(scales), y_(y), from_(from), to_(to) {
  for (int stage = 0; stage < 3; ++stage) {
    Levels levels = candidates.range;
    for (int s = 0; s < scales; ++s, levels = coarser(levels)) {
      const bool exists = s == 0 || stage != static_cast<int>(VolumeStage::combined);
      rows_.push_back(exists ? Volume((to >> s) - (from >> s) + 1, 1, levels) : Volume());
    }
  }
}

void Capture::take(VolumeStage stage, int scale, Levels levels, int y, const float* row) {
  if (y != y_ >> scale) return;
  Volume& to = rows_[index(stage, scale)];
  const int stride = Volume::stride_for(levels.count);
  const Levels kept = common(levels, to.levels());  // around a plane, coarse scales may have more
  const int first_x = from_ >> scale;
  const std::scoped_lock hold(lock_);
  for (int i = 0; i < to.width(); ++i) {
    const float* cells = row + static_cast<std::ptrdiff_t>(first_x + i) * stride;
    std::copy_n(cells + (kept.first - levels.first), kept.count, to.pixel(i, 0) + (kept.first - to.levels().first));
  }
}

Plane<float> Capture::winners(VolumeStage stage, int scale) const {
  Volume competing = costs(stage, scale);
  const Levels levels = competing.levels();
  if (scale == 0 && candidates_.skip_zero && levels.first <= 0 && levels.last() >= 0) {
    for (int i = 0; i < competing.width(); ++i) {
      competing.pixel(i, 0)[-levels.first] = std::numeric_limits<float>::infinity();
    }
  }
  return select(competing);
}

}  // namespace csca
