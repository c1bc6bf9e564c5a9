// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/dataset_test.hpp"

namespace csca {
namespace {

using FlatLayout = DatasetTest;

TEST_F(FlatLayout, TakesThePapersLevelsNotThoseOfTheFile) {
  const auto put = [&](const std::string& scene) {
    grey(scene + "/left.png");
    grey(scene + "/right.png");
    grey(scene + "/gt_left.png", {12});
    grey(scene + "/nonocc.png", {255});
    text(scene + "/meta.json", R"({"num_disparities": 99, "gt_scale": 5})");
  };
  put("middlebury_v2/teddy");
  put("middlebury_v2/tsukuba");
  put("middlebury_2006/Aloe");
  put("new_tsukuba/daylight_00001");
  put("other/thing");
  const FoundScenes all = found();
  ASSERT_EQ(all.scenes.size(), 5U);
  EXPECT_TRUE(all.problems.empty());
  struct Expected {
    const char* dataset;
    const char* name;
    int levels;
    double scale;
    const char* rules;
  };
  const Expected expected[] = {{"middlebury_2006", "Aloe", 85, 3, "middlebury_v2"},
                               {"middlebury_v2", "teddy", 60, 4, "middlebury_v2"},
                               {"middlebury_v2", "tsukuba", 16, 16, "middlebury_v2"},
                               {"new_tsukuba", "daylight_00001", 256, 1, "kitti2012"},
                               {"other", "thing", 99, 5, "middlebury_v2"}};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(all.scenes[i].dataset, expected[i].dataset);
    EXPECT_EQ(all.scenes[i].name, expected[i].name);
    EXPECT_EQ(all.scenes[i].levels, expected[i].levels) << expected[i].name;
    EXPECT_EQ(all.scenes[i].truth_scale, expected[i].scale) << expected[i].name;
    EXPECT_EQ(all.scenes[i].rules, expected[i].rules);
    EXPECT_FLOAT_EQ(read_truth(all.scenes[i]).disparity(0, 0), static_cast<float>(12 / expected[i].scale));
  }
}

TEST_F(FlatLayout, RangeOfSatellitePairsMayBeNegative) {
  grey("satellite/a/left.png");
  grey("satellite/a/right.png");
  map("satellite/a/gt_left.pfm", {-3});
  text("satellite/a/meta.json", R"({"num_disparities": null, "min_disparity": -4.0, "max_disparity": 16.0})");
  grey("satellite/b/left.png");
  grey("satellite/b/right.png");
  const FoundScenes all = found();
  ASSERT_EQ(all.scenes.size(), 2U);
  EXPECT_EQ(all.scenes[0].first, -4);
  EXPECT_EQ(all.scenes[0].levels, 21);
  EXPECT_TRUE(all.scenes[0].truth_expected);
  EXPECT_EQ(all.scenes[1].levels, 0);
  EXPECT_FALSE(all.scenes[1].truth_expected);
  EXPECT_TRUE(contains(error_of([&] { read_truth(all.scenes[1]); }), "has no ground truth"));
}

TEST_F(FlatLayout, LevelsOfMiddlebury2014AndEth3dComeFromTheCalibration) {
  const auto put = [&](const std::string& scene, const std::string& calibration) {
    grey(scene + "/left.png");
    grey(scene + "/right.png");
    map(scene + "/gt_left.pfm");
    text(scene + "/calib.txt", calibration);
  };
  put("middlebury_2014/Pipes_Q", "cam0=[ 1 0 1 ]\n width= 735 \nheight= 485\nndisp= 75\n vmin= 6\n");
  put("middlebury_2014/Teddy_Q", "width=450\n");
  put("eth3d/playground_1l", "width=941\nndisp=941\n");
  const FoundScenes all = found();
  ASSERT_EQ(all.scenes.size(), 2U);
  EXPECT_EQ(all.scenes[0].dataset, "eth3d");
  EXPECT_EQ(all.scenes[0].levels, 64);
  EXPECT_EQ(all.scenes[1].levels, 75);
  ASSERT_EQ(all.problems.size(), 1U);
  EXPECT_TRUE(contains(all.problems[0], "middlebury_2014 Teddy_Q"));
  EXPECT_TRUE(contains(all.problems[0], "meta.json"));
}

TEST_F(FlatLayout, KittiHasItsOwnNames) {
  grey("kitti2015/000003_10/left.png");
  grey("kitti2015/000003_10/right.png");
  map("kitti2015/000003_10/disp_noc_0.png", {2, 2, unknown, 2, 2, unknown, 2, 2, 2, 2, 2, 2,  //
                                             2, 2, 2,       2, 2, 2,       2, 2, 2, 2, 2, 2});
  const Scene scene = only_scene();
  EXPECT_EQ(scene.levels, 256);
  const GroundTruth truth = read_truth(scene);
  EXPECT_EQ(names_of(truth), Names{"noc"});
  EXPECT_EQ(pixels_in(truth.regions[0]), 22U);
}

TEST_F(FlatLayout, MissingPartsAreNamed) {
  grey("middlebury_v2/teddy/left.png");
  grey("middlebury_v2/teddy/gt_left.png");
  grey("middlebury_v2/cones/left.png");
  grey("middlebury_v2/cones/right.png");
  const FoundScenes all = found();
  EXPECT_TRUE(all.scenes.empty());
  ASSERT_EQ(all.problems.size(), 2U);
  EXPECT_TRUE(contains(all.problems[0], "middlebury_v2 cones: the ground truth '"));
  EXPECT_TRUE(contains(all.problems[0], "cones/gt_left.png' is missing"));
  EXPECT_TRUE(contains(all.problems[1], "teddy/right.png' is missing"));
}

TEST_F(FlatLayout, BrokenMetaFilesAreNamed) {
  grey("other/a/left.png");
  grey("other/a/right.png");
  text("other/a/meta.json", "{");
  const FoundScenes all = found();
  ASSERT_EQ(all.problems.size(), 1U);
  EXPECT_TRUE(contains(all.problems[0], "meta.json' is not a JSON object"));
}

TEST_F(FlatLayout, RangesAreReadAsRenderedScenesTellThem) {
  grey("other/a/left.png");
  grey("other/a/right.png");
  text("other/a/meta.json", R"({"first": -3, "levels": 20})");
  EXPECT_EQ(only_scene().first, -3);
  EXPECT_EQ(only_scene().levels, 20);
  text("other/a/meta.json", R"({"levels": 20, "num_disparities": 30})");
  EXPECT_EQ(only_scene().first, 0);
  EXPECT_EQ(only_scene().levels, 20);
  // The smallest disparity alone is no range.
  text("other/a/meta.json", R"({"min_disparity": 4, "num_disparities": 30})");
  EXPECT_EQ(only_scene().first, 0);
  EXPECT_EQ(only_scene().levels, 30);
}

TEST_F(FlatLayout, RangesThatNoImageHasAreNamed) {
  grey("other/a/left.png");
  grey("other/a/right.png");
  for (const char* number : {"1e300", "-1e300", "99999999999999999999", "1000001"}) {
    for (const char* key : {"levels", "num_disparities", "first"}) {
      text("other/a/meta.json", std::string("{\"") + key + "\": " + number + "}");
      const FoundScenes all = found();
      ASSERT_EQ(all.problems.size(), 1U) << key << " " << number;
      EXPECT_TRUE(contains(all.problems[0], std::string("meta.json' says that ") + key + " is "));
      EXPECT_TRUE(contains(all.problems[0], "which is no number of pixels"));
    }
  }
  text("other/a/meta.json", R"({"min_disparity": -1e12, "max_disparity": 5})");
  ASSERT_EQ(found().problems.size(), 1U);
  EXPECT_TRUE(contains(found().problems[0], "min_disparity is "));
}

// KITTI's truths: with the non-occluded one alone, that is the truth and the mask.
TEST_F(FlatLayout, OneOfKittisTruthsIsEnough) {
  grey("other/a/left.png");
  grey("other/a/right.png");
  text("other/a/meta.json", R"({"num_disparities": 9})");
  map("other/a/disp_noc.png");
  Scene scene = only_scene();
  EXPECT_TRUE(scene.truth.string().ends_with("disp_noc.png"));
  ASSERT_EQ(scene.masks.size(), 1U);
  EXPECT_EQ(scene.masks[0].first, "noc");
  map("other/a/disp_occ.png");
  scene = only_scene();
  EXPECT_TRUE(scene.truth.string().ends_with("disp_occ.png"));
  EXPECT_EQ(scene.masks.size(), 1U);
}

TEST_F(FlatLayout, AFolderMayItselfBeAScene) {
  grey("middlebury_v2/teddy/left.png");
  grey("middlebury_v2/teddy/right.png");
  grey("middlebury_v2/teddy/gt_left.png");
  grey("pair/left.png");
  grey("pair/right.png");
  EXPECT_EQ(find_scenes(folder / "middlebury_v2" / "teddy").scenes.at(0).levels, 60);
  EXPECT_EQ(find_scenes(folder / "middlebury_v2").scenes.at(0).dataset, "middlebury_v2");
  const Scene pair = find_scenes(folder / "pair").scenes.at(0);
  EXPECT_EQ(pair.dataset, "pairs");
  EXPECT_EQ(pair.name, "pair");
  EXPECT_EQ(pair.levels, 0);
}

}  // namespace
}  // namespace csca
