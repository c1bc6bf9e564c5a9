// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include <algorithm>
#include <iostream>

// An aggregation of one's own, which the cross-scale framework then improves like any other.
namespace {

/// The mean along the row, over pixels up to the first strong edge of the guide on either side.
class Runs : public csca::VolumeAggregation {
 public:
  explicit Runs(const csca::FloatImage& guide) : grey_(csca::luma(guide)) {}

  void filter(csca::Volume& slab) const override {
    const csca::Volume costs = slab;
    for (int y = 0; y < slab.height(); ++y) {
      for (int x = 0; x < slab.width(); ++x) {
        const auto alike = [&](int other) { return std::abs(grey_(other, y) - grey_(x, y)) < 0.05F; };
        int begin = x;
        int end = x + 1;
        while (begin > std::max(0, x - 12) && alike(begin - 1)) --begin;
        while (end < std::min(slab.width(), x + 13) && alike(end)) ++end;
        for (int k = 0; k < slab.levels().count; ++k) {
          float sum = 0;
          for (int i = begin; i < end; ++i) sum += costs.pixel(i, y)[k];
          slab.pixel(x, y)[k] = sum / static_cast<float>(end - begin);
        }
      }
    }
  }

 private:
  csca::Plane<float> grey_;
};

}  // namespace

int main() {
  const csca::SynthPair pair = csca::synthesize({.width = 320, .height = 240, .levels = 32});
  csca::Options options;
  options.range.first = 0;
  options.range.levels = 32;
  csca::Hooks hooks;
  hooks.aggregate = [](const csca::FloatImage& guide) { return std::make_unique<Runs>(guide); };

  double bad[2];
  for (const int scales : {1, 5}) {
    options.scale.scales = scales;
    const csca::Result result = csca::match(pair.left, pair.right, options, hooks);
    bad[scales > 1] = csca::evaluate(result.disparity, pair.truth_left, pair.visible_left).bad;
    std::cout << result.scales << (scales == 1 ? " scale: " : " scales: ") << bad[scales > 1] << " % bad pixels\n";
  }
  return bad[1] < bad[0] ? 0 : 1;
}
