// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <csca/io.hpp>
#include <csca/volume_io.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

// Cost volumes out of the tool and into it.
namespace csca::test {
namespace {

class Volumes : public testing::Test {
 protected:
  Volumes() { EXPECT_EQ(folder.csca("synth pair --width 90 --height 61 --first -3 --levels 20").exit_code, 0); }

  std::string map(const std::string& flags) const {
    const Outcome run = folder.csca("match pair/left.png pair/right.png -o out.pfm " + flags);
    EXPECT_EQ(run.exit_code, 0) << flags << '\n' << run.err;
    return contents(folder / "out.pfm");
  }

  void refuses(const std::string& flags, std::initializer_list<const char*> words, const std::string& prefix = "") {
    const std::string before = folder.listing();
    const Outcome run = folder.csca("match pair/left.png pair/right.png -o new.pfm " + flags, prefix);
    EXPECT_EQ(run.exit_code, 2) << flags << '\n' << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << flags << '\n' << run.err;
    for (const char* word : words) EXPECT_NE(run.err.find(word), std::string::npos) << word << " not in " << run.err;
    EXPECT_EQ(folder.listing(), before) << flags;
  }

  Folder folder;
};

TEST_F(Volumes, SavedRawAndLoadedAgainGiveTheSameMap) {
  for (const std::string flags :
       {"--first -3 --levels 20", "--first -3 --levels 20 --method gf --subpixel parabola --slab 4 --threads 3",
        "--levels 17 --skip-zero --outside black --cost cen", "--levels 18 --right diagonal --confidence ambiguity",
        "--first -3 --levels 20 --method st --st-depth --left-mask pair/nonocc.png --right-mask "
        "pair/nonocc_right.png"}) {
    const std::string expected = map(flags + " --scales 3 --precision float --save-volume raw");
    EXPECT_EQ(map(flags + " --scales 3 --precision float"), expected) << flags;
    EXPECT_EQ(map(flags + " --scales 3 --load-volume out.raw.0.npy out.raw.1.npy out.raw.2.npy"), expected) << flags;
    // Saving changes nothing in whole numbers either.
    EXPECT_EQ(map(flags + " --scales 3 --save-volume raw"), map(flags + " --scales 3")) << flags;
  }
}

TEST_F(Volumes, CombinedCostsAreThoseThatTheMapIsTheMinimumOf) {
  map("--preset bare --first -3 --levels 20 --slab 4 --subpixel none --save-volume combined");
  const Volume volume = read_volume(folder / "out.combined.npy");
  ASSERT_EQ(volume.levels(), (Levels{-3, 20}));
  const Plane<float> winners = read_disparity(folder / "out.pfm");
  for (int y = 0; y < volume.height(); ++y) {
    for (int x = 0; x < volume.width(); ++x) {
      const float* cells = volume.pixel(x, y);
      ASSERT_EQ(winners(x, y), static_cast<float>(std::min_element(cells, cells + 20) - cells - 3));
    }
  }
}

TEST_F(Volumes, EveryScaleHasAFileAndANote) {
  map("--first -3 --levels 20 --scales 2 --save-volume aggregated");
  EXPECT_EQ(folder.listing(),
            "out.aggregated.0.json out.aggregated.0.npy out.aggregated.1.json out.aggregated.1.npy out.pfm pair");
  const auto note = nlohmann::json::parse(contents(folder / "out.aggregated.1.json"));
  EXPECT_EQ(note, nlohmann::json::parse(R"({"first": -2, "levels": 11, "scale": 1, "stage": "aggregated",
                                            "width": 45, "height": 31})"));
}

TEST_F(Volumes, OneVolumeServesAllScales) {
  const Plane<float> truth = read_disparity(folder / "pair/gt_left.pfm");
  const auto good = [&] {
    const Plane<float> disparity = read_disparity(folder / "out.pfm");
    int count = 0;
    for (std::size_t i = 0; i < truth.size(); ++i)
      count += std::abs(disparity.data()[i] - truth.data()[i]) <= 1 ? 1 : 0;
    return count;
  };
  map("--preset bare --first -3 --levels 20 --scales 3 --save-volume raw");
  const int with_all = good();
  map("--preset bare --scales 3 --load-volume out.raw.0.npy");
  EXPECT_GT(good(), with_all * 9 / 10);
  EXPECT_EQ(map("--preset bare --scales 1 --subpixel none --load-volume out.raw.0.npy"),
            map("--preset bare --scales 1 --subpixel none --first -3 --levels 20"));
  EXPECT_NE(
      folder.csca("match pair/left.png pair/right.png --dry-run --load-volume out.raw.0.npy").out.find("first = -3"),
      std::string::npos);
}

TEST_F(Volumes, LimitsOfMemoryCountThem) {
  map("--first 0 --levels 400 --scales 1 --save-volume raw");  // 9 MB
  refuses("--scales 1 --load-volume out.raw.0.npy --max-memory 19M", {"max_memory is 19.0M", "needs"});
  map("--scales 1 --levels 400 --max-memory 19M");
}

TEST_F(Volumes, MistakesWhenSavingGetASentence) {
  refuses("--save-volume agregated", {"'agregated'", "raw, aggregated, combined", "did you mean 'aggregated'"});
  refuses("--save-volume raw --json new.raw.0.json", {"new.raw.0.json", "twice"});
  // As on a full disk: the map would fit, the volume does not.
  refuses("--levels 20 --save-volume raw", {"new.raw.0.npy", "bytes"}, "trap '' XFSZ; ulimit -f 60;");
  const Outcome run = folder.csca("match pair/left.png pair/right.png --json r.json --save-volume raw");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("give -o FILE"), std::string::npos);
}

TEST_F(Volumes, MistakesWhenLoadingGetASentence) {
  map("--first -3 --levels 20 --scales 2 --save-volume raw");
  const std::string both = "--scales 2 --load-volume out.raw.0.npy out.raw.1.npy ";
  refuses("--first 0 " + both, {"out.raw.0.npy", "-3 to 16", "--first 0"});
  refuses("--levels 21 " + both, {"-3 to 16", "--levels 21"});
  refuses("--right full " + both, {"--right full", "--right diagonal"});
  refuses("--scales 3 --load-volume out.raw.0.npy out.raw.1.npy", {"2 volumes", "3 scales"});
  refuses("--scales 2 --load-volume out.raw.0.npy out.raw.0.npy", {"90 x 61", "45 x 31", "scale 1"});
  refuses("--scales 2 --load-volume out.raw.1.npy", {"45 x 31", "90 x 61", "scale 0"});
  refuses("--load-volume none.npy", {"none.npy", "no such file"});
  refuses("--load-volume pair/left.png", {"left.png", "numpy"});
  refuses("--load-volume pair", {"pair", "folder"});

  write_volume(folder / "short.npy", Volume(45, 31, {-2, 9}));
  refuses("--scales 2 --load-volume out.raw.0.npy short.npy", {"9 levels from -2", "11 from -2"});
  const std::string bytes = contents(folder / "out.raw.0.npy");
  write(folder / "half.npy", bytes.substr(0, bytes.size() / 2));
  refuses("--load-volume half.npy", {"half.npy", "truncated"});
  // The volume would be written over what is read.
  const Outcome run = folder.csca(
      "match pair/left.png pair/right.png -o out.pfm --scales 2 --save-volume raw --load-volume out.raw.0.npy");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("input"), std::string::npos) << run.err;
}

TEST_F(Volumes, AKilledWriterLeavesNoFileOfThatName) {
  EXPECT_EQ(folder.csca("synth large --width 600 --height 500").exit_code, 0);
  folder.csca("match large/left.png large/right.png -o killed.pfm --method bf --levels 64 --save-volume raw",
              "timeout -s KILL 0.5");
  EXPECT_FALSE(std::filesystem::exists(folder / "killed.raw.0.npy"));
  EXPECT_FALSE(std::filesystem::exists(folder / "killed.raw.0.json"));
  EXPECT_FALSE(std::filesystem::exists(folder / "killed.pfm"));
}

}  // namespace
}  // namespace csca::test
