// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "bench/shares.hpp"
#include "peers/eight_bit.hpp"
#include "peers/peers.hpp"
#include "support/scenes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <sstream>

// presets [ROUNDS [GROUP] [SETTINGS...]]: every preset beside OpenCV's StereoSGBM on the scenes under $CSCA_DATA: how
// much each gives, how much of it is wrong, and how long it takes. Prints the tables of docs/accuracy/presets.md. All
// matchers take turns on a scene, one thread each, ROUNDS times (3); the fastest counts. With a GROUP, such as kitti,
// on its scenes alone. With SETTINGS, such as "default vote_share=0.25", these take the place of the presets, beside
// the unit of time alone.
namespace {

using csca::app::Shares;
using csca::peers::Algorithm;
using csca::scenes::Pair;
using csca::scenes::Scene;

struct Benchmark {
  const char* group;
  const char* title;
  double threshold;  // of a wrong pixel
};

constexpr Benchmark benchmarks[] = {
    {"middlebury", "Middlebury v2, 2005 and 2006", 1},
    {"middlebury2014", "Middlebury 2014", 2},
    {"kitti", "KITTI 2012 and 2015", 3},
    {"eth3d", "ETH3D", 1},
};

struct Peer {
  const char* name;
  csca::peers::Settings settings;
};

constexpr csca::peers::Settings as_it_is(csca::peers::Settings settings) {
  settings.padded = false;
  return settings;
}

constexpr csca::peers::Settings sgbm = {Algorithm::sgbm, 5, true};
constexpr csca::peers::Settings sgbm_3way = {Algorithm::sgbm_3way, 5, true};
constexpr csca::peers::Settings strict(csca::peers::Settings settings) {
  settings.uniqueness = 15;
  return settings;
}
constexpr csca::peers::Settings sgbm_wls = {Algorithm::sgbm_wls, 5};

constexpr Peer peers[] = {
    {"StereoSGBM", sgbm},
    {"StereoSGBM 3-way", sgbm_3way},
    {"StereoSGBM 3-way, strict", strict(sgbm_3way)},
    {"StereoSGBM + WLS", sgbm_wls},
    {"StereoSGBM + gentle WLS", {Algorithm::sgbm_wls, 5, false, 500, 0.5}},
    {"StereoSGBM, not padded", as_it_is(sgbm)},
    {"StereoSGBM 3-way, not padded", as_it_is(sgbm_3way)},
    {"StereoSGBM + WLS, not padded", as_it_is(sgbm_wls)},
};

constexpr const char* unit_of_time = "StereoSGBM, not padded";

/// A matcher ready for a pair; a call matches it once. The map of the last call is in `map`.
struct Run {
  std::function<void()> compute;
  std::function<csca::Plane<float>()> map;
};

struct Matcher {
  std::string name;
  std::function<Run(const Pair&, csca::Levels)> prepare;
};

/// `words` are a preset's name and settings: "default vote_share=0.25".
Matcher preset_matcher(const std::string& words) {
  std::istringstream in(words);
  std::string preset;
  in >> preset;
  std::vector<csca::Setting> own;
  for (std::string word; in >> word;) {
    const std::size_t equals = std::min(word.find('='), word.size() - 1);
    own.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return {fmt::format("`{}`", words), [preset, own](const Pair& pair, csca::Levels range) {
            std::vector<csca::Setting> settings = {
                {"threads", "1"}, {"first", std::to_string(range.first)}, {"levels", std::to_string(range.count)}};
            settings.insert(settings.end(), own.begin(), own.end());
            csca::Options options = csca::make_options(preset, settings);
            options.input.check = false;  // the method is measured, not the pair
            const auto result = std::make_shared<csca::Result>();
            return Run{[&pair, options, result] { *result = csca::match(pair.left, pair.right, options); },
                       [result] { return result->disparity; }};
          }};
}

Matcher peer_matcher(const Peer& peer) {
  return {peer.name, [&peer](const Pair& pair, csca::Levels range) {
            const std::shared_ptr<csca::peers::Peer> made = csca_peers()->make(
                peer.settings, csca::peers::eight_bit(pair.left), csca::peers::eight_bit(pair.right), range);
            return Run{[made] { made->compute(); }, [made] { return made->disparity(); }};
          }};
}

/// The benchmark whose group the first word names, which is taken off, or all of them.
std::span<const Benchmark> benchmarks_of(std::span<char*>& words) {
  for (const Benchmark& benchmark : benchmarks) {
    if (words.empty() || words.front() != std::string_view(benchmark.group)) continue;
    words = words.subspan(1);
    return {&benchmark, 1};
  }
  return benchmarks;
}

std::vector<Matcher> matchers_of(std::span<char*> words) {
  std::vector<Matcher> result;
  if (!words.empty()) {
    for (const char* matcher : words) result.push_back(preset_matcher(matcher));
    result.push_back(peer_matcher(*std::find_if(
        std::begin(peers), std::end(peers), [](const Peer& peer) { return peer.name == std::string(unit_of_time); })));
    return result;
  }
  for (const csca::Preset& preset : csca::presets()) {
    if (!preset.is_condition()) result.push_back(preset_matcher(std::string(preset.name)));
  }
  for (const Peer& peer : peers) {
    if (peer.settings.algorithm != Algorithm::sgbm_wls || csca_peers()->wls) result.push_back(peer_matcher(peer));
  }
  return result;
}

/// What a matcher did on one scene.
struct Outcome {
  Shares shares;
  double seconds = std::numeric_limits<double>::infinity();
};

std::vector<Outcome> run_scene(const std::vector<Matcher>& matchers, const Scene& scene, double threshold, int rounds) {
  const Pair pair = csca::scenes::load(scene);
  const csca::Levels range = {0, scene.levels};
  std::vector<Outcome> outcomes(matchers.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < matchers.size(); ++i) {
      const Run run = matchers[i].prepare(pair, range);
      const std::clock_t start = std::clock();
      run.compute();
      const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      outcomes[i].seconds = std::min(outcomes[i].seconds, seconds);
      if (round == 0) outcomes[i].shares = csca::app::shares(run.map(), pair.truth, {}, threshold);
    }
  }
  return outcomes;
}

/// Outcomes of all matchers, scene by scene.
using Scenes = std::vector<std::vector<Outcome>>;

/// The mean over every `step`-th scene from `first`.
Shares mean(const Scenes& scenes, std::size_t matcher, std::size_t first, std::size_t step) {
  Shares sum;
  double count = 0;
  for (std::size_t i = first; i < scenes.size(); i += step) {
    const Shares& of_scene = scenes[i][matcher].shares;
    sum.given += of_scene.given;
    sum.wrong += of_scene.wrong;
    sum.wrong_or_missing += of_scene.wrong_or_missing;
    ++count;
  }
  return {sum.given / count, sum.wrong / count, sum.wrong_or_missing / count};
}

double seconds(const Scenes& scenes, std::size_t matcher) {
  double sum = 0;
  for (const auto& outcomes : scenes) sum += outcomes[matcher].seconds;
  return sum;
}

void print_table(const std::string& title, const std::vector<Matcher>& matchers, const Scenes& scenes) {
  const bool halves = scenes.size() > 1;
  fmt::print("## {}, {} scene{}\n\n", title, scenes.size(), halves ? "s" : "");
  fmt::print("| | given % | wrong % of these | wrong or missing % | time |{}\n|---|---:|---:|---:|---:|{}\n",
             halves ? " given, wrong: 1st, 3rd, ... scene | 2nd, 4th, ... |" : "", halves ? "---:|---:|" : "");
  const auto unit =
      std::find_if(matchers.begin(), matchers.end(), [](const Matcher& m) { return m.name == unit_of_time; });
  const double sgbm_seconds = seconds(scenes, static_cast<std::size_t>(unit - matchers.begin()));
  for (std::size_t i = 0; i < matchers.size(); ++i) {
    const Shares all = mean(scenes, i, 0, 1);
    fmt::print("| {} | {:.1f} | {:.2f} | {:.2f} | {:.2f} |", matchers[i].name, all.given, all.wrong,
               all.wrong_or_missing, seconds(scenes, i) / sgbm_seconds);
    for (std::size_t half = 0; halves && half < 2; ++half) {
      const Shares of_half = mean(scenes, i, half, 2);
      fmt::print(" {:.1f}, {:.2f} |", of_half.given, of_half.wrong);
    }
    fmt::print("\n");
  }
  fmt::print("\n");
}

}  // namespace

int main(int argc, char** argv) try {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 3;
  if (rounds < 1 || !csca::scenes::data_folder()) {
    fmt::print(stderr, "usage: CSCA_DATA=DIR presets [ROUNDS [GROUP] [SETTINGS...]]\n");
    return 2;
  }
  csca_peers()->set_threads(1);
  std::span<char*> words = std::span(argv, argc).subspan(std::min(argc, 2));
  const std::span<const Benchmark> asked = benchmarks_of(words);
  const std::vector<Matcher> matchers = matchers_of(words);
  std::vector<Scenes> outcomes;
  Scenes all;
  for (const Benchmark& benchmark : asked) {
    Scenes& scenes = outcomes.emplace_back();
    for (const Scene& scene : csca::scenes::group(benchmark.group)) {
      fmt::print(stderr, "{} {}\n", benchmark.title, scene.name);
      scenes.push_back(run_scene(matchers, scene, benchmark.threshold, rounds));
    }
    all.insert(all.end(), scenes.begin(), scenes.end());
  }
  if (asked.size() > 1) print_table("All of them", matchers, all);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    print_table(fmt::format("{}, off by more than {} px", asked[i].title, asked[i].threshold), matchers, outcomes[i]);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "presets: {}\n", error.what());
  return 1;
}
