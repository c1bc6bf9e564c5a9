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

TEST_F(PairList, AMarkOfByteOrderIsNoPartOfTheFirstName) {
  grey("l.png");
  grey("r.png");
  text("pairs.csv", "\xef\xbb\xbfleft,right,name\r\nl.png,r.png,one\r\n");
  const FoundScenes all = find_scenes(folder / "pairs.csv");
  ASSERT_EQ(all.scenes.size(), 1U);
  EXPECT_EQ(all.scenes[0].name, "one");
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

TEST_F(PairList, NamesMustBeThoseOfAFolder) {
  const auto named = [&](const std::string& name) { return refused("left,right,name\na,b," + name + "\n"); };
  EXPECT_TRUE(contains(named("../../x"), "line 2 of"));
  EXPECT_TRUE(contains(named("../../x"), "the name '../../x' cannot be that of a folder: it holds '/'"));
  EXPECT_TRUE(contains(named("/tmp/x"), "it holds '/'"));
  EXPECT_TRUE(contains(named(".."), "'..' cannot"));
  EXPECT_TRUE(contains(named("."), "'.' cannot"));
  EXPECT_TRUE(contains(named("a\tb\x1b[2J"), "'a?b?[2J' cannot"));
  EXPECT_TRUE(contains(named(std::string(201, 'x')), "longer than 200 bytes"));
  EXPECT_TRUE(contains(refused("left,right\n" + std::string(201, 'x') + ".png,b\n"), "longer than 200 bytes"));
}

TEST_F(PairList, NamesMustDiffer) {
  EXPECT_TRUE(contains(refused("left,right,name\na,b,x\n\nc,d,x\n"), "line 4 of"));
  EXPECT_TRUE(contains(refused("left,right,name\na,b,x\n\nc,d,x\n"), "line 2 has a pair of the name 'x' too"));
  EXPECT_TRUE(contains(refused("left,right\na/b.png,r.png\na_b.png,r.png\n"), "the name 'a_b' too"));
  EXPECT_TRUE(contains(refused("left,right\na.png,r.png\na.png,s.png\n"), "the name 'a' too"));
}

TEST_F(PairList, OfTwoPairsOfOneNameTheFirstStays) {
  grey("left/0001.png");
  grey("right/0001.png");
  std::filesystem::copy_file(folder / "left/0001.png", folder / "left/0001.tif");
  grey("0001/left.png");
  grey("0001/right.png");
  const FoundScenes all = found();
  ASSERT_EQ(all.scenes.size(), 1U);
  EXPECT_EQ(all.scenes[0].left, folder / "0001/left.png");
  ASSERT_EQ(all.problems.size(), 2U);
  for (const std::string& problem : all.problems) {
    EXPECT_TRUE(problem.starts_with("pairs 0001: ")) << problem;
    EXPECT_TRUE(contains(problem, "0001/left.png'; rename or remove one")) << problem;
  }
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
