// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "opencv/teddy.hpp"

#include <utility>

// csca's matcher beside a true StereoSGBM, with the same setters: the same conventions, and the same scene.
namespace csca {
namespace {

/// Of the pixels that both know, the share on which they agree to a pixel.
double agreement(const cv::Mat& a, const cv::Mat& b, int first) {
  cv::Mat known = (a >= 16 * first) & (b >= 16 * first);
  cv::Mat difference;
  cv::absdiff(a, b, difference);
  return static_cast<double>(cv::countNonZero((difference <= 16) & known)) / cv::countNonZero(known);
}

TEST_F(Teddy, SpeaksStereoSgbmsLanguage) {
  for (const int first : {0, 10, -7}) {
    const auto theirs = sgbm(first, 64);
    const auto ours = create_stereo_matcher(first, 64);
    for (const auto& matcher : {theirs, ours}) {
      matcher->setDisp12MaxDiff(1);
      matcher->setUniquenessRatio(10);
      matcher->setSpeckleWindowSize(100);
      matcher->setSpeckleRange(2);
    }
    const cv::Mat their_map = compute(theirs);
    const cv::Mat our_map = compute(ours);
    double their_least = 0;
    double our_least = 0;
    cv::minMaxLoc(their_map, &their_least);
    cv::minMaxLoc(our_map, &our_least);
    EXPECT_EQ(our_least, 16 * (first - 1));
    EXPECT_EQ(our_least, their_least);
    EXPECT_GT(agreement(our_map, their_map, first), 0.95) << first;
  }
}

TEST_F(Teddy, HasFewerBadPixelsThanByStereoSgbm) {
  EXPECT_LT(bad_share(compute(create_stereo_matcher(0, 64))), 0.6 * bad_share(compute(sgbm(0, 64))));
}

TEST_F(Teddy, EachCheckTakesPixelsAwayAsInStereoSgbm) {
  using Set = void (cv::StereoSGBM::*)(int);
  const auto unknown = [&](const cv::Ptr<cv::StereoSGBM>& matcher) { return cv::countNonZero(compute(matcher) < 0); };
  const std::pair<Set, int> checks[] = {{&cv::StereoSGBM::setDisp12MaxDiff, 1},
                                        {&cv::StereoSGBM::setUniquenessRatio, 15},
                                        {&cv::StereoSGBM::setSpeckleWindowSize, 200}};
  for (const auto& [set, value] : checks) {
    for (const auto& matcher : {sgbm(0, 64), create_stereo_matcher(0, 64)}) {
      matcher->setSpeckleRange(1);
      matcher->setDisp12MaxDiff(1000000);
      const int before = unknown(matcher);
      (matcher.get()->*set)(value);
      EXPECT_GT(unknown(matcher), before + 100);
    }
  }
}

TEST_F(Teddy, GreyAndSixteenBitsAreTheSameScene) {
  const cv::Mat colour = compute(create_stereo_matcher(0, 64));
  cv::Mat deep_left;
  cv::Mat deep_right;
  left.convertTo(deep_left, CV_16U, 257);
  right.convertTo(deep_right, CV_16U, 257);
  cv::Mat deep;
  create_stereo_matcher(0, 64)->compute(deep_left, deep_right, deep);
  EXPECT_GT(agreement(colour, deep, 0), 0.99);
  cv::Mat grey_left;
  cv::Mat grey_right;
  cv::cvtColor(left, grey_left, cv::COLOR_BGR2GRAY);
  cv::cvtColor(right, grey_right, cv::COLOR_BGR2GRAY);
  cv::Mat grey;
  create_stereo_matcher(0, 64)->compute(grey_left, grey_right, grey);
  EXPECT_GT(agreement(colour, grey, 0), 0.9);
  EXPECT_LT(bad_share(grey), 0.15);
}

}  // namespace
}  // namespace csca
