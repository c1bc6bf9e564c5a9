// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>
#include <csca/io.hpp>
#include <csca/simd.hpp>

#include <algorithm>

// A user's mistake gets one clear sentence, exit code 2, and leaves nothing behind.
namespace csca::test {
namespace {

class BadInput : public testing::Test {
 protected:
  BadInput() {
    EXPECT_EQ(folder.csca("synth pair --width 48 --height 32 --levels 12").exit_code, 0);
    before = folder.listing();
  }

  /// The command fails with one sentence that holds all `words`, and writes nothing.
  void refuses(const std::string& arguments, std::initializer_list<const char*> words, const std::string& prefix = "") {
    const Outcome run = folder.csca(arguments, prefix);
    EXPECT_EQ(run.exit_code, 2) << arguments << '\n' << run.err;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << arguments << '\n' << run.err;
    EXPECT_EQ(run.err.substr(0, 6), "csca: ") << arguments;
    for (const char* word : words) {
      EXPECT_NE(run.err.find(word), std::string::npos) << arguments << "\n  said: " << run.err << "  without: " << word;
    }
    EXPECT_EQ(folder.listing(), before) << arguments;
  }
  void refuses_match(const std::string& flags, std::initializer_list<const char*> words) {
    refuses("match pair/left.png pair/right.png -o out.pfm " + flags, words);
  }

