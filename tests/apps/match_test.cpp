// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <csca/io.hpp>
#include <csca/simd.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>
#include <utility>

namespace csca::test {
namespace {

class MatchTool : public testing::Test {
 protected:
  MatchTool() { EXPECT_EQ(folder.csca("synth pair --width 90 --height 60 --levels 20").exit_code, 0); }

  std::string map(const std::string& flags) const {
    const Outcome run = folder.csca("match pair/left.png pair/right.png -o map.pfm --first 0 --levels 20 " + flags);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return contents(folder / "map.pfm");
  }

  Folder folder;
};

TEST_F(MatchTool, IsSilentInAPipe) {
  const Outcome run = folder.csca("match pair/left.png pair/right.png -o map.pfm");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out + run.err, "");
}

TEST_F(MatchTool, EveryOutputFormHoldsTheSameMap) {
  const Plane<float> pfm = (map(""), read_disparity(folder / "map.pfm"));
  for (const char* name : {"map.png", "map.tif", "map.tiff", "map.npy"}) {
    const Outcome run =
        folder.csca("match pair/left.png pair/right.png --preset bare --first 1 --levels 19 -o " + std::string(name));
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  folder.csca("match pair/left.png pair/right.png --preset bare --first 1 --levels 19 -o map.pfm");
  const Plane<float> expected = read_disparity(folder / "map.pfm");
  EXPECT_NE(expected, pfm);
  for (const char* name : {"map.tif", "map.tiff", "map.npy"}) {
    EXPECT_EQ(read_disparity(folder / name), expected) << name;
  }
  const Plane<float> png = read_disparity(folder / "map.png");
  for (std::size_t i = 0; i < png.size(); ++i) {
    ASSERT_NEAR(png.data()[i], expected.data()[i], 1.0 / 512) << i;  // KITTI's steps of 1/256
  }
}

TEST_F(MatchTool, GivesTheSameBytesForAnyThreadsAndSlab) {
  const std::string expected = map("");
  for (const char* flags : {"--threads 1", "--threads 2", "--threads 3", "--slab 1", "--slab 7", "--slab 64"}) {
    EXPECT_EQ(map(flags), expected) << flags;
  }
}

TEST_F(MatchTool, LambdaZeroIsThePlainMethodBitForBit) {
  EXPECT_EQ(map("--lambda 0"), map("--scales 1"));
  EXPECT_NE(map("--lambda 0"), map(""));
}

TEST_F(MatchTool, ReportIsAConfiguration) {
  const std::string expected = map("--cost cen --cen-window 5 --lambda 0.7 --level-map nearest --json report.json");
  const auto report = nlohmann::json::parse(contents(folder / "report.json"));
  EXPECT_EQ(report["options"]["cost"], "cen");
  EXPECT_EQ(report["options"]["lambda"], 0.7);
  EXPECT_EQ(report["first"], 0);
  EXPECT_EQ(report["levels"], 20);
  EXPECT_EQ(report["weights"].size(), report["scales"].get<std::size_t>());
  EXPECT_GT(report["seconds"]["total"], 0);
  EXPECT_GT(report["peak_memory_bytes"], 1e6);
  write(folder / "config.json", report["options"].dump());
  EXPECT_EQ(map("--config config.json"), expected);
  EXPECT_EQ(map("--config report.json"), expected);
}

TEST_F(MatchTool, ReportKeepsRangePresetAndSign) {
  const std::string match = "match pair/left.png pair/right.png ";
  for (const char* flags : {"", "--sign plus --range -19..0", "--preset paper --levels 20", "--preset quality"}) {
    ASSERT_EQ(folder.csca(match + flags + " -o first.pfm --json report.json").exit_code, 0) << flags;
    const Outcome again = folder.csca(match + "--config report.json -o again.pfm --json again.json");
    ASSERT_EQ(again.exit_code, 0) << again.err;
    EXPECT_TRUE(contents(folder / "first.pfm") == contents(folder / "again.pfm")) << flags;
  }
  // Other commands know the sign too.
  ASSERT_EQ(folder.csca(match + "--sign plus --range -19..0 -o first.pfm --json report.json").exit_code, 0);
  const std::string explain = "explain pair/left.png pair/right.png --pixel 40,30 ";
  EXPECT_EQ(folder.csca(explain + "--config report.json").out, folder.csca(explain + "--range 0..19").out);
  const Outcome turned = folder.csca(match + "--sign plus --range -19..0 -o plus.pfm --json report.json");
  ASSERT_EQ(turned.exit_code, 0) << turned.err;
  const Outcome back = folder.csca(match + "--config report.json --sign minus --range 0..19 -o minus.pfm");
  ASSERT_EQ(back.exit_code, 0) << back.err;
  EXPECT_FALSE(contents(folder / "plus.pfm") == contents(folder / "minus.pfm"));
}

TEST_F(MatchTool, RangeIsFirstAndLevels) {
  const std::string match = "match pair/left.png pair/right.png -o out.pfm ";
  for (const auto& [range, flags] : {std::pair{"--range 2..17", "--first 2 --levels 16"},
                                     {"--range=-8..7", "--first -8 --levels 16"},
                                     {"--range -32..31", "--first -32 --levels 64"},
                                     {"--range -9..-3", "--first -9 --levels 7"}}) {
    ASSERT_EQ(folder.csca(match + flags).exit_code, 0);
    const std::string expected = contents(folder / "out.pfm");
    const Outcome run = folder.csca(match + range);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_TRUE(contents(folder / "out.pfm") == expected) << range;
  }
}

TEST_F(MatchTool, ADryRunTellsValuesThatGiveTheSameMap) {
  const std::string match = "match pair/left.png pair/right.png ";
  for (const char* flags : {"", "--method gf --cost cen", "--preset paper"}) {
    ASSERT_EQ(folder.csca(match + flags + " -o first.pfm").exit_code, 0);
    const Outcome run = folder.csca(match + flags + " --dry-run");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out.find("auto"), std::string::npos) << run.out;
    EXPECT_EQ(run.out.find("threads = 0"), std::string::npos) << run.out;
    nlohmann::json config;
    std::istringstream lines(run.out);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t equals = line.find(" = ");
      const std::string name = line.substr(0, equals);
      const std::string value = line.substr(equals + 3);
      if (!name.starts_with("predicted ") && value != "no limit" && value != "whole numbers of 16 bits")
        config[name] = value;
    }
    write(folder / "config.json", config.dump());
    const Outcome again = folder.csca(match + "--config config.json -o again.pfm");
    ASSERT_EQ(again.exit_code, 0) << again.err;
    EXPECT_TRUE(contents(folder / "first.pfm") == contents(folder / "again.pfm")) << flags;
  }
}

