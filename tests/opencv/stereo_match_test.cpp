// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "opencv/mats.hpp"

#include <gtest/gtest.h>

namespace csca {
namespace {

struct Outcome {
  cv::Mat disp;
  cv::Mat disp8;
  cv::Mat xyz;
};

/// What OpenCV's sample stereo_match does with a StereoSGBM between reading and writing files.
Outcome sample(const cv::Ptr<cv::StereoSGBM>& sgbm, const cv::Mat& left, const cv::Mat& right, const cv::Mat& q) {
  const int disparities = 64;
  const int window = 7;
  const int channels = left.channels();
  sgbm->setPreFilterCap(63);
  sgbm->setBlockSize(window);
  sgbm->setP1(8 * channels * window * window);
  sgbm->setP2(32 * channels * window * window);
  sgbm->setMinDisparity(0);
  sgbm->setNumDisparities(disparities);
  sgbm->setUniquenessRatio(10);
  sgbm->setSpeckleWindowSize(100);
  sgbm->setSpeckleRange(32);
  sgbm->setDisp12MaxDiff(1);
  sgbm->setMode(cv::StereoSGBM::MODE_SGBM);

  Outcome out;
  sgbm->compute(left, right, out.disp);
  cv::filterSpeckles(out.disp, -16, 100, 16);
  out.disp.convertTo(out.disp8, CV_8U, 255 / (disparities * 16.0));
  cv::Mat pixels;
  out.disp.convertTo(pixels, CV_32F, 1.0 / 16);
  cv::reprojectImageTo3D(pixels, out.xyz, q, true);
  return out;
}

TEST(StereoMatchSample, OneLineSwapsTheMatcher) {
  const MatPair pair({.width = 320, .height = 240, .levels = 48, .textureless = false, .repetitive = false});
  const double focal = 300;
  const double baseline = 0.1;
  const cv::Mat q = (cv::Mat_<double>(4, 4) << 1, 0, 0, -160, 0, 1, 0, -120, 0, 0, 0, focal, 0, 0, 1 / baseline, 0);

  const Outcome theirs = sample(cv::StereoSGBM::create(0, 16, 3), pair.left, pair.right, q);
  const Outcome ours = sample(create_stereo_matcher(0, 16), pair.left, pair.right, q);
  EXPECT_EQ(ours.disp.type(), theirs.disp.type());
  EXPECT_EQ(ours.disp.size(), theirs.disp.size());
  EXPECT_EQ(ours.disp8.type(), theirs.disp8.type());

  const double their_share = bad_share(theirs.disp, pair.synth.truth_left, pair.synth.visible_left);
  const double our_share = bad_share(ours.disp, pair.synth.truth_left, pair.synth.visible_left);
  EXPECT_LT(our_share, their_share);
  EXPECT_LT(our_share, 0.25);

  int unknown = 0;
  for (int y = 0; y < ours.disp.rows; ++y) {
    for (int x = 0; x < ours.disp.cols; ++x) {
      const short d = ours.disp.at<short>(y, x);
      const float z = ours.xyz.at<cv::Vec3f>(y, x)[2];
      if (d == -16) {
        ++unknown;
        EXPECT_EQ(z, 10000) << "reprojectImageTo3D marks the least value, unknown, so";
      } else if (d > 0) {
        EXPECT_NEAR(z, focal * baseline * 16 / d, 1e-3 * z);
      }
    }
  }
  EXPECT_GT(unknown, 0);
}

}  // namespace
}  // namespace csca
