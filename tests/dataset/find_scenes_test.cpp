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
