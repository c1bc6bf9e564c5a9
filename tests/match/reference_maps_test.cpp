// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>
#include <csca/io.hpp>

#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

// Real scenes under $CSCA_DATA, and beside it maps that the authors' program made of them: reference/maps/
// <scene>_<cost>_<method>.png, disparity times a factor, modulo 256.
namespace csca {
namespace {

using scenes::Pair;
using scenes::Scene;

std::filesystem::path maps_folder() { return *scenes::data_folder() / ".." / "reference" / "maps"; }

bool have_maps() { return scenes::data_folder() && std::filesystem::is_directory(maps_folder()); }

Result paper(const Pair& pair, const std::string& cost, int levels, bool plain) {
  std::vector<Setting> settings = {{"method", "box"}, {"cost", cost}, {"levels", std::to_string(levels)}};
  if (plain) settings.emplace_back("scales", "1");
  return match(pair.left, pair.right, make_options("paper", settings));
}

/// Share of all pixels whose disparity is the one in the authors' map.
double agreement(const Plane<float>& map, const std::filesystem::path& file, int factor) {
  const Mask theirs = read_mask(file);
  EXPECT_EQ(theirs.width(), map.width());
  EXPECT_EQ(theirs.height(), map.height());
  std::size_t equal = 0;
  for (std::size_t i = 0; i < map.size(); ++i) {
    equal += static_cast<int>(map.data()[i]) * factor % 256 == theirs.data()[i] ? 1 : 0;
  }
  return static_cast<double>(equal) / static_cast<double>(map.size());
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

TEST(ReferenceMaps, PaperPresetGivesTheAuthorsMiddleburyMapsAndScores) {
  if (!have_maps()) GTEST_SKIP() << "no $CSCA_DATA with reference maps beside it";
  std::vector<double> bad_plain;
  std::vector<double> bad_cross_scale;
  for (const Scene& scene : scenes::group("middlebury")) {
    const Pair pair = scenes::load(scene);
    for (const bool plain : {true, false}) {
      const Plane<float> map = paper(pair, "grd", scene.levels, plain).disparity;
      const std::string file = scene.name + (plain ? "_GRD_BOX.png" : "_GRD_S+BOX.png");
      const double share = agreement(map, maps_folder() / file, static_cast<int>(*scene.truth_scale));
      const double bad = evaluate(map, pair.truth, pair.mask, scene.threshold).bad;
      (plain ? bad_plain : bad_cross_scale).push_back(bad);
      std::cout << file << ": " << 100 * share << " % equal, bad-1 " << bad << " %\n";
      EXPECT_GE(share, 0.998) << file;
    }
  }
  ASSERT_EQ(bad_plain.size(), 19U);
  EXPECT_NEAR(mean_of(bad_plain), 14.89, 0.02);
  EXPECT_NEAR(mean_of(bad_cross_scale), 12.31, 0.02);
}

TEST(ReferenceMaps, PaperPresetWithCensusGivesTheAuthorsKittiMaps) {
  if (!have_maps()) GTEST_SKIP() << "no $CSCA_DATA with reference maps beside it";
  int compared = 0;
  for (const Scene& scene : scenes::group("kitti")) {
    const bool of_2012 = scene.dataset == "kitti2012";
    const std::string stem = (of_2012 ? "k12_" : "k15_") + scene.name;
    if (!std::filesystem::exists(maps_folder() / (stem + "_CEN_BOX.png"))) continue;
    const Pair pair = scenes::load(scene);
    for (const bool plain : {true, false}) {
      constexpr int authors_levels = 256;
      const Plane<float> map = paper(pair, "cen", authors_levels, plain).disparity;
      const std::string file = stem + (plain ? "_CEN_BOX.png" : "_CEN_S+BOX.png");
      const double share = agreement(map, maps_folder() / file, 1);
      std::cout << file << ": " << 100 * share << " % equal\n";
      EXPECT_GE(share, 0.998) << file;
      ++compared;
    }
  }
  EXPECT_EQ(compared, 14);
}

TEST(RealScenes, DefaultsBeatThePaper) {
  if (!scenes::data_folder()) GTEST_SKIP() << "no $CSCA_DATA";
  std::vector<double> grd;
  std::vector<double> cg;
  for (const Scene& scene : scenes::group("middlebury")) {
    const Pair pair = scenes::load(scene);
    for (const char* cost : {"grd", "cg"}) {
      const std::vector<Setting> settings = {
          {"method", "box"}, {"cost", cost}, {"first", "0"}, {"levels", std::to_string(scene.levels)}};
      const Result result = match(pair.left, pair.right, make_options("default", settings));
      const double bad = evaluate(result.disparity, pair.truth, pair.mask, scene.threshold).bad;
      (std::string(cost) == "grd" ? grd : cg).push_back(bad);
    }
  }
  std::cout << "mean bad-1 of " << grd.size() << " scenes: grd " << mean_of(grd) << " %, cg " << mean_of(cg) << " %\n";
  EXPECT_LE(mean_of(grd), 10.2);
  EXPECT_LE(mean_of(cg), 8.9);
}

}  // namespace
}  // namespace csca
