// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "peers/eight_bit.hpp"
#include "peers/peers.hpp"
#include "support/scenes.hpp"

#include <fmt/format.h>

#include <ctime>

// peers GROUP [THRESHOLD]: OpenCV's StereoBM and StereoSGBM on the scenes that `scores` takes, with the best of a few
// common settings, holes filled from the lower neighbour in the row. The same columns as scores, so that the tables can
// stand side by side.
namespace {

using csca::scenes::Pair;

using csca::peers::Algorithm;
using csca::peers::eight_bit;

struct Named {
  const char* name;
  csca::peers::Settings settings;
};

constexpr Named matchers[] = {
    {"StereoBM", {Algorithm::bm, 15}},
    {"StereoSGBM", {Algorithm::sgbm, 5, true}},
    {"StereoSGBM 3-way", {Algorithm::sgbm_3way, 5, true}},
    {"StereoSGBM HH", {Algorithm::sgbm_hh, 5, true}},
    {"StereoSGBM + WLS", {Algorithm::sgbm_wls, 5}},
    {"StereoSGBM + gentle WLS", {Algorithm::sgbm_wls, 5, false, 500, 0.5}},
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2 || !csca::scenes::data_folder()) {
    fmt::print(stderr, "usage: CSCA_DATA=DIR peers GROUP [THRESHOLD]\n");
    return 2;
  }
  const csca::peers::Library& opencv = *csca_peers();
  opencv.set_threads(1);
  const auto scenes = csca::scenes::group(argv[1]);
  for (const Named& matcher : matchers) {
    if (matcher.settings.algorithm == Algorithm::sgbm_wls && !opencv.wls) continue;
    double bad = 0;
    double average = 0;
    double seconds = 0;
    double cells = 0;
    for (const auto& scene : scenes) {
      const Pair pair = csca::scenes::load(scene);
      const auto peer = opencv.make(matcher.settings, eight_bit(pair.left), eight_bit(pair.right), {0, scene.levels});
      const std::clock_t start = std::clock();
      peer->compute();
      seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      cells += static_cast<double>(pair.left.width()) * pair.left.height() * csca::peers::levels_for(scene.levels);
      const auto map = csca::complete_map(peer->disparity());
      const csca::Score score =
          csca::evaluate(map, pair.truth, pair.mask, argc > 2 ? std::stod(argv[2]) : scene.threshold);
      bad += score.bad;
      average += score.average;
    }
    const auto n = static_cast<double>(scenes.size());
    fmt::print("{:23} bad {:6.2f} %  average {:6.3f} px  {:.2f} ns per cell\n", matcher.name, bad / n, average / n,
               1e9 * seconds / cells);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "peers: {}\n", error.what());
  return 1;
}
