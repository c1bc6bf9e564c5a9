// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "support/rig_depth.hpp"
#include "tool.hpp"

#include <csca/calibration_io.hpp>
#include <csca/io.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace csca::test {
namespace {

/// Rendered once for all tests of this file: it takes a second.
const Folder& rendered() {
  static const Folder folder;
  static const Outcome made = folder.csca("synth rig --rig --width 480 --height 360 --boards 8 --noise 0.005");
  EXPECT_EQ(made.exit_code, 0) << made.err;
  return folder;
}

std::string boards() { return (rendered() / "rig/boards").string(); }
std::string raw(const std::string& name) { return (rendered() / "rig" / name).string(); }

TEST(Rig, CalibratesAndRectifies) {
  const Folder folder;
  Outcome run = folder.csca(
      "calibrate " + boards() +
      " --board 9x6 --square 25mm -o rig.yml --corners corners.png --rows rows.png --json fit.json --camera-info ros");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("8 of 8 pairs used"), std::string::npos) << run.out;
  const auto fit = nlohmann::json::parse(contents(folder / "fit.json"));
  EXPECT_LT(fit.at("reprojection_error"), 0.15);
  EXPECT_LT(fit.at("row_error"), 0.15);
  EXPECT_EQ(fit.at("pairs").size(), 8U);
  EXPECT_NEAR(fit.at("baseline"), 0.06, 0.0006);
  EXPECT_EQ(read_image(folder / "rows.png").width(), 960);
  EXPECT_GT(read_image(folder / "corners.png").width(), 1200);

  // As ROS has it, which gives the same pair.
  const StereoRig ros =
      read_rig(std::vector<std::filesystem::path>{folder / "ros/left.yaml", folder / "ros/right.yaml"});
  EXPECT_NEAR(rectified_calibration(ros).baseline, fit.at("baseline").get<double>(), 1e-6);
  EXPECT_NEAR(rectified_calibration(ros).focal_length, fit.at("focal_length").get<double>(), 1e-3);
  const std::string views = raw("left.png") + ' ' + raw("right.png") + " --range 8..63 -o ";
  ASSERT_EQ(folder.csca("match --calib rig.yml " + views + "a.pfm").exit_code, 0);
  ASSERT_EQ(folder.csca("match --calib ros/left.yaml --calib ros/right.yaml " + views + "b.pfm").exit_code, 0);
  EXPECT_EQ(folder.csca("compare a.pfm b.pfm -o both.png").exit_code, 0);
  EXPECT_NE(folder.csca("eval b.pfm a.pfm --threshold 0.1").out.find("bad-0.1 0.0"), std::string::npos)
      << folder.csca("eval b.pfm a.pfm --threshold 0.1").out;

  run = folder.csca("rectify rig.yml " + raw("left.png") + ' ' + raw("right.png") + " -o out --rows lines.png");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(read_image(folder / "out/left.png").width(), 480);
  EXPECT_EQ(read_mask(folder / "out/right_mask.png").height(), 360);
  const Calibration calibration = read_calibration(folder / "out/rig.yml");
  EXPECT_NEAR(calibration.baseline, 0.06, 0.0006);
  EXPECT_TRUE(is_rectified(read_rig(folder / "out/rig.yml")));
  // What 'csca check' thinks of the pair, before and after.
  EXPECT_EQ(folder.csca("check " + raw("left.png") + ' ' + raw("right.png")).exit_code, 1);
  run = folder.csca("check out/left.png out/right.png --left-mask out/left_mask.png --right-mask out/right_mask.png");
  EXPECT_EQ(run.exit_code, 0) << run.out;
}

/// From pictures of a board to metres: median error at the working distance, where boards were held and beyond.
TEST(Rig, WholeWayToMetres) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth rig --rig --boards 10 --noise 0.005").exit_code, 0);
  Outcome run = folder.csca("calibrate rig/boards --board 9x6 --square 25mm -o rig.yml --json fit.json");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_LT(nlohmann::json::parse(contents(folder / "fit.json")).at("row_error"), 0.3);

  ASSERT_EQ(folder.csca("rectify rig.yml rig/left.png rig/right.png -o pair").exit_code, 0);
  const std::string masks = "--left-mask pair/left_mask.png --right-mask pair/right_mask.png ";
  run = folder.csca("match pair/left.png pair/right.png -o map.pfm " + masks);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  ASSERT_EQ(folder.csca("depth map.pfm --calib pair/rig.yml -o depth.pfm").exit_code, 0);
  const Plane<float> depth = read_disparity(folder / "depth.pfm");
  const Plane<float> truth = read_disparity(folder / "rig/left_depth.pfm");
  const StereoRig rig = read_rig(folder / "rig.yml");
  std::vector<double> errors;
  for (int y = 0; y < depth.height(); ++y) {
    for (int x = 0; x < depth.width(); ++x) {
      const double wanted = true_depth(rig, truth, x, y);
      const auto found = static_cast<double>(depth(x, y));
      if (wanted < 1.5 && std::isfinite(found)) errors.push_back(std::abs(found / wanted - 1));
    }
  }
  ASSERT_GT(errors.size(), depth.size() / 4);
  std::sort(errors.begin(), errors.end());
  EXPECT_LT(errors[errors.size() / 2], 0.01);

  // The same in one go.
  run =
      folder.csca("match rig/left.png rig/right.png --calib rig.yml -o one.pfm --depth one-depth.pfm --cloud one.ply");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(contents(folder / "one.pfm"), contents(folder / "map.pfm"));
  EXPECT_EQ(contents(folder / "one-depth.pfm"), contents(folder / "depth.pfm"));
  EXPECT_GT(contents(folder / "one.ply").size(), 1000000U);
}

