// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

// csca check, and what csca match says about a wrong pair
namespace csca::test {
namespace {

class Check : public testing::Test {
 protected:
  Check() { EXPECT_EQ(folder.csca("synth pair --width 320 --height 240 --first 4 --levels 32").exit_code, 0); }

  Folder folder;
};

TEST_F(Check, SaysThatNothingIsWrong) {
  const Outcome run = folder.csca("check pair/left.png pair/right.png --json findings.json");
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_EQ(run.out, "nothing wrong: the two images look like a rectified pair\n");
  EXPECT_EQ(nlohmann::json::parse(contents(folder / "findings.json")), nlohmann::json::parse(R"({"findings": []})"));
}

TEST_F(Check, NamesWhatIsWrong) {
  const Outcome run = folder.csca("check pair/right.png pair/left.png --json findings.json");
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_EQ(run.out.find("swapped: "), 0U) << run.out;
  const auto findings = nlohmann::json::parse(contents(folder / "findings.json")).at("findings");
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].at("kind"), "swapped");
  EXPECT_GT(findings[0].at("measure"), 0.95);
  EXPECT_NE(run.out.find(findings[0].at("message").get<std::string>()), std::string::npos);
}

TEST_F(Check, KnowsARangeThatDoesNotFit) {
  const Outcome run = folder.csca("check pair/left.png pair/right.png --first 400 --levels 10");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.out.find("range: the range 400 to 409 does not fit"), 0U) << run.out;
}

TEST_F(Check, RefusesWhatItCannotRead) {
  EXPECT_EQ(folder.csca("check pair/left.png none.png").exit_code, 2);
  EXPECT_EQ(folder.csca("check pair/left.png pair/right.png --json pair/left.png").exit_code, 2);
}

TEST_F(Check, IsAWarningOfMatch) {
  const Outcome run = folder.csca("match pair/right.png pair/left.png -o map.pfm --json report.json -q");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.err.find("csca: warning: "), std::string::npos) << run.err;
  const auto warnings = nlohmann::json::parse(contents(folder / "report.json")).at("warnings");
  ASSERT_FALSE(warnings.empty());
  EXPECT_NE(warnings[0].get<std::string>().find("swapped"), std::string::npos);
  EXPECT_EQ(folder.csca("match pair/right.png pair/left.png -o map.pfm -q --no-check").err, "");
  EXPECT_EQ(folder.csca("match pair/left.png pair/right.png -o map.pfm -q").err, "");
}

TEST_F(Check, IsAnErrorOfAStrictMatch) {
  const Outcome run = folder.csca("match pair/right.png pair/left.png -o map.pfm -q --strict");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("swapped"), std::string::npos) << run.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "map.pfm"));
}

TEST_F(Check, OfAFirstBeyondTheSceneIsAnError) {
  const Outcome run = folder.csca("match pair/left.png pair/right.png -o map.pfm -q --first 100");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("first is 100 but the pair shows disparities"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace csca::test
