// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>
#include <csca/dataset.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

// ranges FOLDER: the estimated range beside the one that 99.8 % of the truth has, for every scene with truth under the
// folder. scripts/check-range runs it.
namespace {

using csca::Levels;

struct Truth {
  double low = 0;   ///< 0.1 % of the truth is below
  double high = 0;  ///< 0.1 % is above

  double levels() const { return std::ceil(high) - std::floor(low) + 1; }
};

Truth middle_of(const csca::Plane<float>& truth) {
  std::vector<float> known;
  std::copy_if(truth.begin(), truth.end(), std::back_inserter(known), [](float d) { return std::isfinite(d); });
  std::sort(known.begin(), known.end());
  const auto at = [&](double share) { return known[std::lround(share * static_cast<double>(known.size() - 1))]; };
  return {at(0.001), at(0.999)};
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0 : values[values.size() / 2];
}

}  // namespace

int main(int count, char** words) try {
  if (count != 2) {
    fmt::print(stderr, "usage: ranges FOLDER\n");
    return 2;
  }
  fmt::print("{:<34} {:>7} {:>7}  {:>12}  {:>6} {:>6}\n", "scene", "0.1 %", "99.9 %", "estimate", "times", "CPU s");
  std::vector<double> excess;
  int lost = 0;
  int negative = 0;
  for (const csca::Scene& scene : csca::find_scenes(words[1]).scenes) {
    if (scene.truth.empty()) continue;
    const Truth truth = middle_of(csca::read_truth(scene).disparity);
    const csca::Image left = csca::read_image(scene.left);
    const csca::Image right = csca::read_image(scene.right);
    const double before = cpu_seconds();
    const Levels range = csca::estimate_range(left, right);
    const double seconds = cpu_seconds() - before;
    // A truth between two levels is found by the sub-pixel fit.
    const bool cut = truth.low < range.first - 0.5 || truth.high > range.last() + 0.5;
    const bool below = range.first < 0 && truth.low >= 0;
    excess.push_back(range.count / truth.levels());
    lost += cut ? 1 : 0;
    negative += below ? 1 : 0;
    fmt::print("{:<34} {:>7.1f} {:>7.1f}  {:>5} {:>6}  {:>6.2f} {:>6.2f} {}{}\n",
               fmt::format("{}/{}", scene.dataset, scene.name), truth.low, truth.high, range.first, range.last(),
               excess.back(), seconds, cut ? " CUT OFF" : "", below ? " NEGATIVE" : "");
    std::fflush(stdout);
  }
  fmt::print("{} scenes: {} cut off, {} negative without reason, median of levels over levels of the truth {:.2f}\n",
             excess.size(), lost, negative, median(excess));
  return lost <= 1 && negative == 0 && median(excess) <= 1.25 ? 0 : 1;
} catch (const csca::Error& error) {
  fmt::print(stderr, "ranges: {}\n", error.what());
  return 2;
}
