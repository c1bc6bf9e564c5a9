// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/dataset_test.hpp"

namespace csca {
namespace {

class FindScenes : public DatasetTest {
 protected:
  void put(const std::string& scene) const {
    grey(scene + "/left.png");
    grey(scene + "/right.png");
    grey(scene + "/gt_left.png");
    grey(scene + "/nonocc.png", {255});
  }
};

TEST_F(FindScenes, OnlyTheDataSetsThatAreAskedFor) {
  put("middlebury_v2/teddy");
  put("middlebury_2005/Art");
  grey("kitti2012/000000_10/left.png");
  EXPECT_EQ(found().scenes.size(), 2U);
  EXPECT_EQ(found().problems.size(), 1U);
  const Names only = {"middlebury_2005"};
  const FoundScenes some = find_scenes(folder, only);
  ASSERT_EQ(some.scenes.size(), 1U);
  EXPECT_EQ(some.scenes[0].name, "Art");
  EXPECT_TRUE(some.problems.empty());
}

TEST_F(FindScenes, OneBrokenFileDoesNotHideOtherScenes) {
  put("middlebury_v2/teddy");
  put("other/a");
  text("other/a/meta.json", "");
  for (const char* name : {"Aloe", "Baby1"}) {
    for (const char* part : {"view1", "view5", "disp1", "disp5"}) {
      grey(std::string("middlebury_2006/") + name + '/' + part + ".png", {7}, 6, 370);
    }
  }
  std::filesystem::resize_file(folder / "middlebury_2006/Aloe/view1.png", 40);
  text("middlebury_2006/pairs.csv", "id\n1\n");
  const FoundScenes all = found();
  ASSERT_EQ(all.scenes.size(), 2U);
  EXPECT_EQ(all.scenes[0].name, "Baby1");
  ASSERT_EQ(all.problems.size(), 3U);
  const std::string problems = all.problems[0] + all.problems[1] + all.problems[2];
  EXPECT_TRUE(contains(problems, "middlebury_2006 Aloe: "));
  EXPECT_TRUE(contains(problems, "view1.png'"));
  EXPECT_TRUE(contains(problems, "meta.json'"));
  EXPECT_TRUE(contains(problems, "pairs.csv'"));
}

TEST_F(FindScenes, LinksGoByTheirOwnName) {
  put("somewhere/teddy");
  std::filesystem::create_directory_symlink(folder / "somewhere", folder / "middlebury_v2");
  EXPECT_EQ(only_scene().dataset, "middlebury_v2");
}

TEST_F(FindScenes, RefusesWhatItCannotUse) {
  EXPECT_TRUE(contains(error_of([&] { find_scenes(folder / "nowhere"); }), "nowhere': there is no such folder"));
  EXPECT_TRUE(contains(error_of([&] { find_scenes(folder); }), "holds no data set"));
  put("middlebury_v2/teddy");
  const Names misspelt = {"midlebury_v2"};
  EXPECT_TRUE(contains(error_of([&] { find_scenes(folder, misspelt); }), "did you mean 'middlebury_v2'"));
  const Names absent = {"kitti2012"};
  EXPECT_TRUE(contains(error_of([&] { find_scenes(folder, absent); }), "holds nothing of kitti2012"));
}

TEST_F(FindScenes, TruthsOfTheWrongSizeOrTruncatedAreNamed) {
  put("middlebury_v2/teddy");
  const Scene scene = only_scene();
  grey("middlebury_v2/teddy/gt_left.png", {8}, 5, 4);
  const std::string size = error_of([&] { read_truth(scene); });
  EXPECT_TRUE(contains(size, "gt_left.png' is 5 x 4"));
  EXPECT_TRUE(contains(size, "left.png' is 6 x 4"));
  std::filesystem::resize_file(folder / "middlebury_v2/teddy/gt_left.png", 50);
  EXPECT_TRUE(contains(error_of([&] { read_truth(scene); }), "gt_left.png'"));
  grey("middlebury_v2/teddy/gt_left.png");
  grey("middlebury_v2/teddy/nonocc.png", {255}, 6, 5);
  EXPECT_TRUE(contains(error_of([&] { read_truth(scene); }), "nonocc.png' is 6 x 5"));
  std::filesystem::remove(folder / "middlebury_v2/teddy/nonocc.png");
  EXPECT_TRUE(contains(error_of([&] { read_truth(scene); }), "nonocc.png': no such file"));
}

}  // namespace
}  // namespace csca
