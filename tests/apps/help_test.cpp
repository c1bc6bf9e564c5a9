// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <csca/options.hpp>
#include <csca/simd.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <vector>

namespace csca::test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The commands that `csca --help` lists.
std::vector<std::string> commands(const Folder& folder) {
  std::vector<std::string> names;
  bool listed = false;
  for (const std::string& line : lines_of(folder.csca("--help").out)) {
    if (listed && line.empty()) break;
    if (listed && line.find_first_not_of(' ') == 2) names.push_back(line.substr(2, line.find(' ', 2) - 2));
    listed = listed || line == "Commands:";
  }
  return names;
}

std::size_t widest(const std::string& text) {
  std::size_t width = 0;
  for (const std::string& line : lines_of(text)) width = std::max(width, line.size());
  return width;
}

TEST(Help, EveryCommandHasOneScreen) {
  const Folder folder;
  const auto names = commands(folder);
  ASSERT_GE(names.size(), 10U);
  for (const std::string& name : names) {
    const Outcome brief = folder.csca(name + " --help", "unset COLUMNS;");
    EXPECT_EQ(brief.exit_code, 0) << name;
    EXPECT_LE(lines_of(brief.out).size(), 40U) << brief.out;
    EXPECT_LE(widest(brief.out), 80U) << brief.out;
    EXPECT_NE(brief.out.find("--help"), std::string::npos) << name;
    const Outcome whole = folder.csca(name + " --help-all", "unset COLUMNS;");
    EXPECT_LE(widest(whole.out), 80U) << name;
    EXPECT_EQ(whole.out.find("{false}"), std::string::npos) << name;
    EXPECT_EQ(folder.csca("help " + name, "unset COLUMNS;").out, brief.out);
    EXPECT_EQ(folder.csca("help --all " + name, "unset COLUMNS;").out, whole.out);
  }
}

TEST(Help, IsWrappedToTheTerminal) {
  const Folder folder;
  for (const int columns : {44, 60, 100}) {
    const std::string narrow = folder.csca("match --help", "export COLUMNS=" + std::to_string(columns) + ";").out;
    EXPECT_LE(widest(narrow), static_cast<std::size_t>(columns)) << narrow;
    EXPECT_GE(widest(narrow), static_cast<std::size_t>(columns) - 12) << narrow;
  }
}

TEST(Help, AllOptionsAreInGroupsWithReproductionLast) {
  const Folder folder;
  const std::string whole = folder.csca("match --help-all").out;
  const std::string brief = folder.csca("match --help").out;
  const std::size_t last = whole.find("\nTo do exactly as another program does:");
  ASSERT_NE(last, std::string::npos);
  for (const Field& field : fields()) {
    std::string flag = "--" + std::string(field.name);
    std::replace(flag.begin(), flag.end(), '_', '-');
    const std::size_t place = std::min(whole.find("  " + flag + " "), whole.find("  " + flag + ","));
    ASSERT_NE(place, std::string::npos) << flag;
    EXPECT_EQ(place > last, field.use == Field::Use::reproduction) << flag;
    EXPECT_EQ(brief.find("  " + flag + " ") != std::string::npos, field.use == Field::Use::essential) << flag;
  }
  for (const Preset& preset : presets()) {
    if (preset.is_condition()) continue;
    EXPECT_NE(brief.find(preset.name), std::string::npos) << preset.name;
  }
}

TEST(Help, NamesTheVersion) {
  const Folder folder;
  const std::string version = folder.csca("--version").out;
  EXPECT_EQ(version.substr(0, 5), "csca ");
  EXPECT_EQ(folder.csca("-V").out, version);
  for (const std::string_view target : simd_targets()) {
    EXPECT_NE(version.find(target), std::string::npos) << version << target;
  }
  EXPECT_EQ(folder.csca("help").out, folder.csca("--help").out);
}

TEST(Help, ManualHasItsOwnExamplesAndPresetsAsAList) {
  const Folder folder;
  const std::string help = folder.csca("manual --help").out;
  EXPECT_NE(help.find("csca manual"), std::string::npos) << help;
  EXPECT_EQ(help.find("csca match"), std::string::npos) << help;
  const std::string page = folder.csca("manual").out;
  EXPECT_NE(page.find(".TH CSCA 1"), std::string::npos);
  for (const Preset& preset : presets()) {
    if (preset.is_condition()) continue;
    EXPECT_NE(page.find(".TP\n\\fB" + std::string(preset.name) + "\\fR\n"), std::string::npos) << preset.name;
  }
}

TEST(Help, OptionsOfOtherProgramsGetAHint) {
  const Folder folder;
  const std::string whole = folder.csca("match --help-all").out;
  const std::vector<std::pair<std::string, std::string>> hints = {
      {"--num-disparities 64", "--levels N"},        {"--numDisparities=64", "--range MIN..MAX"},
      {"--max-disparity 64", "--range MIN..MAX"},    {"--min-disparity -3", "--first N"},
      {"--block-size 5", "--box-radius R"},          {"--blockSize 5", "--box-radius R"},
      {"--speckleWindowSize 5", "--speckle-size N"}, {"--disp12MaxDiff 1", "--tolerance"}};
  for (const auto& [words, hint] : hints) {
    const Outcome run = folder.csca("match left.png right.png -o out.pfm " + words);
    EXPECT_EQ(run.exit_code, 2) << words;
    EXPECT_NE(run.err.find(hint), std::string::npos) << words << '\n' << run.err;
    EXPECT_EQ(run.err.find("did you mean"), std::string::npos) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    // What a hint names exists.
    for (std::size_t at = run.err.find(": ") + 1; (at = run.err.find(" --", at + 1)) != std::string::npos;) {
      const std::string flag = run.err.substr(at + 1, run.err.find_first_of(" ,\n", at + 1) - at - 1);
      EXPECT_NE(whole.find("  " + flag + " "), std::string::npos) << flag;
    }
  }
  // A command without such an option has nothing to say about it.
  EXPECT_EQ(folder.csca("synth out --block-size 5").err.find("--box-radius"), std::string::npos);
  EXPECT_EQ(folder.csca("match l r -o out.pfm --preset best").err.find("did you mean"), std::string::npos);
}

}  // namespace
}  // namespace csca::test
