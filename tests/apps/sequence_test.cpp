// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace csca::test {
namespace {

class Sequence : public testing::Test {
 protected:
  Sequence() { EXPECT_EQ(folder.csca("synth s --frames 8 --width 96 --height 64 --levels 16").exit_code, 0); }

  void refuses(const std::string& arguments, std::initializer_list<const char*> words) {
    const Outcome run = folder.csca("match " + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments << '\n' << run.err;
    for (const char* word : words) EXPECT_NE(run.err.find(word), std::string::npos) << arguments << '\n' << run.err;
  }
  void succeeds(const std::string& arguments) {
    const Outcome run = folder.csca("match " + arguments);
    EXPECT_EQ(run.exit_code, 0) << arguments << '\n' << run.err;
  }
  std::string frame(const std::string& name, int number) const {
    return contents(folder / (name + "/000" + std::to_string(number) + ".pfm"));
  }

  Folder folder;
};

TEST_F(Sequence, GivesWhatPairsGive) {
  succeeds("s/left s/right -o maps --range 0..15");
  for (int i = 0; i < 8; ++i) {
    const std::string name = "000" + std::to_string(i);
    succeeds("s/left/" + name + ".png s/right/" + name + ".png -o one.pfm --range 0..15");
    EXPECT_EQ(frame("maps", i), contents(folder / "one.pfm")) << i;
  }
}

TEST_F(Sequence, OneRangeAndOneScaleForAllFrames) {
  const Outcome run =
      folder.csca("match s/left/%04d.png s/right/%04d.png -o m/%04d.png --json j/%04d.json --preview p");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("for all frames, as 5 of them show"), std::string::npos) << run.err;
  const auto first = nlohmann::json::parse(contents(folder / "j/0000.json"));
  for (int i = 0; i < 8; ++i) {
    const std::string name = "000" + std::to_string(i);
    const auto report = nlohmann::json::parse(contents(folder / ("j/" + name + ".json")));
    EXPECT_EQ(report["first"], first["first"]);
    EXPECT_EQ(report["levels"], first["levels"]);
    EXPECT_FALSE(contents(folder / ("m/" + name + ".png")).empty());
    EXPECT_FALSE(contents(folder / ("p/" + name + ".png")).empty());
  }
}

TEST_F(Sequence, ASecondRunFinishesWhatAKilledOneLeft) {
  succeeds("s/left s/right -o whole --range 0..15");
  const Outcome killed = folder.shell("'" CSCA_TOOL
                                      "' match s/left s/right -o maps --range 0..15 --threads 1 --method bf & "
                                      "while [ ! -e maps/0001.pfm ]; do sleep 0.01; done; kill -9 $!; wait $!");
  EXPECT_NE(killed.exit_code, 0);
  const auto time_of = [&](const char* name) { return std::filesystem::last_write_time(folder / name); };
  const auto before = time_of("maps/0001.pfm");
  const Outcome resumed = folder.csca("match s/left s/right -o maps --range 0..15 --threads 2 --method bf -v");
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_NE(resumed.err.find("were there already"), std::string::npos) << resumed.err;
  EXPECT_EQ(time_of("maps/0001.pfm"), before);
  succeeds("s/left s/right -o bf --range 0..15 --method bf");
  for (int i = 0; i < 8; ++i) EXPECT_EQ(frame("maps", i), frame("bf", i)) << i;
  // Other settings, and all frames are made anew; a frame that changed, and it alone is.
  succeeds("s/left s/right -o maps --range 0..15");
  for (int i = 0; i < 8; ++i) EXPECT_EQ(frame("maps", i), frame("whole", i)) << i;
  const auto untouched = time_of("maps/0001.pfm");
  ASSERT_EQ(folder.shell("cp s/left/0001.png s/left/0000.png && cp s/right/0001.png s/right/0000.png").exit_code, 0);
  succeeds("s/left s/right -o maps --range 0..15");
  EXPECT_EQ(frame("maps", 0), frame("maps", 1));
  EXPECT_EQ(time_of("maps/0001.pfm"), untouched);
}

TEST_F(Sequence, MemoryDoesNotGrow) {
  if (sanitized) GTEST_SKIP() << "sanitizers keep memory for themselves";
  ASSERT_EQ(folder
                .shell("mkdir l r; for i in 0 1 2 3 4 5 6 7 8 9; do for k in 0 1 2 3 4 5; do "
                       "ln s/left/000$k.png l/$k$i.png; ln s/right/000$k.png r/$k$i.png; done; done")
                .exit_code,
            0);
  succeeds("l r -o m --json j --range 0..15 --threads 1");
  const auto peak = [&](const char* name) {
    return nlohmann::json::parse(contents(folder / name))["peak_memory_bytes"].get<double>();
  };
  EXPECT_LT(peak("j/59.json"), 1.05 * peak("j/09.json"));
}

TEST_F(Sequence, DepthsAndClouds) {
  const std::string cameras = " --range 1..15 --focal 100 --baseline 100mm";
  succeeds("s/left s/right -o m --depth d --cloud c/%02d.ply" + cameras);
  succeeds("s/left/0003.png s/right/0003.png --depth one.pfm --cloud one.ply" + cameras);
  EXPECT_EQ(frame("d", 3), contents(folder / "one.pfm"));
  EXPECT_EQ(contents(folder / "c/03.ply"), contents(folder / "one.ply"));
  EXPECT_FALSE(contents(folder / "c/07.ply").empty());
  refuses("s/left s/right --depth d2", {"--calib"});
}

TEST_F(Sequence, PlanesOfEachFrame) {
  succeeds("s/left s/right --plane-map p --planes 4 --range 0..15");
  succeeds("s/left/0003.png s/right/0003.png --plane-map one.png --planes 4 --range 0..15");
  EXPECT_EQ(contents(folder / "p/0003.png"), contents(folder / "one.png"));
}

/// Frames of a video are the PNGs that a pattern gets.
TEST_F(Sequence, VideosKeepSixteenBits) {
  const std::string cameras = " --range 1..15 --focal 100 --baseline 100mm";
  succeeds("s/left s/right -o maps.mkv --depth depth.mkv" + cameras);
  succeeds("s/left s/right -o maps/%d.png --depth depth/%d.png" + cameras);
  for (const std::string what : {"maps", "depth"}) {
    const std::string video = contents(folder / (what + ".mkv"));
    std::size_t place = 0;
    for (int i = 0; i < 8; ++i) {
      place = video.find(contents(folder / (what + "/" + std::to_string(i) + ".png")), place);
      ASSERT_NE(place, std::string::npos) << what << ' ' << i;
    }
  }
  EXPECT_NE(contents(folder / "depth.mkv").find("depth in millimetres, unknown = 0"), std::string::npos);
  EXPECT_EQ(folder.listing(), "depth depth.mkv maps maps.mkv s");
}

TEST_F(Sequence, VideosAreGoneOnWith) {
  const std::string command = "match s/left s/right --range 0..15 -v -o maps.mkv";
  succeeds(command.substr(6));
  const std::string whole = contents(folder / "maps.mkv");
  const auto made = [&](const std::string& said, const std::string& more = "") {
    const Outcome run = folder.csca(command + more);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.err.find(said), std::string::npos) << run.err;
    EXPECT_TRUE(!more.empty() || contents(folder / "maps.mkv") == whole) << said;
    EXPECT_FALSE(std::filesystem::exists(folder / "maps.mkv.part"));
  };
  made("0 frames at 0.0 frames/s, 8 were there already");
  // Cut off inside a frame, behind one, in the head, and in rubbish: what is whole stays, but for the last.
  for (const double share : {0.4, 0.99, 1.0, 0.01}) {
    std::filesystem::remove(folder / "maps.mkv");
    write(folder / "maps.mkv.part",
          whole.substr(0, static_cast<std::size_t>(share * static_cast<double>(whole.size()))));
    made(share < 0.1 ? "8 frames at" : "were there already");
  }
  write(folder / "maps.mkv.part", "no video at all");
  std::filesystem::remove(folder / "maps.mkv");
  made("8 frames at");
  // Fewer frames at first, then all; other settings, and all are made anew.
  std::filesystem::remove(folder / "maps.mkv");
  made("3 frames at", " --frames 3");
  made("5 frames at");
  made("8 frames at", " --method st");
  made("8 frames at");
  ASSERT_EQ(folder.shell("sleep 0.1; touch s/left/0002.png").exit_code, 0);
  made("8 frames at");
}

