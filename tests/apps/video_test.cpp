// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace csca::test {
namespace {

class Video : public testing::Test {
 protected:
  Video() {
    EXPECT_EQ(folder.csca("synth s --frames 10 --width 96 --height 64 --levels 16").exit_code, 0);
    for (const char* side : {"left", "right"})
      make(std::string(side) + ".avi", "25", std::string("s/") + side + "/*.png");
  }

  void make(const std::string& video, const std::string& rate, const std::string& frames) {
    const Outcome run = folder.shell("'" CSCA_MAKE_VIDEO "' " + video + " " + rate + " " + frames);
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  double bad_pixels(const std::string& map) const {
    const Outcome score = folder.csca("eval " + map + " s/gt_left/0004.pfm --threshold 3");
    EXPECT_EQ(score.exit_code, 0) << score.err;
    return std::stod(score.out.substr(score.out.find(' ')));
  }
  void refuses(const std::string& arguments, std::initializer_list<const char*> words) {
    const Outcome run = folder.csca("match " + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments << '\n' << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    for (const char* word : words) EXPECT_NE(run.err.find(word), std::string::npos) << arguments << '\n' << run.err;
  }

  Folder folder;
};

TEST_F(Video, BecomesMapsAndAVideoInColours) {
  for (const char* look : {"look.mp4", "look.avi", "look.mkv"}) {
    const Outcome run = folder.csca(std::string("match left.avi right.avi -o maps --range 0..15 -q --preview ") + look);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    EXPECT_GT(contents(folder / look).size(), 1000U);
    // It can be read, and has as many frames.
    ASSERT_EQ(folder.csca(std::string("match ") + look + " " + look + " -o again --range 0..3 -q").exit_code, 0);
    EXPECT_FALSE(contents(folder / "again/000009.pfm").empty());
    EXPECT_TRUE(contents(folder / "again/000010.pfm").empty());
  }
  // JPEG changes colours a little, not the scene.
  ASSERT_EQ(folder.csca("match s/left s/right -o exact --range 0..15 -q").exit_code, 0);
  EXPECT_LT(bad_pixels("maps/000004.pfm"), bad_pixels("exact/0004.pfm") + 15);
  EXPECT_EQ(folder.listing(), "again exact left.avi look.avi look.mkv look.mp4 maps right.avi s");
}

TEST_F(Video, IsABatchOfItsFrames) {
  const std::string command = "batch left.avi right.avi --out all --range 0..15 -q";
  const Outcome run = folder.csca(command);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  ASSERT_EQ(folder.csca("match left.avi right.avi -o maps --range 0..15 -q").exit_code, 0);
  for (const char* frame : {"000000", "000004", "000009"}) {
    EXPECT_FALSE(contents(folder / (std::string("maps/") + frame + ".pfm")).empty());
    EXPECT_EQ(contents(folder / (std::string("all/maps/") + frame + ".pfm")),
              contents(folder / (std::string("maps/") + frame + ".pfm")));
  }
  EXPECT_NE(folder.csca("batch left.avi right.avi --out all --range 0..15").err.find("0 matched, 10 done before"),
            std::string::npos);
  // Another video: other frames.
  make("right.avi", "25", "s/left/*.png");
  EXPECT_NE(folder.csca("batch left.avi right.avi --out all --range 0..15").err.find("10 matched, 0 done before"),
            std::string::npos);
  EXPECT_EQ(folder.csca("batch left.avi none.avi --out none").exit_code, 2);
  EXPECT_EQ(folder.csca("batch left.avi s/right --out none").exit_code, 2);
}

TEST_F(Video, SkipsFramesThatAreDone) {
  ASSERT_EQ(folder.csca("match left.avi right.avi -o whole --range 0..15").exit_code, 0);
  ASSERT_EQ(folder.csca("match left.avi right.avi -o maps --range 0..15 --frames 4").exit_code, 0);
  const Outcome run = folder.csca("match left.avi right.avi -o maps --range 0..15 -v --preview look.avi");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("6 frames at"), std::string::npos) << run.err;
  for (int i = 0; i < 10; ++i) {
    const std::string name = "/00000" + std::to_string(i) + ".pfm";
    EXPECT_EQ(contents(folder / ("maps" + name)), contents(folder / ("whole" + name))) << i;
  }
}

TEST_F(Video, RangeIsFoundFromASample) {
  const Outcome run = folder.csca("match left.avi right.avi -o maps");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("as 5 of them show"), std::string::npos) << run.err;
}

TEST_F(Video, BadInput) {
  make("short.avi", "25", "s/right/000[0-6].png");
  make("fast.avi", "50", "s/right/*.png");
  write(folder / "text.mp4", "no video");
  const std::string left = contents(folder / "left.avi");
  const std::string right = contents(folder / "right.avi");
  write(folder / "cut_left.avi", left.substr(0, left.size() / 2));
  write(folder / "cut_right.avi", right.substr(0, right.size() / 2));
  refuses("left.avi short.avi -o maps", {"'left.avi' has 10 frames but 'short.avi' has 7"});
  refuses("left.avi fast.avi -o maps", {"25 frames a second", "50"});
  refuses("left.avi text.mp4 -o maps", {"'text.mp4'", "no video"});
  refuses("left.avi missing.mp4 -o maps", {"no such file"});
  refuses("97 98 -o maps", {"no camera 97"});
  refuses("left.avi s/right -o maps", {"not of one kind"});
  EXPECT_EQ(folder.listing().find("maps"), std::string::npos) << folder.listing();
  refuses("cut_left.avi cut_right.avi -o maps --range 0..15", {"'cut_left.avi' ends after", "of its 10 frames"});
  EXPECT_FALSE(contents(folder / "maps/000001.pfm").empty());
}

}  // namespace
}  // namespace csca::test