TEST_F(MatchTool, FlagsWinOverConfigurationOverPreset) {
  write(folder / "config.json", R"({"preset": "paper", "lambda": 2, "skip_zero": false})");
  const Outcome run = folder.csca(
      "match pair/left.png pair/right.png --levels 20 --config config.json --cost cen --no-cen-wrap --dry-run");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  for (const char* line : {"lambda = 2\n", "skip_zero = false\n", "cost = cen\n", "cen_wrap = false\n",
                           "cen_round = true\n", "outside = black\n", "predicted memory = "}) {
    EXPECT_NE(run.out.find(line), std::string::npos) << line << "not in\n" << run.out;
  }
}

TEST_F(MatchTool, PreviewIsAPicture) {
  map("--preview look.png");
  const Image picture = read_image(folder / "look.png");
  EXPECT_GT(picture.width(), 90);
  EXPECT_EQ(picture.channels(), 3);
}

TEST_F(MatchTool, PreviewIsWhatItsNameSays) {
  const std::pair<const char*, const char*> forms[] = {
      {"look.png", "\x89PNG"}, {"look.jpg", "\xff\xd8\xff"}, {"look.svg", "<?xml"}, {"look.pdf", "%PDF"}};
  for (const auto& [name, magic] : forms) {
    map(std::string("--preview ") + name);
    EXPECT_TRUE(contents(folder / name).starts_with(magic)) << name;
  }
}

