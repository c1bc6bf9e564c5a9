// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "tool.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <map>

namespace csca::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// A folder with two small scenes that are laid out as Middlebury 2006 and the four official ones of v2.
class Study : public testing::Test {
 protected:
  Study() {
    fs::create_directories(folder / "data/middlebury_2006");
    fs::create_directories(folder / "data/middlebury_v2");
    const auto scene = [&](const std::string& name, int seed) {
      const Outcome made =
          folder.csca("synth data/" + name + " --width 96 --height 64 --levels 14 --seed " + std::to_string(seed));
      EXPECT_EQ(made.exit_code, 0) << made.err;
    };
    scene("middlebury_2006/Aloe", 1);
    scene("middlebury_2006/Midd1", 2);
    for (const std::string name : {"tsukuba", "venus", "teddy", "cones"}) {
      scene("middlebury_v2/" + name, 3);
      for (const char* region : {"all.png", "disc.png"}) {
        fs::copy(folder / ("data/middlebury_v2/" + name + "/nonocc.png"),
                 folder / ("data/middlebury_v2/" + name + "/" + region));
      }
    }
  }

  Outcome study(const std::string& arguments, const std::string& before = "") const {
    return folder.csca("study middlebury --data data --methods box --no-opencv --no-report " + arguments, before);
  }

  json scores(const std::string& file) const { return json::parse(contents(folder / file)).at("scores"); }

  /// Scores and maps by name; times differ from run to run.
  std::map<std::string, std::string> outcome(const std::string& out) const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder / out)) {
      const std::string name = fs::relative(entry.path(), folder / out).string();
      if (entry.is_regular_file() && (name.starts_with("scores") || name.starts_with("maps"))) {
        files[name] = contents(entry.path());
      }
    }
    return files;
  }

  Folder folder;
};

TEST_F(Study, ScoresAreThoseOfMatchAndEval) {
  const Outcome run = study("--out out");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string pair = "data/middlebury_2006/Aloe/";
  for (const auto& [id, flags] : {std::pair<std::string, std::string>{"box", "--scales 1"}, {"s+box", ""}}) {
    ASSERT_EQ(folder
                  .csca("match " + pair + "left.png " + pair +
                        "right.png -o map.pfm --preset bare --first 0 --levels 85 " + flags)
                  .exit_code,
              0);
    EXPECT_EQ(contents(folder / ("out/maps/middlebury_2006/Aloe/" + id + ".pfm")), contents(folder / "map.pfm"));
    ASSERT_EQ(
        folder.csca("eval map.pfm " + pair + "gt_left.pfm --mask " + pair + "nonocc.png --json eval.json").exit_code,
        0);
    const json expected = json::parse(contents(folder / "eval.json"));
    const json region = scores("out/scores/middlebury_2006/Aloe/" + id + ".json").at("middlebury_v2").at("nonocc");
    EXPECT_EQ(region.at("bad").at(2), expected.at("bad_percent")) << id;
    EXPECT_EQ(region.at("average"), expected.at("average_px")) << id;
    EXPECT_EQ(region.at("pixels"), expected.at("pixels")) << id;
  }
}

TEST_F(Study, TablesHoldMeansAndNameWhatIsMissing) {
  const Outcome run = study("--out out");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(contents(folder / "out/tables.md"), run.out);
  double sum = 0;
  for (const std::string scene : {"middlebury_2006/Aloe", "middlebury_2006/Midd1", "middlebury_v2/tsukuba",
                                  "middlebury_v2/venus", "middlebury_v2/teddy", "middlebury_v2/cones"}) {
    sum += scores("out/scores/" + scene + "/s+box.json").at("middlebury_v2").at("nonocc").at("bad").at(2).get<double>();
  }
  char mean[32];
  std::snprintf(mean, sizeof mean, "| S+BOX | %.2f | 13.09 |", sum / 6);
  EXPECT_NE(run.out.find(mean), std::string::npos) << mean << " is not in\n" << run.out;
  EXPECT_NE(run.out.find("M31 (6 of 31 scenes)"), std::string::npos);
  EXPECT_NE(run.out.find("M27 (5 of 27)"), std::string::npos);
  // Means over other scenes are not subtracted; twelve figures of the same four scenes are.
  EXPECT_NE(run.out.find("| M31 (6 of 31 scenes), ours | paper, all 31 | M27 (5 of 27), ours | paper, all 27 | "
                         "Avg Err, refined, ours | paper | difference |"),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("Not among the scenes: Art, Books"), std::string::npos);
  EXPECT_NE(contents(folder / "out/scores.csv").find("middlebury_2006,Aloe,s+box,,middlebury_v2,nonocc,bad-1,"),
            std::string::npos);
}

