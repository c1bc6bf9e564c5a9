// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"
#include "support/xml.hpp"

#include <csca/io.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <vector>

namespace csca::test {
namespace {

Plane<float> plane(const std::vector<float>& values, int width) {
  Plane<float> result(width, static_cast<int>(values.size()) / width);
  std::copy(values.begin(), values.end(), result.begin());
  return result;
}

TEST(EvaluateTool, CountsByTheRulesOfMiddleburyV2) {
  const Folder folder;
  constexpr float none = std::numeric_limits<float>::infinity();
  // Errors: 0, 1 (not bad: strict), 1.5, no value, truth unknown, masked.
  write_disparity(folder / "map.pfm", plane({5, 6, 6.5F, none, 9, 1}, 3));
  write_disparity(folder / "truth.pfm", plane({5, 5, 5, 5, none, 5}, 3));
  const Mask mask = [] {
    Mask m(3, 2, 255);
    m(2, 1) = 128;
    return m;
  }();
  write_png(folder / "mask.png", {mask.data(), 3, 2, 1, Sample::u8, 3});
  const Outcome run = folder.csca("eval map.pfm truth.pfm --mask mask.png --json score.json --error-map errors.png");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("bad-1 50.00 %"), std::string::npos) << run.out;
  const auto score = nlohmann::json::parse(contents(folder / "score.json"));
  EXPECT_EQ(score["pixels"], 4);
  EXPECT_DOUBLE_EQ(score["bad_percent"], 50);
  EXPECT_DOUBLE_EQ(score["unknown_percent"], 25);
  EXPECT_NEAR(score["average_px"], (0 + 1 + 1.5) / 3, 1e-12);
  EXPECT_NEAR(score["rms_px"], std::sqrt((0 + 1 + 2.25) / 3), 1e-12);
  EXPECT_EQ(read_image(folder / "errors.png").width(), 3);
}

TEST(EvaluateTool, ScalesIntegerTruth) {
  const Folder folder;
  write_disparity(folder / "map.pfm", plane({5, 7}, 2));
  const std::uint8_t truth[] = {20, 0};  // x4, 0 = unknown
  write_png(folder / "truth.png", {truth, 2, 1, 1, Sample::u8, 2});
  const Outcome run = folder.csca("eval map.pfm truth.png --gt-scale 4");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("bad-1 0.00 %"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("of 1 pixels"), std::string::npos) << run.out;
}

TEST(EvaluateTool, ScoresByTheRulesOfABenchmark) {
  const Folder folder;
  constexpr float none = std::numeric_limits<float>::infinity();
  // Completed, the hole becomes 50, the lower neighbour: errors 0, 0, 4 (8 %) and 6 of 200 (3 %).
  write_disparity(folder / "map.pfm", plane({50, none, 54, 206}, 4));
  write_disparity(folder / "truth.pfm", plane({50, 50, 50, 200}, 4));
  const Outcome run = folder.csca("eval map.pfm truth.pfm --rules kitti2015 --json score.json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("by the rules of kitti2015"), std::string::npos) << run.out;
  const auto score = nlohmann::json::parse(contents(folder / "score.json"));
  EXPECT_DOUBLE_EQ(score["bad-3"], 25);
  EXPECT_DOUBLE_EQ(score["invalid"], 25);
  EXPECT_DOUBLE_EQ(score["avgerr"], 2.5);
  ASSERT_EQ(folder.csca("eval map.pfm truth.pfm --rules middlebury_v3 --largest 204 --json v3.json").exit_code, 0);
  const auto v3 = nlohmann::json::parse(contents(folder / "v3.json"));
  EXPECT_DOUBLE_EQ(v3["bad-2"], 50);
  EXPECT_DOUBLE_EQ(v3["totbad-2"], 75);
  EXPECT_DOUBLE_EQ(v3["avgerr"], 8.0 / 3);
}

TEST(EvaluateTool, HintsAtAScaleThatIsMissing) {
  const Folder folder;
  std::vector<float> map;
  std::vector<float> larger;
  for (int i = 0; i < 64; ++i) {
    map.push_back(static_cast<float>(8 + i % 30) + (i % 8 == 0 ? 5.0F : 0.0F));  // an eighth is wrong by itself
    larger.push_back(4 * static_cast<float>(8 + i % 30));
  }
  write_disparity(folder / "map.pfm", plane(map, 8));
  write_disparity(folder / "larger.pfm", plane(larger, 8));
  const Outcome truth = folder.csca("eval map.pfm larger.pfm");
  EXPECT_EQ(truth.exit_code, 0);
  EXPECT_NE(truth.err.find("about 4 times the map"), std::string::npos) << truth.err;
  EXPECT_NE(truth.err.find("--gt-scale 4"), std::string::npos) << truth.err;
  EXPECT_NE(folder.csca("eval larger.pfm map.pfm").err.find("--scale 4"), std::string::npos);
  EXPECT_EQ(folder.csca("eval map.pfm map.pfm").err, "");
  ASSERT_EQ(folder.csca("synth pair --width 90 --height 60 --levels 20").exit_code, 0);
  ASSERT_EQ(folder.csca("match pair/left.png pair/right.png --range 0..19 --scales 1 -o bad.pfm").exit_code, 0);
  EXPECT_EQ(folder.csca("eval bad.pfm pair/gt_left.pfm").err, "");
  EXPECT_EQ(folder.csca("eval pair/gt_right.pfm pair/gt_left.pfm").err, "");
}

TEST(EvaluateTool, RefusesUnknownRulesAndContradictions) {
  const Folder folder;
  write_disparity(folder / "map.pfm", plane({5}, 1));
  const Outcome unknown = folder.csca("eval map.pfm map.pfm --rules kitti2014");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.err.find("kitti2015"), std::string::npos) << unknown.err;
  EXPECT_EQ(folder.csca("eval map.pfm map.pfm --rules eth3d --threshold 2").exit_code, 2);
  EXPECT_EQ(folder.csca("eval map.pfm map.pfm --largest 2").exit_code, 2);
}

/// The truth and a map that is 3 pixels off: red stands in the lower row, below the second map alone.
TEST(CompareTool, PutsErrorsUnderTheirMaps) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth pair --width 90 --height 60 --levels 20").exit_code, 0);
  Plane<float> off = read_disparity(folder / "pair/gt_left.pfm");
  for (float& d : off) d += 3;
  write_disparity(folder / "off.pfm", off);
  const std::string compare = "compare pair/left.png pair/gt_left.pfm off.pfm --truth pair/gt_left.pfm -o ";
  ASSERT_EQ(folder.csca(compare + "c.png").exit_code, 0);
  const Image picture = read_image(folder / "c.png");
  constexpr int gap = 6;
  const auto reds = [&](int column, int top, int bottom) {
    int count = 0;
    for (int y = top; y < bottom; ++y) {
      const auto* pixel = picture.row<std::uint8_t>(y) + 3 * (gap + column * (90 + gap));
      for (int x = 0; x < 90; ++x, pixel += 3) count += pixel[0] == 230 && pixel[1] == 25 && pixel[2] == 30 ? 1 : 0;
    }
    return count;
  };
  const int below = gap + 60 + gap;  // below the first row, whose captions have one line
  EXPECT_EQ(reds(1, 0, below + 80), 0);
  EXPECT_EQ(reds(2, 0, below), 0);
  EXPECT_GT(reds(2, below, below + 80), 90 * 60 * 9 / 10);

