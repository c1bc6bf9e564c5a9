// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "support/scenes.hpp"

#include <fmt/format.h>

#include <ctime>

// scores GROUP [--preset NAME] [--threshold T] [--OPTION VALUE ...]: matches each scene of a group under $CSCA_DATA and
// prints bad pixels in %, average error and CPU time per cell; the last line is the mean over scenes.
int main(int argc, char** argv) try {
  if (argc < 2 || argc % 2 != 0 || !csca::scenes::data_folder()) {
    fmt::print(stderr,
               "usage: CSCA_DATA=DIR scores v2|v2-all|v2-disc|middlebury|middlebury2014|kitti [--preset NAME] "
               "[--OPTION VALUE ...]\n");
    return 2;
  }
  std::string preset;
  std::optional<double> threshold;
  std::vector<csca::Setting> settings;
  for (int i = 2; i < argc; i += 2) {
    std::string name = std::string(argv[i]).substr(2);
    for (char& c : name) c = c == '-' ? '_' : c;
    if (name == "preset") {
      preset = argv[i + 1];
    } else if (name == "threshold") {
      threshold = std::stod(argv[i + 1]);
    } else {
      settings.emplace_back(name, argv[i + 1]);
    }
  }
  double bad = 0;
  double average = 0;
  double seconds = 0;
  double cells = 0;
  const auto scenes = csca::scenes::group(argv[1]);
  for (const auto& scene : scenes) {
    const auto pair = csca::scenes::load(scene);
    csca::Options options = csca::make_options(preset, settings);
    if (!options.range.levels) options.range = {0, scene.levels, options.range.skip_zero};
    const std::clock_t start = std::clock();
    const csca::Result result = csca::match(pair.left, pair.right, options);
    const double time = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    const csca::Score score =
        csca::evaluate(result.disparity, pair.truth, pair.mask, threshold.value_or(scene.threshold));
    fmt::print("{:14} bad {:6.2f} %  average {:6.3f} px  {:.3f} s\n", scene.name, score.bad, score.average, time);
    bad += score.bad;
    average += score.average;
    seconds += time;
    cells += static_cast<double>(pair.left.width()) * pair.left.height() * scene.levels;
  }
  const auto n = static_cast<double>(scenes.size());
  fmt::print("mean           bad {:6.2f} %  average {:6.3f} px  {:.2f} ns per cell\n", bad / n, average / n,
             1e9 * seconds / cells);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "scores: {}\n", error.what());
  return 1;
}