TEST_F(Sequence, WindowsNeedADisplay) {
  for (const char* display : {"unset DISPLAY;", "export DISPLAY=:98765;"}) {
    const Outcome run = folder.csca("match s/left s/right -o maps --show", display);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find("no display for a window"), std::string::npos) << run.err;
  }
  EXPECT_EQ(folder.listing(), "s");
}

#ifdef CSCA_FIND_WINDOW
/// On a virtual display: the window shows a map in colours, and q in it ends the run; a display that goes away does
/// not.
TEST_F(Sequence, WindowShowsMaps) {
  if (folder.shell("command -v Xvfb").exit_code != 0) GTEST_SKIP() << "no virtual display: install xvfb";
  ASSERT_EQ(folder.csca("synth long --frames 100 --width 160 --height 120 --levels 16").exit_code, 0);
  const std::string begin =
      "Xvfb -displayfd 3 -screen 0 640x480x24 3>display >/dev/null 2>&1 & x=$!; "
      "while [ ! -s display ]; do sleep 0.05; done; export DISPLAY=:$(cat display); '" CSCA_TOOL
      "' match long/left long/right --range 0..15 -q --show -o ";
  const Outcome ended = folder.shell(begin + "maps & c=$!; '" CSCA_FIND_WINDOW
                                             "' csca q; found=$?; wait $c; code=$?; kill $x; wait $x; exit $((found * "
                                             "10 + code))");
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_FALSE(contents(folder / "maps/0000.pfm").empty());
  EXPECT_TRUE(contents(folder / "maps/0099.pfm").empty());
  if (sanitized) return;  // a display that is gone cannot be closed, which leaves leaks
  const Outcome lost = folder.shell("rm display; " + begin +
                                    "rest & c=$!; '" CSCA_FIND_WINDOW "' csca; kill $x; wait $x; wait $c; exit $?");
  EXPECT_EQ(lost.exit_code, 0) << lost.err;
  EXPECT_EQ(lost.err, "");
  EXPECT_FALSE(contents(folder / "rest/0099.pfm").empty());
}
#endif

