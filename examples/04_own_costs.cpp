// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <vector>

// Costs from elsewhere, a network's for example, aggregated and blended across scales here.
namespace {

/// Stands for the other program: truncated differences of grey values, a constant where there is no partner.
csca::Volume compute_costs(const csca::Image& left, const csca::Image& right, csca::Levels levels) {
  const csca::Plane<float> a = csca::luma(csca::to_float(left, 255));
  const csca::Plane<float> b = csca::luma(csca::to_float(right, 255));
  csca::Volume costs(left.width(), left.height(), levels);
  for (int y = 0; y < costs.height(); ++y) {
    for (int x = 0; x < costs.width(); ++x) {
      for (int k = 0; k < levels.count; ++k) {
        const int partner = x - (levels.first + k);
        const bool inside = partner >= 0 && partner < costs.width();
        costs.pixel(x, y)[k] = inside ? std::min(0.1F, std::abs(a(x, y) - b(partner, y))) : 0.05F;
      }
    }
  }
  return costs;
}

}  // namespace

int main() {
  const csca::SynthPair pair = csca::synthesize({.width = 320, .height = 240, .levels = 32});
  const csca::Levels range{0, 32};
  csca::Options options;
  options.range.first = range.first;
  options.range.levels = range.count;

  std::vector<std::shared_ptr<const csca::Volume>> volumes;
  volumes.push_back(std::make_shared<csca::Volume>(compute_costs(pair.left, pair.right, range)));
  for (int s = 1; s < 5; ++s) volumes.push_back(std::make_shared<csca::Volume>(csca::downsample(*volumes.back())));
  csca::Hooks hooks;
  hooks.cost = [&](int scale, const csca::FloatImage& left, const csca::FloatImage&, csca::Levels levels) {
    return csca::make_volume_cost(volumes[static_cast<std::size_t>(scale)], left.width(), left.height(), levels);
  };

  double bad[2];
  for (const int scales : {1, 5}) {
    options.scale.scales = scales;
    const csca::Result result = csca::match(pair.left, pair.right, options, hooks);
    bad[scales > 1] = csca::evaluate(result.disparity, pair.truth_left, pair.visible_left).bad;
    std::cout << result.scales << (scales == 1 ? " scale: " : " scales: ") << bad[scales > 1] << " % bad pixels\n";
  }
  return bad[1] < bad[0] ? 0 : 1;
}
