// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <csca/io.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include "calibration/samples.hpp"
#include "support/expect.hpp"

// csca depth, csca cloud and the same in csca match
namespace csca::test {
namespace {

/// A rendered pair whose cameras have a focal length of 100 pixels, 12 cm apart.
class Metres : public testing::Test {
 protected:
  Metres() {
    EXPECT_EQ(folder.csca("synth pair --width 96 --height 64 --first 4 --levels 20").exit_code, 0);
    write(folder / "calib.txt",
          "cam0=[100 0 47; 0 100 31; 0 0 1]\ncam1=[100 0 50; 0 100 31; 0 0 "
          "1]\ndoffs=3\nbaseline=120\nwidth=96\nheight=64\n");
    write(folder / "rig.yml", samples::head + samples::intrinsics + samples::extrinsics);
  }

  void expect_refusal(const std::string& arguments, const std::string& part) const {
    const std::string before = folder.listing();
    const Outcome run = folder.csca(arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_TRUE(contains(run.err, part)) << arguments;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_EQ(folder.listing(), before) << arguments;
  }

  Folder folder;
};

const std::string truth = "pair/gt_left.pfm ";
const std::string calib = "--calib calib.txt ";

TEST_F(Metres, DepthIsTheFormulaInEveryForm) {
  const Plane<float> disparity = read_disparity(folder / "pair/gt_left.pfm");
  for (const std::string form : {"png", "tif", "pfm", "npy"}) {
    const Outcome run = folder.csca("depth " + truth + calib + "-o depth." + form);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const Plane<float> depth =
        read_disparity(folder / ("depth." + form), form == "png" ? std::optional(1e3) : std::nullopt);
    for (std::size_t i = 0; i < depth.size(); ++i) {
      EXPECT_NEAR(depth.data()[i], 100 * 0.12 / (disparity.data()[i] + 3), form == "png" ? 5.1e-4 : 1e-6);
    }
  }
}

TEST_F(Metres, NumbersDoWithoutAFile) {
  const std::string numbers = "--focal 100 --principal-point 47,31 --doffs 3 ";
  ASSERT_EQ(folder.csca("depth " + truth + calib + "-o a.pfm").exit_code, 0);
  for (const char* baseline : {"--baseline 0.12 ", "--baseline 120mm ", "--baseline 12cm ", "--baseline 0.12m "}) {
    const Outcome run = folder.csca("depth " + truth + numbers + baseline + "-o b.pfm");
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(contents(folder / "a.pfm"), contents(folder / "b.pfm")) << baseline;
  }
}

TEST_F(Metres, MatchDoesItInOneStep) {
  const std::string pair = "match pair/left.png pair/right.png --range 4..23 --confidence peak_ratio ";
  const Outcome run =
      folder.csca(pair + calib + "-o map.pfm --confidence-map sure.pfm --depth depth.tif --cloud cloud.ply");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  ASSERT_EQ(folder.csca("depth map.pfm " + calib + "-o again.tif").exit_code, 0);
  EXPECT_EQ(contents(folder / "depth.tif"), contents(folder / "again.tif"));
  const Outcome cloud = folder.csca("cloud map.pfm pair/left.png " + calib + "--confidence-map sure.pfm -o again.ply");
  ASSERT_EQ(cloud.exit_code, 0) << cloud.err;
  EXPECT_EQ(contents(folder / "cloud.ply"), contents(folder / "again.ply"));
  EXPECT_TRUE(contains(contents(folder / "cloud.ply"), "element vertex " + cloud.out.substr(0, cloud.out.find(' '))));
  // The sign of what is written changes nothing about depths.
  ASSERT_EQ(folder.csca(pair + calib + "--range -23..-4 --sign plus --depth plus.tif").exit_code, 0);
  EXPECT_EQ(contents(folder / "depth.tif"), contents(folder / "plus.tif"));
}

TEST_F(Metres, GoThroughPipes) {
  ASSERT_EQ(folder.csca("depth " + truth + calib + "-o depth.pfm").exit_code, 0);
  const std::string tool = CSCA_TOOL;
  const Outcome same = folder.shell("(" + tool + " depth - " + calib + "-o - <" + truth + "| cmp - depth.pfm)");
  EXPECT_EQ(same.exit_code, 0) << same.err;
  ASSERT_EQ(folder.csca("cloud " + truth + "pair/left.png " + calib + "-o cloud.ply").exit_code, 0);
  const Outcome points =
      folder.shell("(" + tool + " cloud " + truth + "pair/left.png " + calib + "-o - | cmp - cloud.ply)");
  EXPECT_EQ(points.exit_code, 0) << points.err;
}

TEST_F(Metres, DeviationsAndCrops) {
  const Outcome run =
      folder.csca("depth " + truth + calib + "-o depth.npy --deviation off.npy --subpixel 0.5 --min 0.6 --max 1.2");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Plane<float> depth = read_disparity(folder / "depth.npy");
  const Plane<float> off = read_disparity(folder / "off.npy");
  int known = 0;
  for (std::size_t i = 0; i < depth.size(); ++i) {
    const float z = depth.data()[i];
    ASSERT_EQ(std::isnan(z), std::isnan(off.data()[i]));
    if (std::isnan(z)) continue;
    ++known;
    EXPECT_TRUE(z >= 0.6F && z <= 1.2F);
    EXPECT_NEAR(off.data()[i], z * z / 12 * 0.5, 1e-6);
  }
  EXPECT_GT(known, 100);
}

TEST_F(Metres, MapsOfTheWrongSignAreNoticed) {
  Plane<float> map = read_disparity(folder / "pair/gt_left.pfm");
  ASSERT_EQ(folder.csca("depth " + truth + calib + "-o depth.tif").err, "");
  for (int y = 20; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) map(x, y) = -map(x, y);
  }
  write_disparity(folder / "turned.pfm", map);
  for (const std::string command :
       {"depth turned.pfm -o turned.tif ", "cloud turned.pfm pair/left.png -o turned.ply "}) {
    const Outcome run = folder.csca(command + calib);
    EXPECT_EQ(run.exit_code, 0) << command;
    EXPECT_TRUE(contains(run.err, "of the known disparities belong to no depth")) << command << run.err;
  }
}

/// As cv::StereoSGBM's arrays are saved.
TEST_F(Metres, MapsOfSixteenthsAreTakenWithTheirScale) {
  Plane<float> map = read_disparity(folder / "pair/gt_left.pfm");
  std::string bytes = "\x93NUMPY\1";
  const std::string header = "{'descr': '<i2', 'fortran_order': False, 'shape': (64, 96), }\n";
  bytes += '\0';
  bytes += static_cast<char>(header.size());
  bytes += '\0';
  bytes += header;
  for (std::size_t i = 0; i < map.size(); ++i) {
    float& d = map.data()[i];
    const bool found = i % 7 != 0 && std::isfinite(d);
    const auto code = static_cast<std::int16_t>(found ? std::lround(16 * d) : -16);
    d = found ? static_cast<float>(code) / 16 : NAN;
    bytes += static_cast<char>(code & 255);
    bytes += static_cast<char>((code >> 8) & 255);
  }
  write(folder / "fixed.npy", bytes);
  write_disparity(folder / "map.pfm", map);
  expect_refusal("depth fixed.npy " + calib + "-o a.pfm", "16-bit integers of unknown scale");
  ASSERT_EQ(folder.csca("depth fixed.npy --scale 16 " + calib + "-o a.pfm").exit_code, 0);
  ASSERT_EQ(folder.csca("depth map.pfm " + calib + "-o b.pfm").exit_code, 0);
  EXPECT_EQ(contents(folder / "a.pfm"), contents(folder / "b.pfm"));
  expect_refusal("depth map.pfm --scale 16 " + calib + "-o c.pfm", "leave the scale out");
}

TEST_F(Metres, CalibrationsThatDoNotFitAreRefused) {
  const std::string depth = "depth " + truth + "-o depth.tif ";
  expect_refusal(depth, "give --calib FILE, or --focal PIXELS and --baseline LENGTH");
  expect_refusal(depth + "--focal 100", "give --calib FILE, or --focal PIXELS and --baseline LENGTH");
  expect_refusal(depth + "--focal 100 --baseline 120", "--baseline is 120 m, which is hardly meant");
  expect_refusal(depth + "--focal 100 --baseline 0.0001", "--baseline is 0.0001 m, which is hardly meant");
  expect_refusal(depth + "--focal 100 --baseline 12furlongs", "--baseline is '12furlongs'");
  expect_refusal(depth + "--focal 100 --baseline 12cm --principal-point 3", "--principal-point is '3'");
  expect_refusal(depth + "--focal -1 --baseline 12cm", "focal length is -1");
  expect_refusal(depth + calib + "--focal 100 --baseline 12cm", "--focal");
  expect_refusal(depth + "--calib pair/left.png", "it is no text");
  expect_refusal(depth + "--calib rig.yml", "principal point (300, 241) lies outside the disparity map");
  write(folder / "other.txt", samples::middlebury);
  expect_refusal(depth + "--calib other.txt", "of images of 640 x 480 pixels and the disparity map has 96 x 64");
  expect_refusal(depth + calib + "--min 2 --max 1", "two rising numbers");
  expect_refusal(depth + calib + "--max 0.1", "no pixel has a depth that counts");
  expect_refusal(depth + calib + "--deviation off.png", "PNG is too coarse");
  expect_refusal(depth + calib + "--confidence-map pair/gt_left.pfm", "--confidence-map serves --deviation");
  expect_refusal("depth " + truth + calib + "-o depth.jpg", "the ending must be");
  expect_refusal("depth " + truth + "--calib calib.txt -o calib.txt", "calib.txt");
}

TEST_F(Metres, CloudsThatCannotBeAreRefused) {
  const std::string cloud = "cloud " + truth + "pair/left.png " + calib;
  expect_refusal(cloud + "-o cloud.obj", "let the name end in .ply");
  expect_refusal(cloud + "-o cloud.ply --step 0", "step is 0");
  expect_refusal(cloud + "-o cloud.ply --edge -1", "edge is -1");
  expect_refusal(cloud + "-o cloud.ply --min-confidence 0.5", "add --confidence-map FILE");
  expect_refusal(cloud + "-o cloud.ply --max 0.1", "no pixel has a depth that counts");
}

TEST_F(Metres, MatchRefusesBeforeItMatches) {
  const std::string pair = "match pair/left.png pair/right.png ";
  expect_refusal(pair + "--depth depth.tif", "--depth needs the cameras");
  expect_refusal(pair + calib + "-o map.pfm", "the calibration serves --depth and --cloud");
  expect_refusal(pair + calib + "--cloud cloud.txt", "let the name end in .ply");
  expect_refusal(pair + "--calib rig.yml --rectified --cloud cloud.ply", "lies outside the left image");
  expect_refusal(pair + calib + "--cloud cloud.ply --min-depth 3 --max-depth 2", "two rising numbers");
  expect_refusal("match pair pair -o maps " + calib + "--depth depth.tif", "is one file, and there are many frames");
  expect_refusal(pair + calib + "--depth same.pfm --json same.json", "asked for twice");
}

}  // namespace
}  // namespace csca::test
