// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <csca/io.hpp>
#include <csca/validity.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

// Masks in; the right view's map, confidences and flags out.
namespace csca::test {
namespace {

constexpr int width = 90;
constexpr int height = 60;

class MatchMaps : public testing::Test {
 protected:
  MatchMaps() { EXPECT_EQ(folder.csca("synth pair --width 90 --height 60 --levels 20").exit_code, 0); }

  void match(const std::string& flags) const {
    const Outcome run = folder.csca(
        "match pair/left.png pair/right.png -o map.npy --preset bare --first 0 --levels 20 --validity flags.png " +
        flags);
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }

  void refuses(const std::string& flags, std::initializer_list<const char*> words) const {
    const std::string before = folder.listing();
    const Outcome run = folder.csca("match pair/left.png pair/right.png -o map.npy --preset bare --levels 20 " + flags);
    EXPECT_EQ(run.exit_code, 2) << flags;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    for (const char* word : words) EXPECT_NE(run.err.find(word), std::string::npos) << word << " not in " << run.err;
    EXPECT_EQ(folder.listing(), before) << flags;
  }

  template <class T>
  void put_mask(const std::string& name, Sample sample, T inside) const {
    Image image(width, height, 1, sample);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) image.row<T>(y)[x] = left_out(x, y) ? T{0} : inside;
    }
    write_png(folder / name, image);
  }
  static bool left_out(int x, int y) { return x >= 30 && x < 50 && y >= 10 && y < 40; }

  Folder folder;
};

TEST_F(MatchMaps, MaskedPixelsHaveNoDisparityAndSaySo) {
  put_mask<std::uint8_t>("mask.png", Sample::u8, 255);
  put_mask<std::uint16_t>("faint.png", Sample::u16, 1);  // 1 of 65535 is not 0
  for (const char* flags : {"--left-mask mask.png", "--left-mask faint.png --refine median --fill background"}) {
    match(flags);
    const Plane<float> map = read_disparity(folder / "map.npy");
    const Image validity = read_image(folder / "flags.png");
    ASSERT_EQ(validity.sample(), Sample::u8);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        ASSERT_EQ(std::isnan(map(x, y)), left_out(x, y)) << flags << ", x " << x << ", y " << y;
        ASSERT_EQ((validity.row<std::uint8_t>(y)[x] & Validity::masked) != 0, left_out(x, y)) << flags;
      }
    }
  }
}

TEST_F(MatchMaps, NothingIsMatchedWithAMaskedRightPixel) {
  write_png(folder / "nothing.png", Image(width, height, 1, Sample::u8));
  match("--right-mask nothing.png");
  const Image validity = read_image(folder / "flags.png");
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x)
      ASSERT_EQ(validity.row<std::uint8_t>(y)[x], Validity::partial_range | Validity::no_candidate);
  }
}

TEST_F(MatchMaps, RightViewAndConfidenceAreWritten) {
  for (const char* right : {"full", "diagonal"}) {
    match("--right-output right.pfm --confidence left_right --confidence-map sure.tif --right " + std::string(right));
    const Plane<float> truth = read_disparity(folder / "pair/gt_right.pfm");
    const Plane<float> map = read_disparity(folder / "right.pfm");
    int good = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) good += std::abs(map.data()[i] - truth.data()[i]) <= 1 ? 1 : 0;
    EXPECT_GT(good, width * height / 2) << right;
    for (const float sure : read_disparity(folder / "sure.tif"))
      ASSERT_TRUE(std::isnan(sure) || (sure >= 0 && sure <= 1));
  }
}

TEST_F(MatchMaps, PlanesAreWritten) {
  match("--planes 3 --method gf --plane-map planes.png --json report.json");
  const Image planes = read_image(folder / "planes.png");
  const std::string report = contents(folder / "report.json");
  EXPECT_NE(report.find("\"along\""), std::string::npos) << report;
  int chosen = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      ASSERT_LE(planes.row<std::uint8_t>(y)[x], 3);
      chosen += planes.row<std::uint8_t>(y)[x] > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(chosen, 0);
}

TEST_F(MatchMaps, MistakesGetASentence) {
  write_png(folder / "small.png", Image(width - 1, height, 1, Sample::u8));
  refuses("--left-mask small.png", {"left mask", "89 x 60", "90 x 60"});
  refuses("--right-mask small.png", {"right mask", "89 x 60"});
  refuses("--left-mask none.png", {"none.png", "no such file"});
  refuses("--right-output right.pfm", {"--right-output", "--right full", "--right diagonal"});
  refuses("--right full --right-output right.xyz", {"right.xyz", ".pfm"});
  refuses("--confidence-map sure.pfm", {"--confidence-map", "--confidence"});
  refuses("--plane-map planes.png", {"--plane-map", "--planes auto"});
  refuses("--planes auto --plane-map planes.pfm", {"planes.pfm", ".png"});
  refuses("--confidence peak_ratio --confidence-map sure.png", {"sure.png", ".tif"});
  refuses("--validity flags.pfm", {"flags.pfm", ".png"});
  refuses("--validity small.png --left-mask small.png", {"small.png", "input"});
  refuses("--right full --right-output map.npy", {"map.npy", "twice"});
  refuses("--validity nowhere/flags.png", {"nowhere"});
}

}  // namespace
}  // namespace csca::test
