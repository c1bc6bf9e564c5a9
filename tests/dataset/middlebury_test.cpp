// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/dataset_test.hpp"

namespace csca {
namespace {

using Middlebury = DatasetTest;

TEST_F(Middlebury, V2AsTheArchivesUnpack) {
  grey("tsukuba/scene1.row3.col3.png");
  grey("tsukuba/scene1.row3.col4.png");
  grey("tsukuba/truedisp.row3.col3.png", {32});
  grey("tsukuba/nonocc.png", {255});
  grey("tsukuba/all.png", {255});
  grey("tsukuba/disc.png", {128});
  grey("venus/im2.png");
  grey("venus/im6.png");
  grey("venus/disp2.png", {16});
  grey("venus/disp6.png", {16});
  for (int i : {0, 1, 3, 4, 5, 7, 8}) grey("venus/im" + std::to_string(i) + ".png");  // its other views
  const FoundScenes all = found();
  EXPECT_TRUE(all.problems.empty());
  ASSERT_EQ(all.scenes.size(), 2U);
  EXPECT_EQ(all.scenes[0].levels, 16);
  const GroundTruth tsukuba = read_truth(all.scenes[0]);
  EXPECT_FLOAT_EQ(tsukuba.disparity(3, 2), 2);
  EXPECT_EQ(names_of(tsukuba), (Names{"nonocc", "all", "disc"}));
  EXPECT_EQ(pixels_in(tsukuba.regions[2]), 0U);

  EXPECT_EQ(all.scenes[1].name, "venus");
  EXPECT_EQ(all.scenes[1].left.filename(), "im2.png");
  const GroundTruth venus = read_truth(all.scenes[1]);
  EXPECT_FLOAT_EQ(venus.disparity(3, 2), 2);
  EXPECT_EQ(names_of(venus), (Names{"nonocc", "all"}));  // without masks by cross-checking:
  EXPECT_EQ(pixels_in(venus.regions[0]), 16U);           // two columns have no partner
  EXPECT_EQ(pixels_in(venus.regions[1]), 24U);
}

TEST_F(Middlebury, V2NamesWhatIsMissing) {
  grey("tsukuba/imL.png");
  grey("tsukuba/imR.png");
  grey("tsukuba/groundtruth.png");
  grey("teddy/im2.png");
  grey("teddy/disp2.png");
  const FoundScenes all = found();
  ASSERT_EQ(all.problems.size(), 2U);
  EXPECT_TRUE(contains(all.problems[0], "middlebury_v2 tsukuba: the mask"));
  EXPECT_TRUE(contains(all.problems[0], "nonocc.png' is missing"));
  EXPECT_TRUE(contains(all.problems[1], "teddy/im6.png' is missing"));
}

TEST_F(Middlebury, SizeOf2005And2006ByFolderOrByHeight) {
  const auto put = [&](const std::string& scene, int height) {
    grey(scene + "/view1.png", {7}, 6, height);
    grey(scene + "/view5.png", {7}, 6, height);
    grey(scene + "/disp1.png", {6}, 6, height);
    grey(scene + "/disp5.png", {6}, 6, height);
  };
  put("2005/ThirdSize/Art", 4);
  put("2005/HalfSize/Art", 4);
  put("2006/FullSize/Aloe", 4);
  put("2006/Baby1", 370);
  put("2006/Baby2", 555);
  put("2006/Baby3", 371);
  const FoundScenes all = found();
  ASSERT_EQ(all.scenes.size(), 5U);
  struct Expected {
    const char* dataset;
    const char* name;
    int levels;
    float disparity;
  };
  const Expected expected[] = {{"middlebury_2005", "Art", 85, 2},
                               {"middlebury_2005_half", "Art", 128, 3},
                               {"middlebury_2006", "Baby1", 85, 2},
                               {"middlebury_2006_full", "Aloe", 256, 6},
                               {"middlebury_2006_half", "Baby2", 128, 3}};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(all.scenes[i].dataset, expected[i].dataset);
    EXPECT_EQ(all.scenes[i].name, expected[i].name);
    EXPECT_EQ(all.scenes[i].levels, expected[i].levels);
    EXPECT_FLOAT_EQ(read_truth(all.scenes[i]).disparity(0, 0), expected[i].disparity);
  }
  EXPECT_EQ(names_of(read_truth(all.scenes[0])), (Names{"nonocc", "all"}));
  ASSERT_EQ(all.problems.size(), 1U);
  EXPECT_TRUE(contains(all.problems[0], "middlebury_2006 Baby3"));
  EXPECT_TRUE(contains(all.problems[0], "ThirdSize"));
}

TEST_F(Middlebury, OneViewsTruthDoesNotTellOcclusions) {
  grey("ThirdSize/Art/view1.png");
  grey("ThirdSize/Art/view5.png");
  grey("ThirdSize/Art/disp1.png");
  const FoundScenes all = found();
  ASSERT_EQ(all.problems.size(), 1U);
  EXPECT_TRUE(contains(all.problems[0], "disp5.png'"));
}

TEST_F(Middlebury, V3AndTheArchivesOf2014) {
  grey("MiddEval3/trainingQ/Pipes/im0.png");
  grey("MiddEval3/trainingQ/Pipes/im1.png");
  text("MiddEval3/trainingQ/Pipes/calib.txt", "width=735\nndisp=75\n");
  map("MiddEval3/trainingQ/Pipes/disp0GT.pfm");
  grey("MiddEval3/trainingQ/Pipes/mask0nocc.png",
       {255, 128, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  grey("2014/Sword1-perfect/im0.png");
  grey("2014/Sword1-perfect/im1.png");
  text("2014/Sword1-perfect/calib.txt", "width=2912\nndisp=260\n");
  map("2014/Sword1-perfect/disp0.pfm", {1});
  map("2014/Sword1-perfect/disp1.pfm", {1});
  const FoundScenes all = found();
  EXPECT_TRUE(all.problems.empty());
  ASSERT_EQ(all.scenes.size(), 2U);
  EXPECT_EQ(all.scenes[0].dataset, "middlebury_2014");
  EXPECT_EQ(all.scenes[0].name, "Pipes_Q");
  EXPECT_EQ(all.scenes[0].rules, "middlebury_v3");
  EXPECT_EQ(all.scenes[0].levels, 75);
  const GroundTruth pipes = read_truth(all.scenes[0]);
  EXPECT_EQ(names_of(pipes), (Names{"nonocc", "all"}));
  EXPECT_EQ(pixels_in(pipes.regions[0]), 2U);
  EXPECT_EQ(pixels_in(pipes.regions[1]), 24U);
  EXPECT_EQ(all.scenes[1].levels, 260);
  EXPECT_EQ(pixels_in(read_truth(all.scenes[1]).regions[0]), 20U);
}

TEST_F(Middlebury, V3NeedsItsCalibration) {
  grey("trainingH/Pipes/im0.png");
  grey("trainingH/Pipes/im1.png");
  map("trainingH/Pipes/disp0GT.pfm");
  const FoundScenes all = found();
  ASSERT_EQ(all.problems.size(), 1U);
  EXPECT_TRUE(contains(all.problems[0], "calib.txt' is missing or has no ndisp"));
}

TEST_F(Middlebury, TestPartsHaveNoTruthAndAreSearchedOnlyWhenNamed) {
  grey("testQ/Plants/im0.png");
  grey("testQ/Plants/im1.png");
  text("testQ/Plants/calib.txt", "width=700\nndisp=80\n");
  EXPECT_TRUE(contains(error_of([&] { find_scenes(folder); }), "holds no data set"));
  const Scene scene = find_scenes(folder / "testQ").scenes.at(0);
  EXPECT_FALSE(scene.truth_expected);
  EXPECT_EQ(scene.levels, 80);
}

TEST_F(Middlebury, Eth3dIsLaidOutAlikeWithTruthsHereOrBeside) {
  for (const std::string scene : {"delivery_area_1l", "forest_2s"}) {
    grey("two_view_training/" + scene + "/im0.png");
    grey("two_view_training/" + scene + "/im1.png");
    text("two_view_training/" + scene + "/calib.txt", "width=941\nndisp=941\n");
  }
  map("two_view_training/delivery_area_1l/disp0GT.pfm");
  grey("two_view_training/delivery_area_1l/mask0nocc.png", {255});
  map("two_view_training_gt/forest_2s/disp0GT.pfm");
  grey("two_view_training_gt/forest_2s/mask0nocc.png", {255});
  const FoundScenes all = found();
  EXPECT_TRUE(all.problems.empty());
  ASSERT_EQ(all.scenes.size(), 2U);
  for (const Scene& scene : all.scenes) {
    EXPECT_EQ(scene.dataset, "eth3d");
    EXPECT_EQ(scene.rules, "eth3d");
    EXPECT_EQ(scene.levels, 64);
    EXPECT_EQ(names_of(read_truth(scene)), (Names{"nonocc", "all"}));
  }
}

}  // namespace
}  // namespace csca
