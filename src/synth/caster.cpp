// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "synth/caster.hpp"

#include <algorithm>

namespace csca::synth {

Caster::Caster(const Scene& scene, Side side, const Region& region) : side_(side) {
  for (const Surface& surface : scene) {
    const Region e = extent(surface, side);
    if (e.left <= region.right && e.right >= region.left && e.top <= region.bottom && e.bottom >= region.top) {
      candidates_.push_back({e.left, e.right, nearest(surface, side, region), &surface});
    }
  }
  std::stable_sort(candidates_.begin(), candidates_.end(),
                   [](const Candidate& a, const Candidate& b) { return a.nearest > b.nearest; });
}

Hit Caster::cast(double x, double y) const {
  Hit hit;
  for (const Candidate& c : candidates_) {
    if (hit.disparity > c.nearest) break;
    if (x < c.left || x > c.right) continue;
    const double d = intersect(*c.surface, side_, x, y);
    if (d >= hit.disparity) hit = {c.surface, d};
  }
  return hit;
}

}  // namespace csca::synth
