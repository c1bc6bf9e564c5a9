// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <csca/io.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

// csca match --sign
namespace csca::test {
namespace {

const std::string pair = "match pair/left.png pair/right.png ";

class Sign : public testing::Test {
 protected:
  Sign() { EXPECT_EQ(folder.csca("synth pair --width 64 --height 40 --first 2 --levels 12").exit_code, 0); }

  Plane<float> map(const std::string& flags) const {
    const Outcome run = folder.csca(pair + "-o map.tif --json report.json " + flags);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return read_disparity(folder / "map.tif");
  }

  Folder folder;
};

void expect_opposite(const Plane<float>& a, const Plane<float>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a.data()[i])) {
      EXPECT_TRUE(std::isnan(b.data()[i]));
    } else {
      EXPECT_EQ(a.data()[i], -b.data()[i]);
    }
  }
}

TEST_F(Sign, PlusTurnsMapsAndRangeRound) {
  const std::string right = "--right full --right-output right.tif ";
  const Plane<float> minus = map(right + "--first 2 --levels 12");
  const Plane<float> minus_right = read_disparity(folder / "right.tif");
  const Plane<float> plus = map(right + "--sign plus --first -13 --levels 12");
  expect_opposite(minus, plus);
  expect_opposite(minus_right, read_disparity(folder / "right.tif"));
  const auto report = nlohmann::json::parse(contents(folder / "report.json"));
  EXPECT_EQ(report.at("sign"), "plus");
  EXPECT_EQ(report.at("first"), -13);
  EXPECT_EQ(report.at("levels"), 12);
}

TEST_F(Sign, TheReportNamesTheDefaultToo) {
  map("");
  EXPECT_EQ(nlohmann::json::parse(contents(folder / "report.json")).at("sign"), "minus");
}

TEST_F(Sign, WithoutARangePlusEstimatesIt) { expect_opposite(map(""), map("--sign plus")); }

TEST_F(Sign, LevelsAloneBeginAtZero) { expect_opposite(map("--first -4 --levels 5"), map("--sign plus --levels 5")); }

TEST_F(Sign, TheLastOneCounts) {
  EXPECT_EQ(map("--preset dense --levels 14"), map("--preset dense --sign plus --sign minus --levels 14"));
}

TEST_F(Sign, DryRunSpeaksTheUsersSign) {
  const Outcome run = folder.csca(pair + "--dry-run --sign plus --first -13 --levels 12");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.out.find("first = -13\n"), std::string::npos) << run.out;
}

TEST_F(Sign, WarningsSpeakTheUsersSign) {
  const Outcome run = folder.csca(pair + "-o map.tif --sign plus --range -190..0");
  EXPECT_NE(run.err.find("the range -190 to 0 does not fit"), std::string::npos) << run.err;
  EXPECT_NE(folder.csca(pair + "-o map.tif --range 0..190").err.find("the range 0 to 190"), std::string::npos);
}

TEST_F(Sign, RefusesHalfARangeAndOtherNames) {
  const std::string before = folder.listing();
  for (const char* flags : {"--sign plus --first 3", "--sign left"}) {
    const Outcome run = folder.csca(pair + "-o map.tif " + flags);
    EXPECT_EQ(run.exit_code, 2) << flags;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_EQ(folder.listing(), before);
  }
}

}  // namespace
}  // namespace csca::test
