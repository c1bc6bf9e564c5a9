// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "opencv/teddy.hpp"

#include <opencv2/ximgproc/disparity_filter.hpp>

#include <gtest/gtest.h>

namespace csca {
namespace {

struct Filtered {
  cv::Mat map;
  int confident;  // pixels of which both views say the same
};

Filtered filter(const cv::Ptr<cv::ximgproc::DisparityWLSFilter>& wls, const cv::Ptr<cv::StereoMatcher>& left,
                const cv::Ptr<cv::StereoMatcher>& right, const cv::Mat& left_image, const cv::Mat& right_image) {
  wls->setLambda(8000);
  wls->setSigmaColor(1.5);
  cv::Mat left_map;
  cv::Mat right_map;
  Filtered result;
  left->compute(left_image, right_image, left_map);
  right->compute(right_image, left_image, right_map);
  wls->filter(left_map, left_image, result.map, right_map);
  result.confident = cv::countNonZero(wls->getConfidenceMap() > 128);
  return result;
}

/// ximgproc's factories take csca's matcher for a StereoSGBM; the right view may come from either side.
TEST(WlsFilter, TakesCscaAsItsLeftMatcher) {
  const MatPair pair({.width = 240, .height = 160, .levels = 32, .textureless = false, .repetitive = false});
  const auto sgbm = cv::StereoSGBM::create(0, 32, 3, 8 * 27, 32 * 27);
  const auto ours = create_stereo_matcher(0, 32);
  ours->setSpeckleWindowSize(100);
  const auto their_filter = cv::ximgproc::createDisparityWLSFilter(sgbm);
  const auto our_filter = cv::ximgproc::createDisparityWLSFilter(ours);
  EXPECT_EQ(ours->getSpeckleWindowSize(), 0) << "the factory switches checks off";

  const auto share = [&](const Filtered& result) {
    return bad_share(result.map, pair.synth.truth_left, pair.synth.visible_left);
  };
  const Filtered theirs = filter(their_filter, sgbm, cv::ximgproc::createRightMatcher(sgbm), pair.left, pair.right);
  const Filtered all_ours = filter(our_filter, ours, create_right_matcher(ours), pair.left, pair.right);
  const Filtered mixed = filter(our_filter, ours, cv::ximgproc::createRightMatcher(ours), pair.left, pair.right);
  EXPECT_EQ(all_ours.map.type(), CV_16S);
  EXPECT_LT(share(all_ours), 1.2 * share(theirs));
  EXPECT_LT(share(mixed), 1.2 * share(theirs));
  // Views that speak of opposite signs would agree nowhere.
  EXPECT_GT(all_ours.confident, theirs.confident * 3 / 4);
  EXPECT_GT(mixed.confident, theirs.confident / 2);
}

/// The filter smooths along colours and takes the left border away: csca's own map is better than what it makes of it.
TEST_F(Teddy, FilteredMapsOfCscaAreBetterThanOfStereoSgbm) {
  const auto theirs = sgbm(0, 64);
  const auto ours = create_stereo_matcher(0, 64);
  const double by_csca = bad_share(compute(ours));
  const auto their_filter = cv::ximgproc::createDisparityWLSFilter(theirs);
  const auto our_filter = cv::ximgproc::createDisparityWLSFilter(ours);
  const Filtered their_map = filter(their_filter, theirs, cv::ximgproc::createRightMatcher(theirs), left, right);
  const Filtered our_map = filter(our_filter, ours, create_right_matcher(ours), left, right);
  EXPECT_LT(bad_share(our_map.map), bad_share(their_map.map));
  EXPECT_LT(by_csca, bad_share(our_map.map));
}

}  // namespace
}  // namespace csca
