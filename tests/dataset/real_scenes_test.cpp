// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>
#include <csca/dataset.hpp>
#include <csca/io.hpp>

#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

namespace csca {
namespace {

TEST(RealScenes, EveryFolderIsASceneWithRegions) {
  if (!scenes::data_folder()) GTEST_SKIP() << "no $CSCA_DATA";
  const FoundScenes found = find_scenes(*scenes::data_folder());
  for (const std::string& problem : found.problems) ADD_FAILURE() << problem;
  std::map<std::string, std::size_t> counts;
  for (const Scene& scene : found.scenes) ++counts[scene.dataset];
  for (const std::string_view name : dataset_names()) {
    const std::filesystem::path folder = *scenes::data_folder() / name;
    if (!std::filesystem::is_directory(folder)) continue;
    const auto folders = static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
    EXPECT_EQ(counts[std::string(name)], folders) << name;
  }
  for (const Scene& scene : found.scenes) {
    if (!scene.truth_expected) continue;
    const GroundTruth truth = read_truth(scene);
    ASSERT_FALSE(truth.regions.empty()) << scene.name;
    for (const Region& region : truth.regions) {
      EXPECT_GT(tally(truth.disparity, truth.disparity, region.mask, rules(scene.rules)).pixels, 1000U)
          << scene.name << ' ' << region.name;
    }
    EXPECT_GT(scene.levels, 0) << scene.name;
  }
}

// The paper's figure for S+box on Teddy is 11.18 % of the non-occluded pixels.
TEST(RealScenes, TeddyScoresAsInThePaper) {
  if (!scenes::data_folder()) GTEST_SKIP() << "no $CSCA_DATA";
  const std::vector<std::string> only = {"middlebury_v2"};
  for (const Scene& scene : find_scenes(*scenes::data_folder(), only).scenes) {
    if (scene.name != "teddy") continue;
    const GroundTruth truth = read_truth(scene);
    ASSERT_EQ(truth.regions[0].name, "nonocc");
    const std::vector<Setting> settings = {
        {"method", "box"}, {"cost", "grd"}, {"levels", std::to_string(scene.levels)}};
    const Options options = make_options("paper", settings);
    const Plane<float> map = match(read_image(scene.left), read_image(scene.right), options).disparity;
    const Rules& v2 = rules(scene.rules);
    EXPECT_NEAR(metrics(tally(map, truth.disparity, truth.regions[0].mask, v2), v2).bad[v2.ranked], 11.18, 0.01);
    return;
  }
  FAIL() << "no teddy";
}

}  // namespace
}  // namespace csca
