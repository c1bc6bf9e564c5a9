// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/dataset_test.hpp"

namespace csca {
namespace {

class PairList : public DatasetTest {
 protected:
  std::string refused(const std::string& list) const {
    text("pairs.csv", list);
    return error_of([&] { find_scenes(folder / "pairs.csv"); });
  }
};

TEST_F(PairList, ListsOfPairs) {
  grey("a/l.png");
  grey("a/r.png");
  grey("a/truth.png", {8});
  grey("a/mask.png", {255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255});
  grey("b, c/l.png");
  text("pairs.csv",
       "left, right, truth, mask, name, first, levels, scale\r\n"
       "a/l.png,a/r.png,a/truth.png,a/mask.png,first,-3,12,4\r\n"
       "\r\n"
       "\"b, c/l.png\",a/r.png\r\n");
  for (const std::filesystem::path& given : {folder / "pairs.csv", folder}) {
    const FoundScenes all = find_scenes(given);
    EXPECT_TRUE(all.problems.empty());
    ASSERT_EQ(all.scenes.size(), 2U);
    EXPECT_EQ(all.scenes[0].name, "b, c_l");
    EXPECT_FALSE(all.scenes[0].truth_expected);
    EXPECT_EQ(all.scenes[0].levels, 0);
    EXPECT_EQ(all.scenes[1].name, "first");
    EXPECT_EQ(all.scenes[1].first, -3);
    EXPECT_EQ(all.scenes[1].levels, 12);
    const GroundTruth truth = read_truth(all.scenes[1]);
    EXPECT_FLOAT_EQ(truth.disparity(0, 0), 2);
    EXPECT_EQ(names_of(truth), (Names{"mask", "all"}));
    EXPECT_EQ(pixels_in(truth.regions[0]), 2U);
  }
}

TEST_F(PairList, MistakesAreNamed) {
  EXPECT_TRUE(contains(refused("a.png,b.png\n"), "a column of"));
  EXPECT_TRUE(contains(refused("left,rigt\na,b\n"), "did you mean 'right'"));
  EXPECT_TRUE(contains(refused("left,truth\na,b\n"), "no column right"));
  EXPECT_TRUE(contains(refused("left,right\na,b,c\n"), "line 2 of"));
  EXPECT_TRUE(contains(refused("left,right\n\na,\n"), "line 3 of"));
  EXPECT_TRUE(contains(refused("left,right,levels\na,b,many\n"), "levels is 'many'"));
  text("pairs.csv", "left,right\nnone.png,none.png\n");
  ASSERT_EQ(found().problems.size(), 1U);
  EXPECT_TRUE(contains(found().problems[0], "none.png' is missing"));
}

TEST_F(PairList, FoldersOfTheSameNames) {
  grey("left/0001.png");
  grey("right/0001.png");
  map("truth/0001.pfm");
  grey("mask/0001.png", {255});
  grey("left/0002.png");
  const FoundScenes all = found();
  ASSERT_EQ(all.scenes.size(), 1U);
  EXPECT_EQ(all.scenes[0].name, "0001");
  EXPECT_EQ(names_of(read_truth(all.scenes[0])), (Names{"mask", "all"}));
  ASSERT_EQ(all.problems.size(), 1U);
  EXPECT_TRUE(contains(all.problems[0], "right/0002.png' is missing"));
}

}  // namespace
}  // namespace csca
