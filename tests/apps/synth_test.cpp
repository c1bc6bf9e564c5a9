// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <gtest/gtest.h>

namespace csca::test {
namespace {

constexpr const char* files[] = {"left.png",   "right.png",        "gt_left.pfm", "gt_right.pfm",
                                 "nonocc.png", "nonocc_right.png", "meta.json"};

TEST(SynthTool, WritesTheSameBytesEveryTime) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth a --width 80 --height 50 --first -9 --levels 20 --noise 0.01 --seed 5").exit_code, 0);
  ASSERT_EQ(folder.csca("synth b --width 80 --height 50 --first -9 --levels 20 --noise 0.01 --seed 5").exit_code, 0);
  ASSERT_EQ(folder.csca("synth c --width 80 --height 50 --first -9 --levels 20 --noise 0.01 --seed 6").exit_code, 0);
  for (const std::string file : files) {
    EXPECT_FALSE(contents(folder / ("a/" + file)).empty()) << file;
    EXPECT_EQ(contents(folder / ("a/" + file)), contents(folder / ("b/" + file))) << file;
    EXPECT_NE(contents(folder / ("a/" + file)), contents(folder / ("c/" + file))) << file;
  }
}

TEST(SynthTool, RangeMayBeNegativeAndIsFoundAgain) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth a --width 200 --height 120 --first -20 --levels 30 --no-textureless --no-repetitive")
                .exit_code,
            0);
  ASSERT_EQ(folder.csca("match a/left.png a/right.png -o d.pfm --first -20 --levels 30").exit_code, 0);
  const Outcome run = folder.csca("eval d.pfm a/gt_left.pfm --mask a/nonocc.png --threshold 3");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_LT(std::stod(run.out.substr(run.out.find(' '))), 15) << run.out;
}

}  // namespace
}  // namespace csca::test
