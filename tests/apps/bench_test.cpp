// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <csca/io.hpp>
#include <csca/simd.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace csca::test {
namespace {

const std::string small = "bench --width 96 --height 40 --levels 16 ";
const std::string plainest(simd_targets().back());  // scalar, or neon

nlohmann::json row(const nlohmann::json& table, const std::string& name) {
  for (const auto& candidate : table.at("rows")) {
    if (candidate.at("name") == name) return candidate;
  }
  ADD_FAILURE() << "no row " << name;
  return {};
}

TEST(Bench, TellsTimeMemoryAndScoreOfEveryMethodPlainAndAcrossScales) {
  const Folder folder;
  const Outcome run =
      folder.csca(small + "--repeat 2 --variants nearest,float --json all.json --chart all.svg --steps");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = nlohmann::json::parse(contents(folder / "all.json"));
  EXPECT_EQ(json.at("threads"), 1);
  EXPECT_NE(json.at("machine").at("cpu"), "");
  const auto& table = json.at("tables").at(0);
  EXPECT_EQ(table.at("levels"), 16);
  for (const std::string name : {"box", "box cen", "gf", "nl", "st", "gf+st", "sgm"}) {
    const auto plain = row(table, name);
    EXPECT_EQ(plain.at("cpu_seconds").size(), 2U);
    EXPECT_GT(plain.at("cpu_ns_per_cell"), 0);
    EXPECT_TRUE(plain.at("over_plain").is_null());
    EXPECT_LT(plain.at("bad_percent"), 60);
    for (const std::string variant : {"", " nearest", " float"}) {
      const auto across = row(table, "S+" + name + variant);
      const double ratio = across.at("cpu_ns_per_cell").get<double>() / plain.at("cpu_ns_per_cell").get<double>();
      EXPECT_NEAR(across.at("over_plain"), ratio, 1e-9);
      EXPECT_NE(run.out.find("S+" + name + variant), std::string::npos);
    }
  }
  if (!json.at("opencv").is_null()) {
    for (const std::string name : {"StereoBM", "StereoSGBM", "SGBM HH", "SGBM 3WAY", "SGBM HH4"}) row(table, name);
    EXPECT_EQ(row(table, "StereoSGBM").at("over_sgbm"), 1);
    EXPECT_GT(row(table, "box").at("over_bm"), 0);
  }
  EXPECT_NE(contents(folder / "all.svg").find("S+st float"), std::string::npos);
}

TEST(Bench, WritesTheMapsThatItScores) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth pair --width 96 --height 40 --levels 16").exit_code, 0);
  const std::string pair = "pair/left.png pair/right.png --first 0 --levels 16 ";
  const std::string flags = "--methods box --presets default --repeat 1 --save-maps maps --json maps.json";
  const Outcome run = folder.csca("bench " + pair + flags + " --truth pair/gt_left.pfm");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = nlohmann::json::parse(contents(folder / "maps.json"));
  const auto& table = json.at("tables").at(0);
  ASSERT_EQ(folder.csca("match " + pair + "-o map.pfm").exit_code, 0);
  EXPECT_EQ(contents(folder / "maps/csca-default.pfm"), contents(folder / "map.pfm"));
  EXPECT_LT(row(table, "csca default").at("given_percent"), 100);
  EXPECT_FALSE(contents(folder / "maps/s+box.pfm").empty());
  // Padded: some of the first columns have disparities.
  if (json.at("opencv").is_null()) return;
  const Plane<float> map = read_disparity(folder / "maps/sgbm-3way-checked.pfm");
  EXPECT_TRUE(std::any_of(map.begin(), map.end(),
                          [&, i = 0](float d) mutable { return i++ % map.width() < 8 && std::isfinite(d); }));
}

TEST(Bench, PeakMemoryIsTheMatchersOwn) {
  const Folder folder;
  const std::string flags = " --no-opencv --methods none,nl --repeat 1 --json peak.json";
  ASSERT_EQ(folder.csca("bench --sizes 200x100x32,400x400x32" + flags).exit_code, 0);
  const auto json = nlohmann::json::parse(contents(folder / "peak.json"));
  // The tree filter holds at least one slab of 16 floats a pixel.
  EXPECT_GT(row(json.at("tables").at(1), "nl").at("peak_bytes"), 400 * 400 * 16 * 4);
  EXPECT_LT(row(json.at("tables").at(0), "none").at("peak_bytes"), row(json.at("tables").at(1), "nl").at("peak_bytes"));
}

