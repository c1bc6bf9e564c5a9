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
  Pipelines() {
    write_disparity(folder / "left.tif", floats(pair.left));
    write_disparity(folder / "right.tif", floats(pair.right));
  }

  static Plane<float> floats(const Image& grey) {
    Plane<float> result(grey.width(), grey.height());
    for (int y = 0; y < grey.height(); ++y) {
      for (int x = 0; x < grey.width(); ++x) result(x, y) = grey.row<std::uint8_t>(y)[x];
    }
    for (int y = 0; y < grey.height(); ++y) result(5, y) = std::numeric_limits<float>::quiet_NaN();
    return result;
  }

  Outcome run(const std::string& line) const { return folder.shell("CSCA='" CSCA_TOOL "' " CSCA_PIPELINES "/" + line); }

  void expect_true_map() const {
    const Plane<float> map = read_disparity(folder / "out.tif");
    ASSERT_EQ(map.width(), 96);
    ASSERT_EQ(map.height(), 64);
    int known = 0;
    int good = 0;
    for (int y = 0; y < map.height(); ++y) {
      EXPECT_TRUE(std::isnan(map(5, y)));
      for (int x = 0; x < map.width(); ++x) {
        if (std::isnan(map(x, y)) || pair.visible_left(x, y) == 0) continue;
        ++known;
        if (std::abs(map(x, y) + pair.truth_left(x, y)) <= 1) ++good;
      }
    }
    EXPECT_GT(known, 4000);
    EXPECT_GT(good, known * 6 / 10);  // with the sign wrong hardly any
  }

  SynthPair pair = synthesize({.width = 96,
                               .height = 64,
                               .first = -6,
                               .levels = 16,
                               .textureless = false,
                               .repetitive = false,
                               .colour = false});
  Folder folder;
};

TEST_F(Pipelines, AmesStereoPipeline) {
  const Outcome done = run("csca-asp --method gf --scales 4 left.tif right.tif out.tif");
  ASSERT_EQ(done.exit_code, 0) << done.err;
  expect_true_map();
  EXPECT_EQ(run("csca-asp left.tif right.tif").exit_code, 2);
}

TEST_F(Pipelines, S2p) {
  const Outcome done = run(
      "csca-mgm -r -9.2 -R 6 -s vfit -t census -O 8 left.tif right.tif out.tif -confidence_consensusL confidence.tif");
  ASSERT_EQ(done.exit_code, 0) << done.err;
  expect_true_map();
  EXPECT_EQ(read_disparity(folder / "confidence.tif").width(), 96);
}

TEST_F(Pipelines, S2psRangeIsWholeLevelsThatHoldIt) {
  const Outcome plan = folder.shell("CSCA=echo " CSCA_PIPELINES "/csca-mgm -r -9.2 -R 5.5 left.tif right.tif out.tif");
  EXPECT_NE(plan.out.find("--first -10 --levels 17"), std::string::npos) << plan.out;
  EXPECT_EQ(run("csca-mgm -r 1 left.tif right.tif out.tif").exit_code, 2);
  EXPECT_EQ(run("csca-mgm -r 1 -R 9 left.tif right.tif").exit_code, 2);
}

}  // namespace
}  // namespace csca::test
