// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/calibration_io.hpp>

#include "calibration/samples.hpp"
#include "io/io_test.hpp"

namespace {

class ReadCalibration : public IoTest {
 protected:
  csca::Calibration one(const std::string& bytes, const csca::CalibrationReading& reading = {}) const {
    return csca::read_calibration(put("calibration", bytes), reading);
  }
  csca::Calibration two(const std::string& first, const std::string& second) const {
    const std::filesystem::path files[] = {put("first", first), put("second", second)};
    return csca::read_calibration(files);
  }
};

void expect_sample(const csca::Calibration& calibration, double doffs = 7) {
  EXPECT_DOUBLE_EQ(calibration.focal_length, 480);
  EXPECT_DOUBLE_EQ(calibration.cx, 300);
  EXPECT_DOUBLE_EQ(calibration.cy, 241);
  EXPECT_DOUBLE_EQ(calibration.doffs, doffs);
  EXPECT_NEAR(calibration.baseline, 0.12, 1e-12);
}

void expect_size(const csca::Calibration& calibration, int width, int height) {
  EXPECT_EQ(calibration.width, width);
  EXPECT_EQ(calibration.height, height);
}

TEST_F(ReadCalibration, OfOpenCvInOneFileAndInTwo) {
  const auto calibration = one(samples::head + samples::intrinsics + samples::extrinsics);
  expect_sample(calibration);
  expect_size(calibration, 0, 0);
  expect_sample(two(samples::head + samples::intrinsics, samples::head + samples::extrinsics));
  expect_sample(two(samples::head + samples::extrinsics, samples::head + samples::intrinsics));
  expect_sample(one(samples::head + samples::extrinsics));
}

TEST_F(ReadCalibration, OfOpenCvInXml) {
  expect_sample(one(samples::xml));
  expect_size(one(samples::xml), 640, 480);
}

// Some programs write OpenCV's matrices and ROS's names of the size.
TEST_F(ReadCalibration, OfSizesInTwoLines) {
  const std::filesystem::path file =
      put("rig", samples::head + "image_width: 640\nimage_height: 480\n" + samples::intrinsics + samples::extrinsics);
  const csca::Calibration calibration = csca::read_calibration(file);
  EXPECT_EQ(calibration.width, 640);
  EXPECT_EQ(calibration.height, 480);
}

TEST_F(ReadCalibration, OfRos) {
  const auto calibration = two(samples::camera_info("300", "0"), samples::camera_info("307", "-57.6"));
  expect_sample(calibration);
  expect_size(calibration, 640, 480);
}

TEST_F(ReadCalibration, OfRosAsTopicsPrintIt) {
  const auto message = [](const char* projection) {
    return std::string(
               "header:\n  frame_id: left\nheight: 480\nwidth: 640\ndistortion_model: plumb_bob\nd:\n- 0.0\n- 0.0\n"
               "- 0.0\n- 0.0\n- 0.0\nk: [500, 0, 320, 0, 500, 240, 0, 0, 1]\nr: [1, 0, 0, 0, 1, 0, 0, 0, 1]\np: ") +
           projection + "\nbinning_x: 0\n";
  };
  expect_sample(two(message("[480, 0, 300, 0, 0, 480, 241, 0, 0, 0, 1, 0]"),
                    message("[480, 0, 307, -57.6, 0, 480, 241, 0, 0, 0, 1, 0]")));
}

TEST_F(ReadCalibration, OfMiddleburyInBothSpellings) {
  for (const std::string& text : {samples::middlebury, samples::older_middlebury}) {
    expect_sample(one(text));
    expect_size(one(text), 640, 480);
  }
}

TEST_F(ReadCalibration, OfKittiInBothLayouts) {
  // 30 and -27.6 less 300 * 0.004 are 480 times 0.06 and -0.06.
  expect_sample(one(samples::kitti), 0);
  EXPECT_NEAR(one(samples::kitti, {.first_camera = 0}).baseline, 0.125, 1e-12);
  expect_sample(one(samples::raw_kitti), 0);
  expect_size(one(samples::raw_kitti), 640, 480);
  EXPECT_NEAR(one(samples::raw_kitti, {.first_camera = 0}).baseline, 0.125, 1e-12);
}

TEST_F(ReadCalibration, InTheUnitThatIsSaid) {
  std::string in_millimetres = samples::middlebury;
  in_millimetres.replace(in_millimetres.find("baseline=120"), 12, "baseline=12");
  EXPECT_NEAR(one(in_millimetres, {.metres_per_unit = 0.01}).baseline, 0.12, 1e-12);
  EXPECT_NEAR(one(samples::head + samples::extrinsics, {.metres_per_unit = 0.025}).baseline, 0.003, 1e-12);
}

TEST_F(ReadCalibration, WithLinesThatEndAsOnWindows) {
  std::string text = samples::middlebury;
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.replace(at, 1, "\r\n");
  expect_sample(one(text));
}

TEST_F(ReadCalibration, RigsOfRawCameras) {
  const csca::StereoRig opencv =
      csca::read_rig(put("rig.yml", samples::head + samples::intrinsics + samples::extrinsics));
  EXPECT_EQ(opencv.left.matrix, (csca::Matrix3{500, 0, 320.5, 0, 501, 240.25, 0, 0, 1}));
  EXPECT_EQ(opencv.right.distortion, (std::vector<double>{-0.24, 0.09, 0, 0, 0}));
  EXPECT_EQ(opencv.translation, (csca::Vector3{-0.12, 0, 0}));
  EXPECT_FALSE(csca::is_rectified(opencv));
  const csca::StereoRig kitti = csca::read_rig(put("calib_cam_to_cam.txt", samples::raw_kitti));
  EXPECT_EQ(kitti.left.width, 1392);
  EXPECT_EQ(kitti.left.distortion.front(), -0.37);
  EXPECT_NEAR(kitti.translation[0], -0.12, 1e-12);
  EXPECT_EQ(kitti.rectification->width, 640);
  const csca::StereoRig rectified = csca::read_rig(put("calib.txt", samples::middlebury));
  EXPECT_TRUE(csca::is_rectified(rectified));
}

TEST_F(ReadCalibration, RigsOfRosStandAsTheirRectificationSays) {
  // Both cameras are turned by the same small angle about the vertical.
  const std::string turned = "data: [0.995, 0, 0.0998749, 0, 1, 0, -0.0998749, 0, 0.995]";
  const auto file = [&](const char* cx, const char* shift) {
    std::string text = samples::camera_info(cx, shift);
    const std::string straight = "data: [1, 0, 0, 0, 1, 0, 0, 0, 1]";
    return text.replace(text.find(straight), straight.size(), turned);
  };
  const std::filesystem::path files[] = {put("left", file("300", "0")), put("right", file("307", "-57.6"))};
  const csca::StereoRig rig = csca::read_rig(files);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(rig.rotation[i], csca::identity3[i], 1e-5);
  EXPECT_NEAR(rig.translation[0], -0.12 * 0.995, 1e-9);
  EXPECT_NEAR(rig.translation[2], -0.12 * 0.0998749, 1e-9);
}

}  // namespace