/// Frames of cameras are rectified on the way, and give what each pair gives.
TEST(Rig, RawFramesBecomeMetres) {
  const Folder folder;
  const auto copies =
      "for i in 0 1 2; do cp " + raw("left.png") + " l/$i.png; cp " + raw("right.png") + " r/$i.png; done";
  ASSERT_EQ(folder.shell("mkdir l r; " + copies).exit_code, 0);
  const std::string cameras = " --calib " + raw("rig.yml");
  Outcome run = folder.csca("match l r -o maps --depth depths --cloud clouds --range 8..63" + cameras);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  run = folder.csca("match l/1.png r/1.png -o map.pfm --depth depth.pfm --cloud cloud.ply --range 8..63" + cameras);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(contents(folder / "maps/1.pfm"), contents(folder / "map.pfm"));
  EXPECT_EQ(contents(folder / "depths/2.pfm"), contents(folder / "depth.pfm"));
  EXPECT_EQ(contents(folder / "clouds/0.ply"), contents(folder / "cloud.ply"));

  // The range is that of the rectified frames, and a map alone will do.
  run = folder.csca("match l r -o found" + cameras);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const Outcome one = folder.csca("match l/0.png r/0.png -o found.pfm" + cameras);
  EXPECT_EQ(contents(folder / "found/0.pfm"), contents(folder / "found.pfm"));

  ASSERT_EQ(folder.csca("synth small --width 64 --height 48 --levels 8 --frames 2").exit_code, 0);
  const auto refuses = [&](const std::string& arguments, const std::string& words) {
    run = folder.csca("match " + arguments + cameras);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_NE(run.err.find(words), std::string::npos) << run.err;
    EXPECT_FALSE(std::filesystem::exists(folder / "none")) << arguments;
  };
  refuses("small/left small/right -o none", "64x48 pixels, but the calib");
  refuses("l r -o none --left-mask l/0.png", "are of a rectified pair");
}

/// OpenCV's own program writes two files, in which no size stands.
TEST(Rig, CamerasMayStandInTwoFilesAndWithoutASize) {
  const Folder folder;
  const std::string views = ' ' + raw("left.png") + ' ' + raw("right.png") + ' ';
  ASSERT_EQ(folder.csca("calibrate " + boards() + " --board 9x6 --square 25mm -o rig.yml --camera-info ros").exit_code,
            0);
  ASSERT_EQ(folder.shell("sed /^image_size/d rig.yml > sizeless.yml && ! grep -q image_size sizeless.yml").exit_code,
            0);
  ASSERT_EQ(folder.csca("rectify rig.yml" + views + "-o whole").exit_code, 0);
  for (const char* cameras : {"sizeless.yml", "ros/left.yaml ros/right.yaml"}) {
    const Outcome run = folder.csca("rectify " + std::string(cameras) + views + "-o out");
    ASSERT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(contents(folder / "out/right_mask.png"), contents(folder / "whole/right_mask.png")) << cameras;
    EXPECT_EQ(contents(folder / "out/left.png"), contents(folder / "whole/left.png")) << cameras;
  }
  const std::string depth = "-o map.pfm --range 8..63 --depth ";
  ASSERT_EQ(folder.csca("match" + views + depth + "a.pfm --calib rig.yml").exit_code, 0);
  ASSERT_EQ(folder.csca("match" + views + depth + "b.pfm --calib sizeless.yml").exit_code, 0);
  EXPECT_EQ(contents(folder / "a.pfm"), contents(folder / "b.pfm"));

  ASSERT_EQ(folder.csca("synth twice --width 960 --height 720 --levels 8").exit_code, 0);
  const Outcome run = folder.csca("rectify sizeless.yml twice/left.png twice/right.png -o none");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("is far from the middle of images of 960 x 720 pixels"), std::string::npos) << run.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "none"));
}

