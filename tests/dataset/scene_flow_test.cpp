// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/dataset_test.hpp"

namespace csca {
namespace {

using SceneFlow = DatasetTest;

TEST_F(SceneFlow, SequencesAtAnyDepth) {
  const auto put = [&](const std::string& sequence) {
    grey("FlyingThings3D/frames_cleanpass/" + sequence + "/left/0006.png");
    grey("FlyingThings3D/frames_cleanpass/" + sequence + "/right/0006.png");
    map("FlyingThings3D/disparity/" + sequence + "/left/0006.pfm", {1});
    map("FlyingThings3D/disparity/" + sequence + "/right/0006.pfm", {-1});  // as some releases have it
  };
  put("TRAIN/A/0000");
  put("family_x2");
  const FoundScenes all = found();
  EXPECT_TRUE(all.problems.empty());
  ASSERT_EQ(all.scenes.size(), 2U);
  EXPECT_EQ(all.scenes[0].name, "TRAIN_A_0000_0006");
  EXPECT_EQ(all.scenes[1].name, "family_x2_0006");
  EXPECT_EQ(all.scenes[0].levels, 192);
  const GroundTruth truth = read_truth(all.scenes[0]);
  EXPECT_EQ(names_of(truth), (Names{"all", "nonocc"}));
  EXPECT_EQ(pixels_in(truth.regions[1]), 20U);
}

TEST_F(SceneFlow, MissingTruthIsNamed) {
  grey("frames_cleanpass/a/left/0006.png");
  grey("frames_cleanpass/a/right/0006.png");
  ASSERT_EQ(found().problems.size(), 1U);
  EXPECT_TRUE(contains(found().problems[0], "scene_flow a_0006"));
  EXPECT_TRUE(contains(found().problems[0], "disparity/a/left/0006.pfm' is missing"));
}

}  // namespace
}  // namespace csca
