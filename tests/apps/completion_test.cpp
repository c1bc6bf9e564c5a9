// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <csca/options.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

namespace csca::test {
namespace {

class Completion : public testing::Test {
 protected:
  Completion() {
    for (const char* name : {"left.png", "notes.txt", "map.pfm", "config.json", "costs.npy"}) write(folder / name, "");
    std::filesystem::create_directory(folder / "scenes");
    for (const char* shell : {"bash", "zsh", "fish"}) {
      write(folder / ("." + std::string(shell)), folder.csca("completion " + std::string(shell)).out);
    }
  }

  static bool installed(const std::string& shell) {
    return std::system(("command -v " + shell + " >/dev/null 2>&1").c_str()) == 0;
  }

  /// What the tool itself answers, without help.
  std::string offered(const std::string& words) const {
    std::istringstream lines(folder.csca("completion bash -- " + words).out);
    std::string text;
    for (std::string line; std::getline(lines, line);) {
      text += (text.empty() ? "" : " ") + line.substr(0, line.find('\t'));
    }
    return text;
  }

  Folder folder;
  const std::string path = "PATH='" + std::filesystem::path(CSCA_TOOL).parent_path().string() + "':$PATH ";
};

TEST_F(Completion, OffersWhatEveryOptionTakes) {
  for (const Field& field : fields()) {
    std::string flag = "--" + std::string(field.name);
    for (char& c : flag) c = c == '_' ? '-' : c;
    EXPECT_NE((" " + offered("match " + flag) + " ").find(" " + flag + " "), std::string::npos) << flag;
    std::string names;
    for (const std::string_view name : field.choices) names += (names.empty() ? "" : " ") + std::string(name);
    if (field.kind == Field::Kind::flag) continue;
    EXPECT_EQ(offered("match " + flag + " ''"), names) << flag;
    std::string whole;
    for (const std::string_view name : field.choices) {
      whole += (whole.empty() ? "" : " ") + flag + "=" + std::string(name);
    }
    EXPECT_EQ(offered("match " + flag + "="), whole);
  }
}

TEST_F(Completion, KnowsListsMixturesFilesAndFolders) {
  EXPECT_EQ(offered("match --refine median,s"), "median,speckle");
  EXPECT_EQ(offered("match --method 0.7*gf+sg"), "0.7*gf+sgm");
  EXPECT_EQ(offered("match --sign ''"), "minus plus");
  EXPECT_EQ(offered("match --save-volume ''"), "raw aggregated combined");
  EXPECT_EQ(offered("match --config ''"), ":files json");
  EXPECT_EQ(offered("match -o ''"), ":files pfm|png|tif|tiff|npy");
  EXPECT_EQ(offered("match left.png ''").substr(0, 10), ":files png");
  EXPECT_EQ(offered("match left.png right.png -- ''"), "");
  EXPECT_EQ(offered("match --load-volume a.npy ''"), ":files npy");
  EXPECT_EQ(offered("bench --variants ''"), "nearest whole diagonal full masked 16-bit float");
  EXPECT_EQ(offered("bench --set cos"), "cost=grd cost=cen cost=cg");
  EXPECT_EQ(offered("eval --rules kitti"), "kitti2012 kitti2015");
  EXPECT_EQ(offered("study mid"), "middlebury middlebury2014");
  EXPECT_EQ(offered("study all --data ''"), ":folders");
  EXPECT_EQ(offered("study all --methods box,gf+sg"), "box,gf+sgm");
  EXPECT_EQ(offered("help m"), "match manual");
  EXPECT_EQ(offered("completion ''"), "bash zsh fish");
  EXPECT_EQ(offered("synth ''"), ":folders");
}

TEST_F(Completion, WorksInBash) {
  write(folder / ".try",
        "source .bash\nCOMP_WORDBREAKS=$' \\t\\n\"\\'><=;|&(:'\n"
        "try() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _csca; echo \"${COMPREPLY[*]}\"; }\n"
        "try csca ma\ntry csca match --lam\ntry csca match --cost g\ntry csca match --cost = g\n"
        "try csca match --cost =\ntry csca match ''\ntry csca match --output = m\ntry csca study all --data ''\n"
        "try csca match --config ''\ntry csca bench --set cost = ''\n");
  const Outcome run = folder.shell(path + "bash .try");
  EXPECT_EQ(run.err, "");
  std::istringstream lines(run.out);
  std::vector<std::string> answers;
  for (std::string line; std::getline(lines, line);) answers.push_back(line);
  ASSERT_EQ(answers.size(), 10U) << run.out;
  EXPECT_EQ(answers[0], "match manual");
  EXPECT_EQ(answers[1], "--lambda");
  EXPECT_EQ(answers[2], "grd");
  EXPECT_EQ(answers[3], "grd");
  EXPECT_EQ(answers[4], "grd cen cg");
  EXPECT_EQ(answers[5].size(), std::string("left.png map.pfm scenes").size()) << answers[5];
  EXPECT_EQ(answers[5].find("notes.txt"), std::string::npos);
  EXPECT_EQ(answers[6], "map.pfm");
  EXPECT_EQ(answers[7], "scenes");
  EXPECT_EQ(answers[8].size(), std::string("config.json scenes").size()) << answers[8];
  EXPECT_EQ(answers[9], "grd cen cg");
}

TEST_F(Completion, WorksInZsh) {
  if (!installed("zsh")) GTEST_SKIP() << "no zsh";
  write(folder / ".lines",
        "csca match --lam\ncsca match --cost g\ncsca match --method=g\ncsca match --refine median,s\n"
        "csca match --output=m\ncsca eval m\ncsca synth s\ncsca study kit\ncsca help exp\n");
  write(folder / ".rc",
        "autoload -Uz compinit\ncompinit -D -u\nsource ./.zsh\n"
        "show() { print -r -- \"$BUFFER\" >>answers; BUFFER=; print -n done }\n"
        "zle -N show\nbindkey '^X' show\nprint ready\n");
  // Types each line and a tab into a zsh, then a key that writes down what stands on the line.
  write(folder / ".try", R"(zmodload zsh/zpty
zpty z zsh -f -i
until_told() {
  local said all
  repeat 1200; do
    while zpty -r -t z said; do all+=$said; done
    [[ $all != *$1* ]] || return 0
    sleep 0.05
  done
  print -r -- "no $1 in $all"
  exit 1
}
zpty -w z 'source ./.rc'
until_told ready$'\r'
while IFS= read -r line; do
  zpty -w -n z "$line"$'\t\x18'
  until_told done
done <.lines
)");
  const Outcome run = folder.shell(path + "zsh -f .try");
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_EQ(
      contents(folder / "answers"),
      "csca match --lambda \ncsca match --cost grd \ncsca match --method=gf \ncsca match --refine median,speckle \n"
      "csca match --output=map.pfm \ncsca eval map.pfm \ncsca synth scenes/\ncsca study kitti \ncsca help explain \n");
}

TEST_F(Completion, WorksInFish) {
  if (!installed("fish")) GTEST_SKIP() << "no fish";
  const std::vector<std::pair<std::string, std::string>> cases = {{"csca ma", "manual match "},
                                                                  {"csca match --lam", "--lambda "},
                                                                  {"csca match --cost g", "grd "},
                                                                  {"csca match --method=g", "--method=gf "},
                                                                  {"csca match --refine median,s", "median,speckle "},
                                                                  {"csca match ", "left.png map.pfm scenes/ "},
                                                                  {"csca match --output=m", "--output=map.pfm "},
                                                                  {"csca synth ", "scenes/ "},
                                                                  {"csca study kit", "kitti "}};
  for (const auto& [line, expected] : cases) {
    const Outcome run = folder.shell("{ export HOME=$PWD; " + path + "fish -c 'source .fish; complete -C \"" + line +
                                     "\"' | cut -f1 | sort | tr '\\n' ' '; }");
    EXPECT_EQ(run.out, expected) << line << '\n' << run.err;
  }
}

}  // namespace
}  // namespace csca::test
