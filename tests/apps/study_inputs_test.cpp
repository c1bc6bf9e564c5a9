// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "tool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace csca::test {
namespace {

namespace fs = std::filesystem;

/// Pairs in a list; what a study knows of them and what it names after them.
class StudyInputs : public testing::Test {
 protected:
  StudyInputs() {
    fs::create_directories(folder / "data");
    for (const char* seed : {"1", "2"}) {
      const Outcome made =
          folder.csca(std::string("synth data/") + seed + " --width 64 --height 40 --levels 12 --seed " + seed);
      EXPECT_EQ(made.exit_code, 0) << made.err;
    }
  }

  void list(const std::string& lines) const { write(folder / "data/pairs.csv", lines); }

  /// The scores that a study of the list prints, into a folder of its own or one that has scores already.
  std::string scores(const std::string& out) const {
    const Outcome run = study(out);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return contents(folder / (out + "/scores.csv"));
  }

  Outcome study(const std::string& out) const {
    return folder.csca("study pairs --data data/pairs.csv --methods box --no-opencv --no-report --quiet --out " + out);
  }

  void refuses(const std::string& lines, std::initializer_list<const char*> words) const {
    list(lines);
    const std::string before = folder.listing();
    const Outcome run = study("refused");
    EXPECT_EQ(run.exit_code, 2) << lines << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    for (const char* word : words) EXPECT_NE(run.err.find(word), std::string::npos) << word << " not in " << run.err;
    fs::remove_all(folder / "refused");
    EXPECT_EQ(folder.listing(), before) << lines;
  }

  Folder folder;
};

TEST_F(StudyInputs, OfTheSameSizeAreToldApart) {
  list("left,right,truth,mask,name,levels\n1/left.png,1/right.png,truth.pfm,mask.png,a,12\n");
  const auto put = [&](const char* from, const char* to) {
    fs::copy_file(folder / from, folder / to, fs::copy_options::overwrite_existing);
  };
  put("data/1/gt_left.pfm", "data/truth.pfm");
  put("data/1/nonocc.png", "data/mask.png");
  const std::string first = scores("out");
  ASSERT_EQ(fs::file_size(folder / "data/1/gt_left.pfm"), fs::file_size(folder / "data/2/gt_left.pfm"));
  put("data/2/gt_left.pfm", "data/truth.pfm");
  const std::string second = scores("out");
  EXPECT_NE(second, first);
  EXPECT_EQ(second, scores("fresh"));
  put("data/1/gt_left.pfm", "data/truth.pfm");
  EXPECT_EQ(scores("out"), first);
}

TEST_F(StudyInputs, MayShareAFileName) {
  for (const char* part : {"left", "right", "truth"}) fs::create_directories(folder / "data" / part);
  fs::copy_file(folder / "data/1/left.png", folder / "data/left/a.png");
  fs::copy_file(folder / "data/1/right.png", folder / "data/right/a.png");
  fs::copy_file(folder / "data/1/gt_left.pfm", folder / "data/truth/a.pfm");
  list("left,right,truth,name,levels\nleft/a.png,right/a.png,truth/a.pfm,a,12\n");
  const std::string first = scores("out");
  // Another left image; the right one, of the same file name, stays.
  fs::copy_file(folder / "data/2/left.png", folder / "data/left/a.png", fs::copy_options::overwrite_existing);
  const std::string second = scores("out");
  EXPECT_NE(second, first);
  EXPECT_EQ(second, scores("fresh"));
}

TEST_F(StudyInputs, ScaleOfTheTruthCounts) {
  ASSERT_EQ(folder.shell("cp data/1/nonocc.png data/map.png").exit_code, 0);
  list("left,right,truth,name,levels,scale\n1/left.png,1/right.png,map.png,a,12,64\n");
  const std::string first = scores("out");
  list("left,right,truth,name,levels,scale\n1/left.png,1/right.png,map.png,a,12,32\n");
  EXPECT_NE(scores("out"), first);
  EXPECT_EQ(scores("out"), scores("fresh"));
}

TEST_F(StudyInputs, NamesDoNotLeaveTheFolder) {
  const auto line = [](const std::string& name) {
    return "left,right,name,levels\n1/left.png,1/right.png,\"" + name + "\",12\n";
  };
  refuses(line("../../../escaped"), {"line 2 of", "'../../../escaped'", "holds '/'"});
  refuses(line((folder / "escaped").string()), {"line 2 of", "holds '/'"});
  refuses(line("inner/escaped"), {"holds '/'"});
  refuses(line(".."), {"'..'"});
  refuses(line("."), {"'.'"});
  refuses(line("bell\a"), {"'bell?'", "control character"});
  refuses(line(std::string(300, 'n')), {"longer than 200 bytes"});
  refuses("left,right\n" + std::string(300, 'n') + "/left.png,1/right.png\n", {"longer than 200 bytes"});
}

TEST_F(StudyInputs, NamesAreNotShared) {
  refuses("left,right,name,levels\n1/left.png,1/right.png,a,12\n2/left.png,2/right.png,a,12\n",
          {"line 3 of", "line 2", "'a'"});
  fs::create_directories(folder / "data/x");
  for (const char* copy : {"data/x/y.png", "data/x_y.png"}) fs::copy_file(folder / "data/1/left.png", folder / copy);
  refuses("left,right\nx/y.png,1/right.png\nx_y.png,1/right.png\n", {"line 3 of", "line 2", "'x_y'"});
}

}  // namespace
}  // namespace csca::test
