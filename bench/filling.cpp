// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>
#include <csca/dataset.hpp>
#include <csca/io.hpp>

#include "support/scenes.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>

// filling: how far filled disparities are from the truth, on the scenes under $CSCA_DATA. Compares the filling of rows
// from the lower of their neighbours (`complete_map`) with the step `fill`, on the same checked map. Settings were
// chosen on every other scene; the table of docs/accuracy/refinement.md is that of the remaining ones.
namespace {

struct Sums {
  double pixels = 0, above_1 = 0, above_3 = 0, error = 0;

  void add(double e) {
    pixels += 1;
    above_1 += e > 1 ? 1 : 0;
    above_3 += e > 3 ? 1 : 0;
    error += std::min(e, 30.0);  // a few wild ones must not be the whole mean
  }
};

/// Means over scenes of what was counted in one.
struct Means {
  double scenes = 0, above_1 = 0, above_3 = 0, error = 0;

  void add(const Sums& sums) {
    if (sums.pixels < 20) return;  // too few to be a share
    scenes += 1;
    above_1 += 100 * sums.above_1 / sums.pixels;
    above_3 += 100 * sums.above_3 / sums.pixels;
    error += sums.error / sums.pixels;
  }

  std::string text() const {
    if (scenes == 0) return "| - | - | - ";
    return fmt::format("| {:.1f} | {:.1f} | {:.2f} ", above_1 / scenes, above_3 / scenes, error / scenes);
  }
};

constexpr std::array places = {"occluded", "left border", "all filled"};
using Row = std::array<Means, places.size()>;

const csca::Mask* region(const csca::GroundTruth& truth, std::initializer_list<std::string_view> names) {
  for (const csca::Region& region : truth.regions) {
    for (const std::string_view name : names) {
      if (region.name == name) return &region.mask;
    }
  }
  return nullptr;
}

/// Counts the pixels that were filled: occluded ones by the benchmark's masks, those whose partner is left of the right
/// image, and all of them.
void score(const csca::Plane<float>& sparse, const csca::Plane<float>& filled, const csca::GroundTruth& truth,
           Row& row) {
  const csca::Mask* seen = region(truth, {"nonocc", "noc"});
  const csca::Mask* counted = region(truth, {"all", "occ"});
  std::array<Sums, places.size()> sums;
  for (int y = 0; y < sparse.height(); ++y) {
    for (int x = 0; x < sparse.width(); ++x) {
      const float d = truth.disparity(x, y);
      if (!std::isfinite(d) || std::isfinite(sparse(x, y)) || (counted != nullptr && (*counted)(x, y) != 255)) continue;
      const double error = std::abs(double{filled(x, y)} - double{d});
      if (seen != nullptr && (*seen)(x, y) != 255) sums[0].add(error);
      if (d > static_cast<float>(x)) sums[1].add(error);
      sums[2].add(error);
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) row[i].add(sums[i]);
}

void print_table(const std::string& method, const std::string& right, std::size_t half) {
  std::map<std::string, std::array<Row, 2>> table;
  std::map<std::string, std::size_t> scenes;
  for (const csca::Scene& scene : csca::find_scenes(*csca::scenes::data_folder()).scenes) {
    if (scene.truth.empty() || scenes[scene.dataset]++ % 2 != half) continue;
    const std::vector<csca::Setting> settings = {{"method", method},
                                                 {"right", right},
                                                 {"refine", "speckle"},
                                                 {"first", std::to_string(scene.first)},
                                                 {"levels", std::to_string(scene.levels)}};
    const csca::Image left = csca::read_image(scene.left);
    const csca::Options options = csca::make_options("", settings);
    csca::Result result = csca::match(left, csca::read_image(scene.right), options);
    const csca::Plane<float> sparse = result.disparity;
    const csca::FloatImage guide = csca::to_float(left, csca::white_of(left, left));
    csca::RefineOptions fill;
    fill.fill = csca::Fill::all;
    csca::refine_fill({result.disparity, result.validity, guide, {scene.first, scene.levels}, 0}, fill);
    const csca::GroundTruth truth = csca::read_truth(scene);
    score(sparse, csca::complete_map(sparse), truth, table[scene.dataset][0]);
    score(sparse, result.disparity, truth, table[scene.dataset][1]);
  }
  fmt::print("\n| `--method {} --right {} --refine speckle` ", method, right);
  for (const char* place : places) fmt::print("| {}: bad-1 % | bad-3 % | error ", place);
  fmt::print("|\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  for (const auto& [dataset, rows] : table) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      fmt::print("| {}, {} ", dataset, i == 0 ? "lower neighbour of the row" : "`fill`");
      for (const Means& means : rows[i]) fmt::print("{}", means.text());
      fmt::print("|\n");
    }
  }
}

}  // namespace

int main(int argc, char** /*argv*/) try {
  if (!csca::scenes::data_folder() || argc > 2) {
    fmt::print(stderr, "usage: CSCA_DATA=DIR filling [chosen]\n");
    return 2;
  }
  const std::size_t half = argc == 2 ? 0 : 1;
  print_table("box", "diagonal", half);
  print_table("gf+st", "full", half);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "filling: {}\n", error.what());
  return 1;
}