  Folder folder;
  std::string before;
};

TEST_F(BadInput, FilesThatAreNoImages) {
  write(folder / "notes.txt", "not a picture\n");
  write(folder / "empty.png", "");
  const std::string png = contents(folder / "pair/left.png");
  write(folder / "half.png", png.substr(0, png.size() / 2));
  before = folder.listing();
  refuses("match missing.png pair/right.png -o out.pfm", {"missing.png", "no such file"});
  refuses("match pair/left.png missing.png -o out.pfm", {"missing.png"});
  refuses("match pair pair/right.png -o out.pfm", {"pair"});
  refuses("match notes.txt pair/right.png -o out.pfm", {"notes.txt", "not an image"});
  refuses("match empty.png pair/right.png -o out.pfm", {"empty.png", "empty"});
  refuses("match half.png pair/right.png -o out.pfm", {"half.png", "truncated"});
}

TEST_F(BadInput, ImagesThatNoMemoryLimitAllows) {
  // Blank rows shrink a thousandfold: some hundred kilobytes that are 400 megabytes of pixels.
  Image blank(20'000, 20'000, 1, Sample::u8);
  write_png(folder / "blank.png", blank);
  blank = {};
  write(folder / "pairs.csv", "left,right,name\nblank.png,blank.png,one\n");
  before = folder.listing();
  const std::string limit = sanitized ? "" : "ulimit -v 2000000;";  // KB; the program's own libraries are some of it
  for (const char* range : {"", " --range 0..15"}) {
    refuses("match blank.png blank.png -o out.pfm --max-memory 100M" + std::string(range),
            {"max_memory is 100.0M", "'blank.png' has 20000 x 20000 pixels", "at the least"}, limit);
  }
  refuses("match blank.png --side-by-side -o out.pfm --max-memory 100M", {"20000 x 20000 pixels"}, limit);
  const Outcome run = folder.csca("batch pairs.csv --out out --max-memory 100M");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("20000 x 20000 pixels"), std::string::npos) << run.err;
}

TEST_F(BadInput, WordsThatAreCommandsOfATerminal) {
  write(folder / "odd.json", R"({"method": "a\nb\u001b[2J"})");
  before = folder.listing();
  refuses_match("--config odd.json", {"odd.json", "method is 'a?b?[2J'"});
  refuses("match \"$(printf 'no\nfile\033[2J.png')\" pair/right.png -o out.pfm", {"'no?file?[2J.png'", "no such file"});
}

TEST_F(BadInput, ConfigurationsThatAreTraps) {
  const auto nested = [](const std::string& open, const std::string& close) {
    std::string text;
    for (int i = 0; i < 80'000; ++i) text += open;
    text += "1";
    for (int i = 0; i < 80'000; ++i) text += close;
    return text;
  };
  write(folder / "deep.json", nested("[", "]"));
  write(folder / "deeper.json", nested("{\"a\":", "}"));
  write(folder / "long.json", "{\"" + std::string(3'000'000, 'a') + "\": 1}");
  before = folder.listing();
  refuses_match("--config deep.json", {"deep.json", "not a JSON object"});
  refuses_match("--config deeper.json", {"deeper.json", "not a JSON object"});
  refuses_match("--config long.json", {"long.json", "there is no option 'aaa"});
}

TEST_F(BadInput, OutputsThatAreInputs) {
  write(folder / "set.json", "{\"lambda\": 2}");
  before = folder.listing();
  refuses_match("--config set.json --json set.json", {"set.json", "is an input"});
  EXPECT_EQ(contents(folder / "set.json"), "{\"lambda\": 2}");
  const std::string longest(300, 'a');
  refuses("match pair/left.png pair/right.png -o " + longest + ".pfm", {"too long"});
}

TEST_F(BadInput, SizesThatDiffer) {
  EXPECT_EQ(folder.csca("synth other --width 47 --height 32 --levels 12").exit_code, 0);
  before = folder.listing();
  refuses("match pair/left.png other/right.png -o out.pfm", {"48 x 32", "47 x 32"});
}

TEST_F(BadInput, AnInstructionSetThatThereIsNot) {
  const std::string plainest(simd_targets().back());
  refuses_match("--simd mmx", {"simd is 'mmx'", "auto", plainest.c_str()});
}

TEST_F(BadInput, NumbersOutOfRange) {
  refuses_match("--levels 0", {"levels is 0", "from 1 to 32768"});
  refuses_match("--levels -4", {"levels is -4", "from 1 to 32768"});
  refuses_match("--levels 1000000000", {"levels is 1000000000", "from 1 to 32768"});
  refuses_match("--levels 99999999999999999999", {"levels is '99999999999999999999'", "from 1 to 32768"});
  refuses_match("--levels many", {"levels is 'many'", "or auto"});
  refuses_match("--levels 3.5", {"levels is '3.5'", "whole number"});
  refuses_match("--levels 1 --skip-zero", {"levels is 1", "disparity 0"});
  refuses_match("--first 99999", {"first is 99999", "32768"});
  refuses_match("--max-memory 5X", {"max_memory is '5X'", "500M"});
  refuses_match("--max-memory 0", {"max_memory is '0'"});
  refuses_match("--max-memory -3G", {"max_memory is '-3G'"});
  refuses_match("--max-memory nan", {"max_memory is 'nan'"});
  refuses_match("--max-memory M", {"max_memory is 'M'"});
  refuses_match("--lambda -1", {"lambda is -1", "from 0"});
  refuses_match("--lambda nan", {"lambda is nan", "from 0"});
  refuses_match("--lambda inf", {"lambda is inf", "from 0"});
  refuses_match("--lambda ''", {"lambda is ''"});
  refuses_match("--scales 0", {"scales is 0", "from 1 to 16"});
  refuses_match("--cen-window 8", {"cen_window is 8", "odd"});
  refuses_match("--cen-truncation 0", {"cen_truncation is 0", "above 0"});
  refuses_match("--threads -1", {"threads is -1"});
  refuses_match("--slab 0", {"slab is 0"});
  refuses_match("--white 0", {"white is 0", "from 1e-06"});
}

TEST_F(BadInput, Ranges) {
  for (const char* range : {"64", "0..", "..63", "5..3", "a..b", "0..99999", "0...63", "0..6.5"}) {
    refuses_match("--range " + std::string(range), {"range is '", range, "MIN..MAX"});
  }
  refuses_match("--range 0..63 --levels 64", {"--range 0..63", "--levels", "both"});
  refuses_match("--range 0..63 --first 1 --levels 64", {"--first and --levels"});
}

TEST_F(BadInput, NamesThatDoNotExist) {
  refuses_match("--cost gdr", {"cost is 'gdr'", "grd, cen, cg", "did you mean 'grd'"});
  refuses_match("--method bx", {"method is 'bx'", "did you mean 'box'"});
  refuses_match("--preset papr", {"preset is 'papr'", "did you mean 'paper'"});
  refuses_match("--level-map linaer", {"level_map is 'linaer'", "did you mean 'linear'"});
  refuses_match("--lamda 1", {"'--lamda'", "did you mean '--lambda'"});
  refuses("mach pair/left.png", {"'mach'", "did you mean 'match'"});
  refuses("", {"no command", "--help"});
  refuses("match pair/left.png", {"RIGHT", "csca match --help"});
  refuses("match pair/left.png pair/right.png surplus.png -o out.pfm", {"surplus.png"});
  refuses("completion tcsh", {"tcsh", "bash, zsh, fish"});
  refuses("help mach", {"'mach'", "did you mean 'match'"});
  refuses_match("--skip-zero=maybe", {"--skip-zero", "'maybe' is neither true nor false"});
}

TEST_F(BadInput, Configurations) {
  write(folder / "typo.json", R"({"lamda": 1})");
  write(folder / "value.json", R"({"cost": "gdr"})");
  write(folder / "range.json", R"({"lambda": -1})");
  write(folder / "nested.json", R"({"lambda": [1]})");
  write(folder / "broken.json", R"({"lambda": )");
  write(folder / "preset.json", R"({"preset": "papr"})");
  before = folder.listing();
  refuses_match("--config typo.json", {"typo.json", "'lamda'", "did you mean 'lambda'"});
  refuses_match("--config value.json", {"value.json", "cost is 'gdr'"});
  refuses_match("--config range.json", {"lambda is -1"});
  refuses_match("--config nested.json", {"nested.json", "lambda"});
  refuses_match("--config broken.json", {"broken.json", "JSON"});
  refuses_match("--config preset.json", {"papr", "did you mean 'paper'"});
  refuses_match("--config none.json", {"none.json", "no such file"});
}

TEST_F(BadInput, OutputsThatCannotBeWritten) {
  const std::string match = "match pair/left.png pair/right.png --levels 12 ";
  refuses(match + "-o nowhere/out.pfm", {"nowhere", "does not exist"});
  refuses(match + "-o out.xyz", {"out.xyz", ".pfm", ".npy"});
  refuses(match + "-o out", {"out", ".pfm"});
  refuses(match + "-o out.pfm --preview nowhere/p.png", {"nowhere"});
  refuses(match + "-o out.pfm --preview p.gif", {"p.gif", ".png", ".jpg", ".svg"});
  refuses(match + "-o out.pfm --json nowhere/r.json", {"nowhere"});
  refuses(match + "-o pair/left.png", {"pair/left.png", "input"});
  refuses(match + "-o out.png --preview ./out.png", {"out.png", "twice"});
  refuses(match, {"-o"});
  // The files are larger than the process may write, as on a full disk.
  refuses(match + "-o out.pfm", {"out.pfm"}, "trap '' XFSZ; ulimit -f 1;");
  // Negative disparities and large ones have no place in KITTI's format, which is known before anything is matched.
  const std::string large = "match pair/left.png pair/right.png -o out.png --scales 1 ";
  refuses(large + "--range -20..-13", {"out.png", "-20 to -13", "0 to 255.996", ".pfm"});
  refuses(large + "--range -8..20", {"out.png", "-8 to 20", "or search --range 0..20"});
  refuses(large + "--range -8..20 --dry-run", {"out.png", "-8 to 20"});
  refuses(large + "--range 0..300", {"0 to 300", "or search --range 0..255"});
  refuses(large + "--sign plus --range -20..4 --right-output right.png --right diagonal", {"or search --range 0..4"});
}

TEST_F(BadInput, Evaluation) {
  EXPECT_EQ(folder.csca("synth other --width 47 --height 32 --levels 12").exit_code, 0);
  before = folder.listing();
  refuses("eval missing.pfm pair/gt_left.pfm", {"missing.pfm"});
  refuses("eval other/gt_left.pfm pair/gt_left.pfm", {"47 x 32", "48 x 32"});
  refuses("eval pair/gt_left.pfm pair/gt_left.pfm --mask other/nonocc.png", {"mask", "47 x 32"});
  refuses("eval pair/gt_left.pfm pair/gt_left.pfm --threshold -1", {"threshold is -1"});
  refuses("eval pair/gt_left.pfm pair/gt_left.pfm --threshold nan", {"threshold is nan"});
  refuses("eval pair/gt_left.pfm pair/gt_left.pfm --threshold x", {"threshold", "x"});
  refuses("eval pair/gt_left.pfm pair/gt_left.pfm --gt-scale 0", {"scale is 0"});
  refuses("compare pair/left.png pair/gt_left.pfm -o nowhere/c.png", {"nowhere"});
  refuses("compare pair/left.png pair/gt_left.pfm -o c", {"'c'", ".png", ".svg"});
  refuses("eval pair/gt_left.pfm pair/gt_left.pfm --error-map e.pfm", {"e.pfm", ".png", ".svg"});
  refuses("compare pair/left.png other/gt_left.pfm --truth pair/gt_left.pfm -o c.png", {"47 x 32"});
}

TEST_F(BadInput, SyntheticPairs) {
  refuses("synth out --width 0", {"width is 0"});
  refuses("synth out --levels 0", {"levels is 0"});
  refuses("synth out --noise -1", {"noise is -1"});
  refuses("synth out --bits 12", {"bits is 12", "8 or 16"});
  refuses("synth nowhere/out", {"nowhere"});
  refuses("synth pair/left.png", {"pair/left.png"});
}

}  // namespace
}  // namespace csca::test
