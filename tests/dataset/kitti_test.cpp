// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/dataset_test.hpp"

namespace csca {
namespace {

using Kitti = DatasetTest;

// The first two pixels are occluded, the last two rows unknown.
std::vector<float> values(bool occluded_too) {
  std::vector<float> result(24, unknown);
  std::fill_n(result.begin(), 12, 20.0F);
  if (!occluded_too) result[0] = result[1] = unknown;
  return result;
}

TEST_F(Kitti, Of2012WithGreyImages) {
  grey("data_stereo_flow/training/image_0/000000_10.png");
  grey("data_stereo_flow/training/image_1/000000_10.png");
  grey("data_stereo_flow/training/image_0/000000_11.png");  // the next frame
  map("data_stereo_flow/training/disp_noc/000000_10.png", values(false));
  map("data_stereo_flow/training/disp_occ/000000_10.png", values(true));
  grey("data_stereo_flow/testing/image_0/000001_10.png");
  const Scene scene = only_scene();
  EXPECT_EQ(scene.dataset, "kitti2012");
  EXPECT_EQ(scene.name, "000000_10");
  EXPECT_EQ(scene.levels, 256);
  const GroundTruth truth = read_truth(scene);
  EXPECT_FLOAT_EQ(truth.disparity(0, 0), 20);
  EXPECT_EQ(names_of(truth), (Names{"noc", "occ"}));
  EXPECT_EQ(pixels_in(truth.regions[0]), 10U);
  EXPECT_EQ(pixels_in(truth.regions[1]), 12U);
}

TEST_F(Kitti, Of2012PrefersColour) {
  for (const char* part : {"image_0", "image_1", "colored_0", "colored_1"}) {
    grey(std::string("training/") + part + "/000000_10.png");
  }
  map("training/disp_occ/000000_10.png", values(true));
  const Scene scene = only_scene();
  EXPECT_EQ(scene.left.parent_path().filename(), "colored_0");
  EXPECT_EQ(names_of(read_truth(scene)), Names{"occ"});
}

TEST_F(Kitti, Of2015WithObjects) {
  grey("training/image_2/000003_10.png");
  grey("training/image_3/000003_10.png");
  map("training/disp_noc_0/000003_10.png", values(false));
  map("training/disp_occ_0/000003_10.png", values(true));
  grey("training/obj_map/000003_10.png", {0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  const Scene scene = only_scene();
  EXPECT_EQ(scene.dataset, "kitti2015");
  const GroundTruth truth = read_truth(scene);
  EXPECT_EQ(names_of(truth), (Names{"occ", "noc", "bg", "fg"}));  // it ranks by all pixels
  EXPECT_EQ(pixels_in(truth.regions[0]), 12U);
  EXPECT_EQ(pixels_in(truth.regions[1]), 10U);
  EXPECT_EQ(pixels_in(truth.regions[2]), 9U);
  EXPECT_EQ(pixels_in(truth.regions[3]), 3U);
}

TEST_F(Kitti, MissingTruthIsOneProblemAMissingFrameAnother) {
  grey("training/image_2/000003_10.png");
  grey("training/image_2/000004_10.png");
  grey("training/image_3/000003_10.png");
  ASSERT_EQ(found().problems.size(), 1U);
  EXPECT_TRUE(contains(found().problems[0], "disp_occ_0' is missing"));
  map("training/disp_occ_0/000003_10.png");
  EXPECT_EQ(found().scenes.size(), 1U);
  ASSERT_EQ(found().problems.size(), 1U);
  EXPECT_TRUE(contains(found().problems[0], "image_3/000004_10.png' is missing"));
}

TEST_F(Kitti, TestFramesNeedNoTruth) {
  grey("testing/image_2/000003_10.png");
  grey("testing/image_3/000003_10.png");
  const Scene scene = find_scenes(folder / "testing").scenes.at(0);
  EXPECT_FALSE(scene.truth_expected);
}

}  // namespace
}  // namespace csca
