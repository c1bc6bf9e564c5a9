// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>
#include <csca/synth.hpp>

#include "support/scenes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <ctime>

// slanted all|odd|even [GROUP] [--OPTION VALUE ...]: what planes gain, the tables of docs/planes.md. Every scene of
// the groups, or every second one, is matched without planes and with the options given (--planes auto if none are);
// printed are means over scenes, and what the scene that loses the most loses.
namespace {

using csca::Setting;
using csca::scenes::Pair;

struct Benchmark {
  const char* group;
  double coarse;  // thresholds of a bad pixel
  double fine;
  const char* preset;
  std::vector<Setting> settings;
};

const std::vector<Benchmark>& benchmarks() {
  static const std::vector<Benchmark> all = {
      {"kitti", 3, 1, "outdoor", {{"right", "none"}, {"refine", "none"}}},
      {"middlebury2014", 2, 0.5, "bare", {{"method", "gf+st"}}},
      {"middlebury", 1, 0.5, "bare", {{"method", "gf+st"}}},
      {"rendered", 1, 0.5, "bare", {{"method", "gf+st"}}},
  };
  return all;
}

struct LoadedScene {
  std::string name;
  Pair pair;
  int levels;
};

/// The pair of `csca bench`, which is odd and even.
LoadedScene rendered() {
  constexpr int levels = 128;
  csca::SynthPair pair = csca::synthesize({.width = 1242, .height = 375, .levels = levels});
  return {"rendered",
          {std::move(pair.left), std::move(pair.right), std::move(pair.truth_left), std::move(pair.visible_left)},
          levels};
}

std::vector<LoadedScene> load(const std::string& group, const std::string& part) {
  std::vector<LoadedScene> loaded;
  if (group == "rendered") {
    loaded.push_back(rendered());
    return loaded;
  }
  const auto scenes = csca::scenes::group(group);
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    if (part == (i % 2 == 0 ? "even" : "odd")) continue;
    loaded.push_back({scenes[i].name, csca::scenes::load(scenes[i]), scenes[i].levels});
  }
  return loaded;
}

struct Figures {
  double coarse = 0;
  double fine = 0;
  double average = 0;
  double seconds = 0;  // of CPU time

  void add(const Figures& other) {
    coarse += other.coarse;
    fine += other.fine;
    average += other.average;
    seconds += other.seconds;
  }
};

Figures measure(const LoadedScene& scene, const Benchmark& benchmark, const std::vector<Setting>& settings) {
  std::vector<Setting> all = benchmark.settings;
  all.insert(all.end(), settings.begin(), settings.end());
  csca::Options options = csca::make_options(benchmark.preset, all);
  options.range = {0, scene.levels};
  options.run.threads = 1;
  const Pair& pair = scene.pair;
  const std::clock_t start = std::clock();
  const csca::Result result = csca::match(pair.left, pair.right, options);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const auto score = [&](double threshold) {
    return csca::evaluate(result.disparity, pair.truth, pair.mask, threshold);
  };
  const csca::Score coarse = score(benchmark.coarse);
  return {coarse.bad, score(benchmark.fine).bad, coarse.average, seconds};
}

void print_row(const Benchmark& benchmark, const std::string& part, const std::vector<Setting>& planes) {
  std::vector<Setting> none = planes;
  none.emplace_back("planes", "0");
  Figures without;
  Figures with;
  double worst = -100;
  std::string loser;
  const auto scenes = load(benchmark.group, part);
  for (const LoadedScene& scene : scenes) {
    const Figures before = measure(scene, benchmark, none);
    const Figures after = measure(scene, benchmark, planes);
    without.add(before);
    with.add(after);
    if (after.coarse - before.coarse <= worst) continue;
    worst = after.coarse - before.coarse;
    loser = scene.name;
  }
  const auto n = static_cast<double>(scenes.size());
  const auto cell = [n](const Figures& sum) {
    return fmt::format("{:.2f}, {:.1f}, {:.2f}", sum.coarse / n, sum.fine / n, sum.average / n);
  };
  fmt::print("| {} ({} px, {} px) | {} | {} | {} | {:+.2f} {} | {:.2f} |\n", benchmark.group, benchmark.coarse,
             benchmark.fine, scenes.size(), cell(without), cell(with), worst, loser, with.seconds / without.seconds);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) try {
  const bool one_group = argc > 2 && std::strncmp(argv[2], "--", 2) != 0;
  const int first = one_group ? 3 : 2;
  if (argc < 2 || (argc - first) % 2 != 0 || !csca::scenes::data_folder()) {
    fmt::print(stderr, "usage: CSCA_DATA=DIR slanted all|odd|even [GROUP] [--OPTION VALUE ...]\n");
    return 2;
  }
  std::vector<Setting> planes;
  for (int i = first; i < argc; i += 2) {
    std::string name = std::string(argv[i]).substr(2);
    std::replace(name.begin(), name.end(), '-', '_');
    planes.emplace_back(name, argv[i + 1]);
  }
  if (planes.empty()) planes.emplace_back("planes", "auto");
  fmt::print("| scenes | | without | with planes | worst | time |\n|---|---|---|---|---|---|\n");
  for (const Benchmark& benchmark : benchmarks()) {
    if (!one_group || std::strcmp(argv[2], benchmark.group) == 0) print_row(benchmark, argv[1], planes);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "slanted: {}\n", error.what());
  return 1;
}