TEST_F(Study, GoesOnWhereItWasKilled) {
  ASSERT_EQ(study("--out whole").exit_code, 0);
  const auto expected = outcome("whole");
  ASSERT_EQ(expected.size(), 41U);  // a map and scores of 6 scenes by 2 rows, as many refined of 4, and scores.csv
  int killed = 0;
  for (int i = 1; i <= 10; ++i) {
    const Outcome run = study("--out parts --jobs 2", "timeout -s KILL 0.0" + std::to_string(i) + " ");
    killed += run.exit_code == 137 ? 1 : 0;
  }
  EXPECT_GT(killed, 0);
  ASSERT_EQ(study("--out parts").exit_code, 0);
  EXPECT_TRUE(outcome("parts") == expected);
  for (const auto& entry : fs::recursive_directory_iterator(folder / "parts")) {
    EXPECT_FALSE(entry.path().filename().string().starts_with(".")) << entry.path();
  }
}

TEST_F(Study, MatchesNothingTwiceButWhatChanged) {
  ASSERT_EQ(study("--out out").exit_code, 0);
  const std::string kept = "out/maps/middlebury_2006/Aloe/box.pfm";
  const auto before = fs::last_write_time(folder / kept);
  const std::string expected = contents(folder / kept);
  fs::remove(folder / "out/scores/middlebury_2006/Midd1/box.json");
  ASSERT_EQ(study("--out out").exit_code, 0);
  EXPECT_EQ(fs::last_write_time(folder / kept), before);
  EXPECT_TRUE(fs::exists(folder / "out/scores/middlebury_2006/Midd1/box.json"));
  ASSERT_EQ(study("--out out --set box-radius=1").exit_code, 0);
  EXPECT_NE(contents(folder / kept), expected);
}

TEST_F(Study, BadTruthIsNamedAndFatalOrLeftOut) {
  const fs::path truth = folder / "data/middlebury_2006/Midd1/gt_left.pfm";
  write(truth, contents(truth).substr(0, 2000));
  const Outcome stopped = study("--out out");
  EXPECT_EQ(stopped.exit_code, 2);
  EXPECT_NE(stopped.err.find("Midd1/gt_left.pfm"), std::string::npos) << stopped.err;
  EXPECT_NE(stopped.err.find("--keep-going"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder / "out/tables.md"));

  const Outcome going = study("--out out --keep-going");
  EXPECT_EQ(going.exit_code, 0) << going.err;
  EXPECT_NE(going.out.find("M31 (5 of 31 scenes)"), std::string::npos) << going.out;
  EXPECT_NE(going.out.find("Midd1/gt_left.pfm"), std::string::npos);

  fs::remove(truth);
  const Outcome missing = study("--out out");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_NE(missing.err.find("Midd1"), std::string::npos) << missing.err;

  // Of another scene's size.
  folder.csca("synth other --width 60 --height 64 --levels 14");
  fs::copy(folder / "other/gt_left.pfm", truth);
  const Outcome wrong = study("--out out");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.err.find("60 x 64"), std::string::npos) << wrong.err;
}

TEST_F(Study, ImagesThatCannotBeMatchedAreLikeBadTruth) {
  write(folder / "data/middlebury_2006/Midd1/right.png", "no image");
  const Outcome stopped = study("--out out");
  EXPECT_EQ(stopped.exit_code, 2);
  EXPECT_NE(stopped.err.find("Midd1/right.png"), std::string::npos) << stopped.err;
  const Outcome going = study("--out out --keep-going");
  EXPECT_EQ(going.exit_code, 0) << going.err;
  EXPECT_NE(going.out.find("Midd1/right.png"), std::string::npos);
  EXPECT_NE(going.out.find("M31 (5 of 31 scenes)"), std::string::npos) << going.out;
}

