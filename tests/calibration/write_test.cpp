// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/calibration_io.hpp>

#include "calibration/samples.hpp"
#include "io/io_test.hpp"

namespace {

class WriteCalibration : public IoTest {
 protected:
  csca::StereoRig sample() const {
    csca::StereoRig rig = csca::read_rig(put("sample.yml", samples::head + samples::intrinsics + samples::extrinsics));
    rig.left.width = rig.right.width = 640;
    rig.left.height = rig.right.height = 480;
    rig.rectification->width = 660;
    rig.rectification->height = 500;
    rig.left.matrix[0] = 1.0 / 3 + 500;  // has no short decimal form
    return rig;
  }
};

void expect_equal(const csca::Camera& a, const csca::Camera& b) {
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.height, b.height);
  EXPECT_EQ(a.matrix, b.matrix);
  EXPECT_EQ(a.model, b.model);
  EXPECT_EQ(a.distortion, b.distortion);
}

TEST_F(WriteCalibration, OpenCvYamlReadsBackTheSame) {
  const csca::StereoRig rig = sample();
  csca::write_rig(folder / "rig.yml", rig);
  const csca::StereoRig again = csca::read_rig(folder / "rig.yml");
  expect_equal(again.left, rig.left);
  expect_equal(again.right, rig.right);
  EXPECT_EQ(again.rotation, rig.rotation);
  EXPECT_EQ(again.translation, rig.translation);
  EXPECT_EQ(again.rectification->left_projection, rig.rectification->left_projection);
  EXPECT_EQ(again.rectification->right_projection, rig.rectification->right_projection);
  EXPECT_EQ(again.rectification->width, 660);
  EXPECT_EQ(again.rectification->height, 500);
}

TEST_F(WriteCalibration, CameraInfoReadsBackTheSame) {
  const csca::StereoRig rig = sample();
  const std::filesystem::path files[] = {folder / "left.yaml", folder / "right.yaml"};
  csca::write_camera_info(files[0], files[1], rig);
  const csca::StereoRig again = csca::read_rig(files);
  expect_equal(again.left, rig.left);
  expect_equal(again.right, rig.right);
  EXPECT_EQ(again.rectification->right_projection, rig.rectification->right_projection);
  EXPECT_NEAR(again.translation[0], -0.12, 1e-12);
}

TEST_F(WriteCalibration, RectifiedRigsNeedNoRectification) {
  csca::StereoRig rig = csca::rig_of({640, 480, 480, 300, 241, 7, 0.12});
  rig.rectification.reset();
  const std::filesystem::path files[] = {folder / "left.yaml", folder / "right.yaml"};
  csca::write_camera_info(files[0], files[1], rig);
  EXPECT_NEAR(csca::read_calibration(files).baseline, 0.12, 1e-12);
  csca::write_rig(folder / "rig.yml", rig);
  EXPECT_NEAR(csca::read_calibration(folder / "rig.yml").doffs, 7, 1e-12);
}

TEST_F(WriteCalibration, RefusesWhatAFormCannotHold) {
  csca::StereoRig rig = sample();
  rig.rectification.reset();
  EXPECT_IN("rectify it", error_of([&] { csca::write_camera_info(folder / "l", folder / "r", rig); }));
  rig = sample();
  rig.left.width = 0;
  EXPECT_IN("size of the images", error_of([&] { csca::write_camera_info(folder / "l", folder / "r", rig); }));
  rig.left.model = csca::LensModel::fisheye;
  EXPECT_IN("fisheye", error_of([&] { csca::write_rig(folder / "l", rig); }));
  EXPECT_EQ(files_in_folder(), 1U);  // the sample
}

}  // namespace