TEST_F(Sequence, HalvesSideBySide) {
  const Outcome made = folder.shell("mkdir both; for i in 0 1 2; do '" CSCA_TOOL
                                    "' synth w --width 192 --height 64 --seed $i; mv w/left.png both/000$i.png; done");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  succeeds("both --side-by-side -o maps --range 0..15");
  succeeds("both/0001.png --side-by-side -o one.pfm --range 0..15");
  EXPECT_EQ(frame("maps", 1), contents(folder / "one.pfm"));
  refuses("both s/right --side-by-side -o maps", {"LEFT holds both views"});
}

TEST_F(Sequence, BadInput) {
  ASSERT_EQ(folder
                .shell("cp -r s/right fewer; rm fewer/0003.png; mkdir empty; cp -r s/left odd; "
                       "'" CSCA_TOOL "' synth big --width 100 --height 64; cp big/left.png odd/0005.png; "
                       "cp -r s/left cut; head -c 900 s/left/0004.png > cut/0004.png")
                .exit_code,
            0);
  refuses("s/left fewer -o maps", {"'s/left' has 8 frames but 'fewer' has 7"});
  refuses("s/left/%04d.png s/right/%03d.png -o maps", {"no file has a name like 's/right/%03d.png'"});
  refuses("s/left empty -o maps", {"'empty' has no images"});
  refuses("s/left s/right/0001.png -o maps", {"not of one kind"});
  refuses("s/left -o maps", {"RIGHT is required"});
  refuses("s/left s/right", {"nothing to write"});
  refuses("s/left s/right -o map.pfm", {"there are many frames", "map_%04d.pfm"});
  refuses("s/left s/right -o -", {"there are many frames"});
  refuses("s/left s/right -o maps.mp4", {".mkv, which keeps 16 bits"});
  refuses("s/left s/right -o maps.mkv --range -4..15", {"'maps.mkv'", "--range 0..15"});
  refuses("s/left s/right -o no/maps.mkv --range 0..15", {"'no' does not exist"});
  refuses("s/left/0001.png s/right/0001.png --show", {"--show is for many frames"});
  // Libraries that look for cameras leave leaks behind.
  if (!sanitized) refuses("--left 97 --right 98 -o maps", {"no camera 97"});
  refuses("--left 97 -o maps", {"give --right N too"});
  refuses("s/left s/right --left 0 --right 1 -o maps", {"neither LEFT nor RIGHT"});
  refuses("s/left s/right -o s/left/%04d.png --range 0..15", {"is an input"});
  refuses("s/left s/right -o maps --frames 0", {"frames is 0"});
  refuses("s/left s/right -o maps --save-volume raw", {"for one pair"});
  EXPECT_EQ(folder.listing().find("maps"), std::string::npos) << folder.listing();

  // What comes before a bad frame is there, whole.
  refuses("odd s/right -o maps --range 0..15", {"'odd/0005.png'", "100 x 64", "96 x 64"});
  EXPECT_FALSE(frame("maps", 4).empty());
  EXPECT_TRUE(frame("maps", 5).empty());
  refuses("cut s/right -o maps2 --range 0..15", {"'cut/0004.png'"});
  EXPECT_FALSE(frame("maps2", 3).empty());
  EXPECT_TRUE(frame("maps2", 4).empty());
}

}  // namespace
}  // namespace csca::test