TEST_F(Study, LambdaFindsTheBestValue) {
  const Outcome run =
      folder.csca("study lambda --data data --methods box --scenes Aloe,Midd1 --values 0,0.3,3 --no-report --out out");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  double least = 1e9;
  std::string best;
  for (const std::string value : {"0", "0.3", "3"}) {
    double mean = 0;
    for (const std::string scene : {"Aloe", "Midd1"}) {
      mean += scores("out/scores/middlebury_2006/" + scene + "/s+box,lambda=" + value + ".json")
                  .at("middlebury_v2")
                  .at("nonocc")
                  .at("bad")
                  .at(2)
                  .get<double>() /
              2;
    }
    if (mean < least) best = value;
    least = std::min(least, mean);
  }
  EXPECT_NE(run.out.find("Least errors at lambda = S+BOX " + best + "."), std::string::npos) << run.out;
  EXPECT_NE(contents(folder / "out/lambda.svg").find("<svg"), std::string::npos);
  EXPECT_TRUE(contents(folder / "out/lambda.png").starts_with("\x89PNG"));
  // Lambda 0 is plain aggregation.
  ASSERT_EQ(study("--out out --scenes Aloe,Midd1").exit_code, 0);
  EXPECT_EQ(scores("out/scores/middlebury_2006/Aloe/s+box,lambda=0.json"),
            scores("out/scores/middlebury_2006/Aloe/box.json"));
}

TEST_F(Study, SweepsNameWhatTheyLeaveOut) {
  write(folder / "data/middlebury_2006/Midd1/right.png", "no image");
  const Outcome run = folder.csca(
      "study lambda --data data --methods box --scenes Aloe,Midd1 --values 1 --keep-going --no-report --out out");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("mean of 1 pairs"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("Left out: "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("Midd1/right.png"), std::string::npos) << run.out;
}

TEST_F(Study, ScalesHaveErrorAndTime) {
  const Outcome run =
      folder.csca("study scales --data data --methods box --scenes Aloe --values 1,3 --no-report --out out");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("| scales | S+BOX | S+BOX, CPU s |"), std::string::npos) << run.out;
  EXPECT_NE(contents(folder / "out/scales.csv").find("\nS+BOX,3,"), std::string::npos);
}

TEST_F(Study, WritesWhatAServerTakes) {
  fs::create_directories(folder / "data/middlebury_2014");
  ASSERT_EQ(folder.csca("synth data/middlebury_2014/Pipes_Q --width 96 --height 64 --levels 14").exit_code, 0);
  const std::string command =
      "study middlebury2014 --data data --methods box --no-opencv --no-report --out out --submission ";
  const Outcome run = folder.csca(command + "s+box");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contents(folder / "out/submission/middlebury_2014/Pipes_Q/disp0csca.pfm") ==
              contents(folder / "out/maps/middlebury_2014/Pipes_Q/s+box.pfm"));
  EXPECT_TRUE(fs::exists(folder / "out/submission/middlebury_2014/Pipes_Q/timecsca.txt"));
  const Outcome wrong = folder.csca(command + "s+gf");
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_NE(wrong.err.find("the methods of this study are box, s+box"), std::string::npos) << wrong.err;
}

TEST_F(Study, MistakesGetASentence) {
  for (const auto& [arguments, sentence] :
       {std::pair<std::string, std::string>{"study midlebury --data data", "did you mean 'middlebury'?"},
        {"study kitti --data data --out out", "data"},
        {"study all --data nowhere --out out", "nowhere"},
        {"study middlebury --data data --methods bxo --out out", "bxo"},
        {"study middlebury --data data --set radius --out out", "NAME=VALUE"},
        {"study middlebury --data data --jobs -1 --out out", "jobs is -1"}}) {
    const Outcome run = folder.csca(arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_NE(run.err.find(sentence), std::string::npos) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }
}

TEST_F(Study, PaperPresetGivesTheAuthorsFiguresOnTeddy) {
  const char* data = std::getenv("CSCA_DATA");
  if (data == nullptr) GTEST_SKIP() << "CSCA_DATA is not set";
  const Outcome run = folder.csca(
      "study middlebury --preset paper --scenes teddy --methods box,nl,st,gf --refine none --no-opencv "
      "--no-report --out out --data " +
      std::string(data));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  for (const auto& [id, bad] : std::map<std::string, double>{{"box", 14.23},
                                                             {"s+box", 11.18},
                                                             {"nl", 8.60},
                                                             {"s+nl", 5.74},
                                                             {"st", 9.78},
                                                             {"s+st", 6.22},
                                                             {"gf", 8.25},
                                                             {"s+gf", 6.99}}) {
    EXPECT_NEAR(scores("out/scores/middlebury_v2/teddy/" + id + ".json")
                    .at("middlebury_v2")
                    .at("nonocc")
                    .at("bad")
                    .at(2)
                    .get<double>(),
                bad, 0.015)
        << id;
  }
}

}  // namespace
}  // namespace csca::test
