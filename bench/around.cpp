// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "check/check_copies.hpp"
#include "check/points.hpp"
#include "plan/first_look.hpp"

#include <csca/csca.hpp>
#include <csca/io.hpp>
#include <csca/simd.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <limits>
#include <string>
#include <vector>

// around LEFT RIGHT LEVELS [ROUNDS [SIMD]]: CPU time, on one thread, of what surrounds the method in a match with
// default settings: check of the pair, range estimate, comparing views, each refinement, filling; the fastest of
// several rounds, and its share of the whole.
namespace {

using namespace csca;

double cpu_ms() { return 1000 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Part {
  std::string name;
  std::function<void()> run;
  std::function<void()> prepare = [] {};  ///< not timed
  double ms = std::numeric_limits<double>::infinity();
};

void measure(std::vector<Part>& parts, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (Part& part : parts) {
      part.prepare();
      const double before = cpu_ms();
      part.run();
      part.ms = std::min(part.ms, cpu_ms() - before);
    }
  }
}

/// A refinement alone, on the map that the steps before it leave.
Part refinement(const std::string& steps, const std::string& step, Fill fill, const Result& map,
                const FloatImage& guide, Result& scratch) {
  const auto run = [&map, &guide, &scratch](const std::string& names, Fill how) {
    RefineOptions options = make_options("default").refine;
    options.steps = names;
    options.fill = how;
    refine({scratch.disparity, scratch.validity, guide, map.range, 1}, options);
  };
  return {step.empty() ? "filling" : step, [=] { run(step, fill); },
          [=, &map, &scratch] {
            scratch.disparity = map.disparity;
            scratch.validity = map.validity;
            run(steps, Fill::none);
          }};
}

}  // namespace

int main(int count, char** words) try {
  if (count < 4 || count > 6) {
    fmt::print(stderr, "usage: around LEFT RIGHT LEVELS [ROUNDS [SIMD]]\n");
    return 2;
  }
  const Image left = read_image(words[1]);
  const Image right = read_image(words[2]);
  const int rounds = count > 4 ? std::stoi(words[4]) : 12;
  if (count > 5) use_simd_target(words[5]);
  const Pair pair{left, right};

  Options whole = make_options("default");
  whole.run.threads = 1;
  Options given = whole;
  given.range.levels = std::stoi(words[3]);
  given.input.check = false;
  Options unrefined = given;
  unrefined.refine.steps = "none";
  Options one_view = unrefined;
  one_view.select.right = RightView::none;

  const std::vector<SmallPair> copies = small_pairs(pair, whole);
  const Look first = first_look(copies, 1);
  const Result map = match(pair, unrefined);
  const FloatImage guide = to_float(left, 255);
  Result scratch;
  std::vector<Part> parts = {{"one view", [&] { match(pair, one_view); }},
                             {"both views, diagonal", [&] { match(pair, unrefined); }},
                             {"and refined", [&] { match(pair, given); }},
                             {"and checked, of an unknown range", [&] { match(pair, whole); }},
                             {"small copies", [&] { small_pairs(pair, whole); }},
                             {"check", [&] { check_copies(copies, left.width(), whole); }},
                             {"  points", [&] { match_points(copies.front()); }},
                             {"first look", [&] { first_look(copies, 1); }},
                             {"closer look", [&] { closer_look(copies, first, 1); }},
                             refinement("none", "vote", Fill::none, map, guide, scratch),
                             refinement("vote", "speckle", Fill::none, map, guide, scratch),
                             refinement("none", "median", Fill::none, map, guide, scratch),
                             refinement("vote,speckle", "wm", Fill::none, map, guide, scratch),
                             refinement("vote,speckle", "", Fill::all, map, guide, scratch)};
  measure(parts, rounds);
  fmt::print("{}x{}, {} levels, one thread, {}, best of {}\n\n| | CPU ms | % of the whole |\n|---|---:|---:|\n",
             left.width(), left.height(), *given.range.levels, simd_target(), rounds);
  for (const Part& part : parts) {
    fmt::print("| {} | {:.1f} | {:.0f} |\n", part.name, part.ms, 100 * part.ms / parts[3].ms);
  }
  return 0;
} catch (const Error& error) {
  fmt::print(stderr, "around: {}\n", error.what());
  return 2;
}
