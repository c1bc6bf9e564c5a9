// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>
#include <csca/io.hpp>

#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

// Maps that the authors' program made with its trees and edge-aware filters, beside $CSCA_DATA:
// reference/maps/<scene>_<cost>_<method>.png, disparity times a factor, modulo 256. $CSCA_ALL_SCENES compares all of
// them instead of a few.
namespace csca {
namespace {

using scenes::Scene;

std::filesystem::path maps_folder() { return *scenes::data_folder() / ".." / "reference" / "maps"; }

struct Method {
  std::string name;
  std::string file;
  double least;  // share of pixels that have to agree
};
const Method methods[] = {{"nl", "NL", 0.99}, {"st", "ST", 0.995}, {"gf", "GF", 0.99}, {"bf", "BF", 0.99}};

/// Share of all pixels whose disparity is the one in the authors' map.
double agreement(const Plane<float>& map, const std::filesystem::path& file, int factor) {
  const Mask theirs = read_mask(file);
  EXPECT_EQ(theirs.size(), map.size());
  std::size_t equal = 0;
  for (std::size_t i = 0; i < map.size(); ++i) {
    equal += static_cast<int>(map.data()[i]) * factor % 256 == theirs.data()[i] ? 1 : 0;
  }
  return static_cast<double>(equal) / static_cast<double>(map.size());
}

bool all_scenes() { return std::getenv("CSCA_ALL_SCENES") != nullptr; }

/// Compares each method, plain and across scales, with the authors' maps `<stem>_<method>.png`; counts them.
int compare(const Scene& scene, const std::string& stem, const std::string& cost, int levels, int factor) {
  const scenes::Pair pair = scenes::load(scene);
  int compared = 0;
  for (const Method& method : methods) {
    for (const bool plain : {true, false}) {
      const std::filesystem::path file = maps_folder() / (stem + (plain ? "_" : "_S+") + method.file + ".png");
      if (!std::filesystem::exists(file)) continue;
      // Seconds for Tsukuba, half a minute for Teddy.
      if (method.name == "bf" && !all_scenes() && scene.name != "tsukuba") continue;
      std::vector<Setting> settings = {{"method", method.name}, {"cost", cost}, {"levels", std::to_string(levels)}};
      if (plain) settings.emplace_back("scales", "1");
      const Result result = match(pair.left, pair.right, make_options("paper", settings));
      const double share = agreement(result.disparity, file, factor);
      std::cout << file.stem().string() << ": " << 100 * share << " % equal\n";
      // A twelfth of this frame is saturated sky, where all census costs are equal: rounding decides, theirs and ours.
      const bool ties = scene.name == "000030_10" && method.name == "gf";
      EXPECT_GE(share, ties ? 0.92 : method.least) << file.stem().string();
      ++compared;
    }
  }
  return compared;
}

bool chosen(const std::string& name, std::initializer_list<const char*> few) {
  return all_scenes() || std::find(few.begin(), few.end(), name) != few.end();
}

TEST(ReferenceMethods, PaperPresetGivesTheAuthorsMiddleburyMaps) {
  if (!scenes::data_folder() || !std::filesystem::is_directory(maps_folder())) GTEST_SKIP() << "no reference maps";
  int compared = 0;
  for (const Scene& scene : scenes::group("middlebury")) {
    if (!chosen(scene.name, {"tsukuba", "venus", "teddy", "cones", "Art", "Cloth3", "Midd1"})) continue;
    compared += compare(scene, scene.name + "_GRD", "grd", scene.levels, static_cast<int>(*scene.truth_scale));
  }
  EXPECT_EQ(compared, all_scenes() ? 6 * 19 + 2 * 4 : 6 * 7 + 2);
}

TEST(ReferenceMethods, PaperPresetWithCensusGivesTheAuthorsKittiMaps) {
  if (!scenes::data_folder() || !std::filesystem::is_directory(maps_folder())) GTEST_SKIP() << "no reference maps";
  int compared = 0;
  for (const Scene& scene : scenes::group("kitti")) {
    if (!chosen(scene.name, {"000070_10", "000045_10"})) continue;
    const bool of_2012 = scene.dataset == "kitti2012";
    compared += compare(scene, (of_2012 ? "k12_" : "k15_") + scene.name + "_CEN", "cen", 256, 1);
  }
  EXPECT_EQ(compared, 6 * (all_scenes() ? 7 : 2));
}

}  // namespace
}  // namespace csca