TEST_F(MatchTool, VerboseTellsScalesAndSteps) {
  const Outcome run = folder.csca("match pair/left.png pair/right.png -o map.pfm --levels 20 --verbose");
  for (const char* word : {"90 x 60", "scales", "weights", "pyramid", "aggregate", "summed over threads",
                           "total by the clock", "memory"}) {
    EXPECT_NE(run.err.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(run.out, "");
}

TEST_F(MatchTool, OddImagesSimplyWork) {
  for (const char* size :
       {"--width 1 --height 1", "--width 1 --height 40", "--width 40 --height 1", "--width 5 --height 3"}) {
    ASSERT_EQ(folder.csca("synth tiny --levels 4 " + std::string(size)).exit_code, 0) << size;
    for (const char* flags :
         {"", "--levels 4", "--levels 300", "--first -150 --levels 300 --scales 16", "--cost cen --levels 9"}) {
      const Outcome run = folder.csca("match tiny/left.png tiny/right.png -o map.pfm " + std::string(flags));
      EXPECT_EQ(run.exit_code, 0) << size << ' ' << flags << '\n' << run.err;
    }
  }
}

std::string pfm(const std::vector<float>& values, int width, int height) {
  std::string bytes = "Pf\n" + std::to_string(width) + " " + std::to_string(height) + "\n-1\n";
  const std::size_t start = bytes.size();
  bytes.resize(start + values.size() * sizeof(float));
  std::memcpy(bytes.data() + start, values.data(), values.size() * sizeof(float));
  return bytes;
}

TEST_F(MatchTool, NaNAndInfinityAreUnknownPixelsNotPoison) {
  constexpr int width = 40;
  constexpr int height = 20;
  std::vector<float> left(width * height);
  for (std::size_t i = 0; i < left.size(); ++i) left[i] = static_cast<float>(i * 7919 % 101) / 101.0F;
  std::vector<float> right = left;  // disparity 0 everywhere
  left[5 * width + 10] = std::numeric_limits<float>::quiet_NaN();
  left[6 * width + 30] = std::numeric_limits<float>::infinity();
  right[9 * width + 20] = std::numeric_limits<float>::quiet_NaN();
  write(folder / "left.pfm", pfm(left, width, height));
  write(folder / "right.pfm", pfm(right, width, height));
  const Outcome run = folder.csca("match left.pfm right.pfm -o map.tif --first -4 --levels 9 --subpixel none");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Plane<float> map = read_disparity(folder / "map.tif");
  int unknown = 0;
  int zero = 0;
  for (const float d : map) {
    unknown += std::isnan(d) ? 1 : 0;
    zero += d == 0 ? 1 : 0;
  }
  EXPECT_EQ(unknown, 2);
  EXPECT_GE(zero, 9 * width * height / 10);
  EXPECT_TRUE(std::isnan(map(10, height - 1 - 5)));  // PFM rows run upwards
}

TEST(MaxMemory, ChoosesThreadsAndSlabAndLeavesTheResult) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth pair --width 400 --height 300 --levels 40").exit_code, 0);
  const std::string pair = "match pair/left.png pair/right.png --method nl --cost grd --first 0 --levels 40 ";
  const auto predicted = [&](const std::string& flags, const std::string& choice) {
    const Outcome run = folder.csca(pair + "--dry-run --threads " + flags);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.out.find(choice), std::string::npos) << run.out;
    return std::stoi(run.out.substr(run.out.find("predicted memory = ") + 19));
  };
  const int unlimited = predicted("2", "max_memory = no limit");
  EXPECT_EQ(predicted("2 --max-memory 1G", "max_memory = 1000000000"), unlimited);
  const int half_slabs = predicted("2 --slab 8", "threads = 2\nslab = 8");
  const int smallest = predicted("1 --slab 8", "threads = 1\nslab = 8");
  ASSERT_LT(smallest, half_slabs);
  ASSERT_LT(half_slabs, unlimited);
  const auto limit = [](int mega) { return "2 --max-memory " + std::to_string(mega) + "M"; };
  EXPECT_EQ(predicted(limit(half_slabs + 1), "threads = 2\nslab = 8"), half_slabs);
  EXPECT_LE(predicted(limit(smallest + 1), "threads = 1\n"), smallest + 1);

  ASSERT_EQ(folder.csca(pair + "-o free.pfm").exit_code, 0);
  ASSERT_EQ(folder.csca(pair + "-o limited.pfm --threads " + limit(smallest + 1)).exit_code, 0);
  EXPECT_EQ(contents(folder / "free.pfm"), contents(folder / "limited.pfm"));

  const Outcome run = folder.csca(pair + "-o none.pfm --max-memory 2.5M");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("max_memory is 2.5M"), std::string::npos) << run.err;
  const int needed = std::stoi(run.err.substr(run.err.find("needs ") + 6));
  EXPECT_NEAR(needed, smallest, 1);
  EXPECT_EQ(predicted(limit(needed), "threads = 1\nslab = 8"), smallest);
}

TEST(Tool, UsesTheInstructionSetThatItIsToldTo) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth pair --width 48 --height 32 --levels 12").exit_code, 0);
  for (const std::string_view target : simd_targets()) {
    const Outcome run = folder.csca(
        "match pair/left.png pair/right.png -o out.pfm --levels 12 --json out.json --simd " + std::string(target));
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(nlohmann::json::parse(contents(folder / "out.json")).at("simd"), target);
  }
}

}  // namespace
}  // namespace csca::test
