// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include <iostream>

// The paper's Algorithm 1 by hand, each step a function: for those who want to look at, or replace, what lies between.
// `csca::match` gives the same map in a fraction of the memory.
int main() {
  const csca::SynthPair pair = csca::synthesize({.width = 321, .height = 200, .levels = 40});
  const csca::Options options;
  const csca::Levels range{0, 40};
  const int scales = csca::usable_scales(pair.left.width(), pair.left.height(), range, options.scale.scales);

  // Step 1: Gaussian pyramids of both images.
  const double white = csca::white_of(pair.left, pair.right);
  const auto lefts = csca::pyramid(csca::to_float(pair.left, white), scales);
  const auto rights = csca::pyramid(csca::to_float(pair.right, white), scales);

  // Steps 2 and 3: costs, aggregated on each scale by itself.
  std::vector<csca::Volume> aggregated;
  csca::Levels levels = range;
  for (int s = 0; s < scales; ++s, levels = csca::coarser(levels)) {
    const csca::Volume costs = csca::cost_volume(options.cost, lefts[s], rights[s], levels, options.run.threads);
    const auto aggregation = csca::make_aggregation(options.aggregate)(lefts[s]);
    aggregated.push_back(csca::aggregate(*aggregation, costs));
  }

  // Step 4: the closed-form blend of all scales, and the winner.
  const auto weights = csca::scale_weights(scales, csca::resolve_lambda(options));
  const csca::Volume blended = csca::combine(aggregated, weights, options.scale.level_map, options.scale.space_map);
  const csca::Plane<float> plain = csca::select(aggregated.front(), options.select.subpixel);
  const csca::Plane<float> across = csca::select(blended, options.select.subpixel);

  for (const auto& [name, map] : {std::pair{"plain", &plain}, {"across scales", &across}}) {
    const csca::Score score = csca::evaluate(*map, pair.truth_left, pair.visible_left);
    std::cout << name << ": " << score.bad << " % of the visible pixels are off by more than 1\n";
  }

  csca::Options same = options;
  same.range.first = range.first;
  same.range.levels = range.count;
  same.run.precision = csca::Precision::floats;  // as above; by itself match() takes whole numbers for 8-bit pairs
  return csca::match(pair.left, pair.right, same).disparity == across ? 0 : 1;
}
