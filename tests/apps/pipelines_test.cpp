// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <csca/io.hpp>
#include <csca/synth.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

// examples/pipelines as Ames Stereo Pipeline and s2p call them: float TIFFs, NaN without data, x_right = x_left + d.
namespace csca::test {
namespace {

class Pipelines : public testing::Test {
 protected:
  static bool has_data(int x, int y, int margin) { return x >= margin + y / 8; }

  /// Tiles with grey values from 0 to `white`, and a wedge without data where the images were turned.
  void write_tiles(float white) const {
    write_disparity(folder / "run-left-aligned-tile.tif", tile(pair.left, 3, white));
    write_disparity(folder / "run-right-aligned-tile.tif", tile(pair.right, 6, white));
  }

  static Plane<float> tile(const Image& grey, int margin, float white) {
    Plane<float> result(grey.width(), grey.height());
    for (int y = 0; y < grey.height(); ++y) {
      for (int x = 0; x < grey.width(); ++x) {
        result(x, y) = has_data(x, y, margin) ? static_cast<float>(grey.row<std::uint8_t>(y)[x]) * white / 255
                                              : std::numeric_limits<float>::quiet_NaN();
      }
    }
    return result;
  }

  Outcome run(const std::string& line) const { return folder.shell("CSCA='" CSCA_TOOL "' " CSCA_PIPELINES "/" + line); }

  /// The share of good pixels among those of which something is known and that both images show.
  double share_of_good() const {
    const Plane<float> map = read_disparity(folder / "run-disp.tif");
    EXPECT_EQ(map.width(), pair.truth_left.width());
    EXPECT_EQ(map.height(), pair.truth_left.height());
    int known = 0;
    int good = 0;
    for (int y = 0; y < map.height(); ++y) {
      for (int x = 0; x < map.width(); ++x) {
        if (!has_data(x, y, 3)) {
          EXPECT_TRUE(std::isnan(map(x, y))) << x << " " << y;
        } else if (!std::isnan(map(x, y)) && pair.visible_left(x, y) != 0 &&
                   has_data(x - static_cast<int>(std::lround(pair.truth_left(x, y))), y, 6)) {
          ++known;
          if (std::abs(map(x, y) + pair.truth_left(x, y)) <= 1) ++good;
        }
      }
    }
    EXPECT_GT(known, map.width() * map.height() * 3 / 4);
    return static_cast<double>(good) / known;
  }

  SynthPair pair = synthesize({.width = 192,
                               .height = 128,
                               .first = -6,
                               .levels = 16,
                               .thin = false,
                               .textureless = false,
                               .repetitive = false,
                               .colour = false});
  Folder folder;
};

const std::string tiles = "run-left-aligned-tile.tif run-right-aligned-tile.tif run-disp.tif";

/// stereo_corr scales its tiles to 0 ... 1, and hands on the options that stand behind the program's name.
TEST_F(Pipelines, AmesStereoPipeline) {
  write_tiles(1);
  const Outcome done = run("csca-asp --method gf+st --right diagonal " + tiles);
  ASSERT_EQ(done.exit_code, 0) << done.err;
  EXPECT_GT(share_of_good(), 0.95);
  EXPECT_EQ(run("csca-asp left.tif right.tif").exit_code, 2);
}

TEST_F(Pipelines, LibrariesOfAmesStereoPipelineAreNotForCsca) {
  write_file(folder / "tool", "#!/bin/sh\necho \"[$LD_LIBRARY_PATH] $*\"\n");
  const Outcome done = folder.shell("chmod +x tool; LD_LIBRARY_PATH=/asp/lib CSCA=./tool " CSCA_PIPELINES
                                    "/csca-asp --sign minus a.tif b.tif c.tif");
  EXPECT_EQ(done.out, "[] match a.tif b.tif -o c.tif --quiet --sign plus --sign minus\n");
}

/// s2p keeps the sensor's counts. Its two calls, of mgm and of mgm_multi.
TEST_F(Pipelines, S2p) {
  write_tiles(2047);
  for (const std::string more : {"", "-S 6 -P1 8 -P2 32 "}) {
    const Outcome done = run("csca-mgm -r -9 -R 6 -s vfit -t census -O 8 " + more +
                             "-confidence_consensusL run-disp_confidence.tif " + tiles);
    ASSERT_EQ(done.exit_code, 0) << done.err;
    EXPECT_GT(share_of_good(), 0.95);
    EXPECT_EQ(read_disparity(folder / "run-disp_confidence.tif").width(), 192);
  }
}

TEST_F(Pipelines, S2psRangeIsWholeLevelsThatHoldIt) {
  const Outcome plan = folder.shell("CSCA=echo " CSCA_PIPELINES "/csca-mgm -r -9.2 -R 5.5 left.tif right.tif out.tif");
  EXPECT_NE(plan.out.find("--first -10 --levels 17"), std::string::npos) << plan.out;
  EXPECT_EQ(run("csca-mgm -r 1 left.tif right.tif out.tif").exit_code, 2);
  EXPECT_EQ(run("csca-mgm -r 1 -R 9 left.tif right.tif").exit_code, 2);
}

}  // namespace
}  // namespace csca::test
