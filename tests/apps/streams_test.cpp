// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <csca/io.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace csca::test {
namespace {

class Streams : public testing::Test {
 protected:
  Streams() {
    EXPECT_EQ(folder.csca("synth pair --width 90 --height 60 --levels 20").exit_code, 0);
    EXPECT_EQ(folder.csca(match + "-o map.pfm").exit_code, 0);
    before = folder.listing();
  }

  Folder folder;
  std::string before;
  const std::string match = "match pair/left.png pair/right.png --range 0..19 ";
  const std::string tool = "'" CSCA_TOOL "' ";
};

TEST_F(Streams, AMapIsPrintedAsPfm) {
  const Outcome run = folder.csca(match + "-o -");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(run.out == contents(folder / "map.pfm"));
  EXPECT_EQ(folder.listing(), before);
}

TEST_F(Streams, ReportsArePrinted) {
  EXPECT_EQ(nlohmann::json::parse(folder.csca(match + "--json -").out).at("levels"), 20);
  const Outcome scores = folder.csca("eval map.pfm pair/gt_left.pfm --json -");
  EXPECT_TRUE(nlohmann::json::parse(scores.out).contains("bad_percent"));
  const std::string explained = "explain pair/left.png pair/right.png --pixel 40,30 --levels 20 --json -";
  EXPECT_TRUE(nlohmann::json::parse(folder.csca(explained).out).contains("pixels"));
  EXPECT_EQ(folder.listing(), before);
}

TEST_F(Streams, ImagesAndMapsComeThroughPipes) {
  const std::string piped = "cat pair/left.png | " + tool + "match - pair/right.png --range 0..19 -o - | " + tool;
  const Outcome run = folder.shell("{ " + piped + "eval - pair/gt_left.pfm; }");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, folder.csca("eval map.pfm pair/gt_left.pfm").out);
  const Outcome redirected = folder.shell("{ " + tool + "eval - pair/gt_left.pfm <map.pfm; }");
  EXPECT_EQ(redirected.out, run.out) << redirected.err;
}

TEST_F(Streams, AReportConfiguresTheNextMatch) {
  const std::string next = tool + "match pair/left.png pair/right.png --config - -o again.pfm";
  const Outcome run = folder.shell("{ " + tool + match + "--json - | " + next + "; }");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contents(folder / "again.pfm") == contents(folder / "map.pfm"));
}

TEST_F(Streams, OneThingAtATime) {
  const auto refuses = [&](const std::string& line, const char* word) {
    const Outcome run = folder.shell("{ " + line + "; }");
    EXPECT_EQ(run.exit_code, 2) << line;
    EXPECT_EQ(run.out, "") << line;
    EXPECT_NE(run.err.find(word), std::string::npos) << line << '\n' << run.err;
    EXPECT_EQ(folder.listing(), before);
  };
  refuses(tool + match + "-o - --json -", "two outputs are '-'");
  refuses("cat map.pfm | " + tool + "match - - -o x.pfm", "two inputs are '-'");
  refuses("cat map.pfm | " + tool + "eval - -", "two inputs are '-'");
  refuses("cat pair/left.png | " + tool + "match - pair/right.png --config - -o x.pfm", "two inputs are '-'");
  refuses("printf '' | " + tool + "match - pair/right.png -o x.pfm", "/dev/stdin");
}

TEST_F(Streams, AFullDeviceIsAnError) {
  for (const std::string& line :
       {match + "-o -", match + "--dry-run", std::string("eval map.pfm pair/gt_left.pfm"), std::string("match --help"),
        std::string("manual"), std::string("bench --sizes 48x32x8 --methods box --repeat 1 --no-opencv")}) {
    const Outcome run = folder.shell("{ " + tool + line + " >/dev/full; }");
    EXPECT_EQ(run.exit_code, 2) << line;
    EXPECT_NE(run.err.find("standard output"), std::string::npos) << line << '\n' << run.err;
  }
}

TEST_F(Streams, WhereNobodyCanBeToldTheExitCodeStands) {
  for (const char* where : {" 2>&-", " 2>/dev/full"}) {
    EXPECT_EQ(folder.shell("{ " + tool + "match missing.png pair/right.png -o x.pfm" + where + "; }").exit_code, 2);
    EXPECT_EQ(folder.shell("{ " + tool + match + "-o x.pfm --verbose" + where + "; }").exit_code, 0);
  }
}

TEST_F(Streams, ATerminalShowsNoMap) {
  const Outcome run = folder.shell("script -qec \"" + tool + match + "-o -\" /dev/null");
  EXPECT_EQ(run.exit_code, 2) << run.out;
  EXPECT_NE(run.out.find("terminal"), std::string::npos) << run.out;
}

TEST_F(Streams, ProgressFitsTheTerminal) {
  for (const int columns : {30, 40, 80}) {
    const Outcome run = folder.shell("script -qec \"stty cols " + std::to_string(columns) + "; " + tool + match +
                                     "-o out.pfm\" /dev/null");
    ASSERT_NE(run.out.find('['), std::string::npos) << run.out;
    std::size_t start = 0;
    for (std::size_t end = 0; (end = run.out.find("\x1b[K", start)) != std::string::npos; start = end + 3) {
      const std::size_t line = run.out.rfind('\r', end);
      EXPECT_LT(end - line - 1, static_cast<std::size_t>(columns)) << run.out.substr(line + 1, end - line - 1);
    }
  }
}

}  // namespace
}  // namespace csca::test