TEST(Bench, TakesAPairFromFilesAndMatchFlags) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth pair --width 96 --height 40 --first -4 --levels 12 --bits 16").exit_code, 0);
  const std::string pair = "bench pair/left.png pair/right.png --repeat 1 --methods gf+st --threads 2 ";
  Outcome run = folder.csca(pair + "--json pair.json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(nlohmann::json::parse(contents(folder / "pair.json"))
                  .at("tables")
                  .at(0)
                  .at("rows")
                  .back()["bad_percent"]
                  .is_null());
  run = folder.csca(pair +
                    "--first -4 --levels 12 --truth pair/gt_left.pfm --mask pair/nonocc.png --set gf-radius=2 --set "
                    "scales=2 --json pair.json --simd " +
                    plainest);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto json = nlohmann::json::parse(contents(folder / "pair.json"));
  EXPECT_EQ(json.at("simd"), plainest);
  EXPECT_EQ(json.at("threads"), 2);
  EXPECT_EQ(json.at("tables").at(0).at("first"), -4);
  EXPECT_LT(row(json.at("tables").at(0), "S+gf+st").at("bad_percent"), 50);
}

TEST(Bench, WorksWithoutOpenCv) {
  const Folder folder;
  // Away from its installation the tool finds no module.
  ASSERT_EQ(std::system(("cp '" CSCA_TOOL "' '" + (folder / "csca").string() + "'").c_str()), 0);
  const std::string command =
      "cd '" + (folder / "").string() + "' && ./csca " + small + "--methods box --repeat 1 --json out.json > out.txt";
  ASSERT_EQ(std::system(command.c_str()), 0);
  EXPECT_NE(contents(folder / "out.txt").find("not built in"), std::string::npos);
  const auto json = nlohmann::json::parse(contents(folder / "out.json"));
  EXPECT_TRUE(json.at("opencv").is_null());
  EXPECT_TRUE(row(json.at("tables").at(0), "box").at("over_sgbm").is_null());
}

TEST(Bench, MistakesGetASentence) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth pair --width 48 --height 32 --levels 12").exit_code, 0);
  const std::string before = folder.listing();
  const auto refuses = [&](const std::string& flags, std::initializer_list<const char*> words) {
    const Outcome run = folder.csca("bench " + flags);
    EXPECT_EQ(run.exit_code, 2) << flags << '\n' << run.err;
    EXPECT_EQ(run.out, "") << flags;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << flags << '\n' << run.err;
    for (const char* word : words) EXPECT_NE(run.err.find(word), std::string::npos) << word << " not in " << run.err;
    EXPECT_EQ(folder.listing(), before) << flags;
  };
  refuses("--methods box,gff", {"'gff'", "did you mean 'gf'"});
  refuses("--methods box:grt", {"'grt'"});
  refuses("--variants cubic", {"'cubic'", "nearest, whole, diagonal"});
  refuses("--sizes 100x50", {"'100x50'", "1242x375x128"});
  refuses("--sizes 100x50x16x3", {"'100x50x16x3'"});
  refuses("--sizes 100x50x0", {"levels is 0"});
  refuses("--sizes 64x64x16 --width 3", {"--sizes"});
  refuses("--width 0", {"width is 0"});
  refuses("--repeat 0", {"repeat is 0", "1 to 1000"});
  refuses("--threads -1", {"threads is -1"});
  refuses("--set lamda=1", {"lamda", "did you mean 'lambda'"});
  refuses("--set lambda", {"NAME=VALUE"});
  refuses("--set lambda=-1", {"lambda is -1"});
  refuses("--set method=gf", {"method", "csca bench --help"});
  refuses("--simd mmx", {"'mmx'", plainest.c_str()});
  refuses("--chart times.gif", {"times.gif", ".svg"});
  refuses("--save-maps no/such/folder", {"no/such/folder"});
  refuses("--save-maps maps --sizes 64x64x16,32x32x16", {"--save-maps", "one pair"});
  refuses("pair/left.png missing.png --save-maps maps", {"missing.png"});
  refuses("--json no/such/folder.json", {"no/such"});
  refuses("--json a.svg --chart a.svg", {"a.svg", "twice"});
  refuses("pair/left.png", {"right"});
  refuses("pair/left.png missing.png", {"missing.png"});
  refuses("pair/left.png pair/right.png --width 3", {"--width"});
  refuses("pair/left.png pair/right.png --mask pair/nonocc.png", {"--truth"});
  refuses("--truth pair/gt_left.pfm", {"LEFT and RIGHT"});
  refuses("pair/left.png pair/right.png --json pair/left.png", {"input"});
  refuses("--frobnicate", {"--frobnicate"});
}

}  // namespace
}  // namespace csca::test
