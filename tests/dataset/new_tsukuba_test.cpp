// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/dataset_test.hpp"

namespace csca {
namespace {

using NewTsukuba = DatasetTest;

const std::vector<std::uint8_t> occlusions = {0,   0,   255, 255, 255, 255, 0,   255, 255, 255, 255, 255,
                                              255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};

TEST_F(NewTsukuba, EveryThirtiethFrameOfEachLight) {
  for (const char* light : {"daylight", "lamps"}) {
    const std::string images = std::string("NewTsukubaStereoDataset/illumination/") + light;
    for (const char* number : {"00001", "00002", "00030", "00031"}) {
      grey(images + "/left/tsukuba_" + light + "_L_" + number + ".png");
      grey(images + "/right/tsukuba_" + light + "_R_" + number + ".png");
    }
  }
  const std::string truths = "NewTsukubaStereoDataset/groundtruth/";
  for (const char* number : {"00001", "00031"}) {
    grey(truths + "disparity_maps/left/tsukuba_disparity_L_" + number + ".png", {2});
    grey(truths + "occlusion_maps/left/tsukuba_occlusion_L_" + number + ".png", occlusions);
  }
  const FoundScenes all = found();
  EXPECT_TRUE(all.problems.empty());
  ASSERT_EQ(all.scenes.size(), 4U);
  EXPECT_EQ(all.scenes[1].name, "daylight_00031");
  EXPECT_EQ(all.scenes[3].name, "lamps_00031");
  EXPECT_EQ(all.scenes[0].levels, 256);
  const GroundTruth truth = read_truth(all.scenes[0]);
  EXPECT_FLOAT_EQ(truth.disparity(0, 0), 2);
  EXPECT_EQ(names_of(truth), (Names{"nonocc", "all"}));
  EXPECT_EQ(pixels_in(truth.regions[0]), 21U);
}

TEST_F(NewTsukuba, OcclusionMapsOfEitherKind) {
  grey("illumination/daylight/L/L_00001.png");
  grey("illumination/daylight/R/R_00001.png");
  grey("groundtruth/disparity_maps/L/L_00001.png");
  std::vector<std::uint8_t> inverted = occlusions;
  for (std::uint8_t& value : inverted) value = static_cast<std::uint8_t>(255 - value);
  grey("groundtruth/occlusion_maps/L/L_00001.png", inverted);
  EXPECT_EQ(pixels_in(read_truth(only_scene()).regions[0]), 21U);
}

TEST_F(NewTsukuba, MissingPartsAreNamed) {
  grey("illumination/daylight/left/tsukuba_daylight_L_00001.png");
  grey("illumination/daylight/right/tsukuba_daylight_R_00001.png");
  ASSERT_EQ(found().problems.size(), 1U);
  EXPECT_TRUE(contains(found().problems[0], "disparity_maps/left/tsukuba_disparity_L_00001.png' is missing"));
  grey("groundtruth/disparity_maps/left/tsukuba_disparity_L_00001.png");
  ASSERT_EQ(found().problems.size(), 1U);
  EXPECT_TRUE(contains(found().problems[0], "tsukuba_occlusion_L_00001.png' is missing"));
  grey("groundtruth/disparity_maps/right/tsukuba_disparity_R_00001.png", {7});  // cross-checking will do
  EXPECT_EQ(names_of(read_truth(only_scene())), (Names{"nonocc", "all"}));
}

}  // namespace
}  // namespace csca
