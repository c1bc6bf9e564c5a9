// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/calibration_io.hpp>

#include <opencv2/calib3d.hpp>
#include <opencv2/core/persistence.hpp>

#include "io/io_test.hpp"

namespace {

class OpenCvFiles : public IoTest {};

// A rig as OpenCV itself makes and writes it, in YAML and XML: its Q and csca's calibration put points at the same
// depth.
TEST_F(OpenCvFiles, AreReadAsOpenCvMeansThem) {
  const cv::Matx33d left(500, 0, 320.5, 0, 501, 240.25, 0, 0, 1);
  const cv::Matx33d right(510, 0, 318, 0, 511, 242, 0, 0, 1);
  const cv::Matx<double, 1, 5> bent(-0.25, 0.1, 1e-3, 2e-3, -0.02);
  cv::Matx33d rotation;
  cv::Rodrigues(cv::Vec3d(0.01, -0.02, 0.03), rotation);
  const cv::Vec3d translation(-0.12, 0.002, 0.001);
  for (const int flags : {0, static_cast<int>(cv::CALIB_ZERO_DISPARITY)}) {
    cv::Mat r1, r2, p1, p2, q;
    cv::stereoRectify(left, bent, right, bent, cv::Size(640, 480), rotation, translation, r1, r2, p1, p2, q, flags);
    for (const char* name : {"rig.yml", "rig.xml"}) {
      {
        cv::FileStorage file((folder / name).string(), cv::FileStorage::WRITE);
        file << "M1" << cv::Mat(left) << "D1" << cv::Mat(bent) << "M2" << cv::Mat(right) << "D2" << cv::Mat(bent) << "R"
             << cv::Mat(rotation) << "T" << cv::Mat(translation) << "R1" << r1 << "R2" << r2 << "P1" << p1 << "P2" << p2
             << "Q" << q << "image_size" << cv::Size(640, 480);
      }
      const csca::StereoRig rig = csca::read_rig(folder / name);
      EXPECT_EQ(rig.left.matrix[2], 320.5);
      EXPECT_EQ(rig.right.distortion, (std::vector<double>{-0.25, 0.1, 1e-3, 2e-3, -0.02}));
      EXPECT_DOUBLE_EQ(rig.rotation[1], rotation(0, 1));
      const csca::Calibration calibration = csca::read_calibration(folder / name);
      EXPECT_EQ(calibration.width, 640);
      const cv::Matx44d reprojection(q);
      const cv::Vec4d point = reprojection * cv::Vec4d(100, 50, 20, 1);
      EXPECT_NEAR(calibration.depth_of(20), point[2] / point[3], 1e-9);
      EXPECT_NEAR((100 - calibration.cx) * calibration.depth_of(20) / calibration.focal_length, point[0] / point[3],
                  1e-9);
    }
  }
}

TEST_F(OpenCvFiles, ThatCscaWritesAreRead) {
  const csca::Calibration calibration{640, 480, 480.5, 300, 241, 7, 0.12};
  csca::write_rig(folder / "rig.yml", csca::rig_of(calibration));
  const cv::FileStorage file((folder / "rig.yml").string(), cv::FileStorage::READ);
  cv::Mat matrix, projection, q;
  file["M2"] >> matrix;
  file["P2"] >> projection;
  file["Q"] >> q;
  ASSERT_EQ(matrix.type(), CV_64F);
  EXPECT_EQ(matrix.at<double>(0, 2), 307);
  EXPECT_DOUBLE_EQ(projection.at<double>(0, 3), -480.5 * 0.12);
  const cv::Vec4d point = cv::Matx44d(q) * cv::Vec4d(100, 50, 20, 1);
  EXPECT_NEAR(point[2] / point[3], calibration.depth_of(20), 1e-9);
}

}  // namespace