TEST(Rig, SixteenBitsAndFloatsStay) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth deep --rig --width 128 --height 96 --boards 0 --bits 16 --grey").exit_code, 0);
  ASSERT_EQ(folder.csca("rectify deep/rig.yml deep/left.png deep/right.png -o out").exit_code, 0);
  const Image deep = read_image(folder / "out/left.png");
  EXPECT_EQ(deep.sample(), Sample::u16);
  const Image floats = to_image(to_float(read_image(folder / "deep/left.png"), 65535));
  write_pfm(folder / "left.pfm", floats);
  ASSERT_EQ(folder.csca("rectify deep/rig.yml left.pfm left.pfm -o floats").exit_code, 0);
  const Image same = read_image(folder / "floats/left.pfm");
  ASSERT_EQ(same.sample(), Sample::f32);
  EXPECT_NEAR(same.row<float>(48)[64], static_cast<float>(deep.row<std::uint16_t>(48)[64]) / 65535.0F, 1e-4F);
}

TEST(Rig, UncalibratedPairsAreRectifiedToo) {
  const Folder folder;
  const Outcome run = folder.csca("rectify --uncalibrated " + raw("left.png") + ' ' + raw("right.png") + " -o out");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.out.find("rows within 0."), std::string::npos) << run.out;
  EXPECT_EQ(read_image(folder / "out/right.png").width(), 480);
  EXPECT_FALSE(std::filesystem::exists(folder / "out/rig.yml"));
}

TEST(Rig, MistakesGetASentence) {
  const Folder folder;
  ASSERT_EQ(folder
                .shell("mkdir none odd two && cp " + raw("left.png") + " none/left1.png && cp " + raw("right.png") +
                       " none/right1.png && cp " + raw("left.png") + " odd/picture.png && cp " + boards() +
                       "/left0[12].png " + boards() + "/right0[12].png two/")
                .exit_code,
            0);
  ASSERT_EQ(folder.csca("synth small --width 64 --height 48 --levels 8").exit_code, 0);
  const std::string before = folder.listing();
  const auto refuses = [&](const std::string& arguments, const std::string& words) {
    const Outcome run = folder.csca(arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_NE(run.err.find(words), std::string::npos) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
    EXPECT_EQ(folder.listing(), before) << arguments;
  };
  const std::string board = " --board 9x6 --square 25mm -o rig.yml";
  refuses("calibrate none" + board, "no image shows a board of 9x6");
  refuses("calibrate two" + board, "in 2 of 2 pairs: three are the least");
  refuses("calibrate odd" + board, "does not say which camera took it");
  refuses("calibrate none/left1.png" + board, "no image has its other view");
  refuses("calibrate nowhere/left.png nowhere/right.png" + board, "nowhere");
  refuses("calibrate nowhere" + board, "cannot read 'nowhere': no such file or folder");
  refuses("calibrate " + boards() + " --board 10x7 --square 25mm -o rig.yml", "give --board 9x6");
  refuses("calibrate " + boards() + " --board nine --square 25mm -o rig.yml", "is no board");
  refuses("calibrate " + boards() + " --board 9x6 --square 25 -o rig.yml",
          "--square is '25': give a length above 0 with its unit");
  refuses("calibrate " + boards() + " --board 9x6 --square 25m -o rig.yml", "square is 25");
  refuses("calibrate " + boards() + " --board 9x6 --square wide -o rig.yml", "--square is 'wide'");
  refuses("rectify " + raw("rig.yml") + " small/left.png small/right.png -o out", "64x48 pixels, but the calibration");
  refuses("rectify " + raw("rig.yml") + " small/left.png -o out", "2 files are given");
  const std::string raw_pair = "match " + raw("left.png") + ' ' + raw("right.png") + " --calib " + raw("rig.yml");
  refuses("match small/left.png small/right.png -o map.pfm --calib " + raw("rig.yml"), "64x48 pixels, but the calib");
  refuses(raw_pair + " -o map.pfm --left-mask " + raw("left.png"), "are of a rectified pair");
  refuses("rectify --uncalibrated small/left.png small/right.png -o out", "cannot be rectified without a calibration");
  refuses("studio " + raw("left.png") + ' ' + raw("right.png") + " --calib " + raw("rig.yml"), "are no rectified pair");
  refuses("rectify " + raw("rig.yml") + ' ' + raw("left.png") + ' ' + raw("right.png") + " -o none/out/deep",
          "cannot make the folder");
}

/// Away from its installation the tool finds no module.
TEST(Rig, SaysWhatIsMissing) {
  const Folder folder;
  ASSERT_EQ(folder.shell("cp '" CSCA_TOOL "' csca").exit_code, 0);
  for (const std::string& command :
       {"calibrate " + boards() + " --board 9x6 --square 25mm -o rig.yml",
        "rectify --uncalibrated " + raw("left.png") + ' ' + raw("right.png") + " -o out"}) {
    const Outcome run = folder.shell("./csca " + command);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.err.find("not built in; with libopencv-calib3d-dev installed"), std::string::npos) << run.err;
  }
  EXPECT_EQ(folder.listing(), "csca");
}

}  // namespace
}  // namespace csca::test