  ASSERT_EQ(folder.csca(compare + "c.svg").exit_code, 0);
  const std::string words = named(parse_xml(contents(folder / "c.svg")), "desc").at(0).text;
  for (const char* word : {"left image", "truth", "px", "\n0.00 % off by\n", "\n100.00 % off by\n",
                           "off by more than 1 px", "not scored"}) {
    EXPECT_NE(words.find(word), std::string::npos) << word << " in " << words;
  }
}

/// Half of the map is unknown and the rest is right: that is no error of half the map.
TEST(CompareTool, TellsUnknownFromWrong) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth pair --width 200 --height 60 --levels 20").exit_code, 0);
  Plane<float> half = read_disparity(folder / "pair/gt_left.pfm");
  std::fill(half.begin(), half.begin() + 200 * 30, std::numeric_limits<float>::quiet_NaN());
  write_disparity(folder / "half.pfm", half);
  ASSERT_EQ(folder.csca("compare pair/left.png half.pfm --truth pair/gt_left.pfm -o c.svg").exit_code, 0);
  const std::string words = named(parse_xml(contents(folder / "c.svg")), "desc").at(0).text;
  for (const char* word : {"50.0 % given", "0.00 %", "unknown"}) {
    EXPECT_NE(words.find(word), std::string::npos) << word << " in " << words;
  }
}

TEST(CompareTool, DrawsOnePicture) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth pair --width 90 --height 60 --levels 20").exit_code, 0);
  const Outcome run = folder.csca(
      "compare pair/left.png pair/gt_left.pfm pair/gt_left.pfm --caption one --caption two --truth pair/gt_left.pfm -o "
      "c.png");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_GT(read_image(folder / "c.png").width(), 3 * 90);
  EXPECT_EQ(folder.csca("compare pair/left.png pair/gt_left.pfm -o d.png").exit_code, 0);
}

}  // namespace
}  // namespace csca::test
