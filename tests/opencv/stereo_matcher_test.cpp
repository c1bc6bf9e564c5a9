// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "opencv/mats.hpp"
#include "support/expect.hpp"

#include <csca/match.hpp>

#include <vector>

namespace csca {
namespace {

const SynthOptions small = {.width = 96, .height = 64, .first = -5, .levels = 21};

cv::Mat fixed_point(const MatPair& pair, const Options& options, int first, int levels) {
  Options asked = options;
  asked.range = {first, levels};
  cv::Mat result;
  to_fixed_point(match(pair.synth.left, pair.synth.right, asked).disparity, first, result);
  return result;
}

cv::Mat compute(const cv::Ptr<cv::StereoMatcher>& matcher, const MatPair& pair) {
  cv::Mat result;
  matcher->compute(pair.left, pair.right, result);
  return result;
}

bool same(const cv::Mat& a, const cv::Mat& b) {
  return a.type() == b.type() && a.size() == b.size() && cv::countNonZero(a != b) == 0;
}

int count(const cv::Mat& map, int value) { return cv::countNonZero(map == value); }

TEST(CreateStereoMatcher, GivesWhatMatchGivesForAnyRangeAndImage) {
  for (const Sample sample : {Sample::u8, Sample::u16}) {
    for (const bool colour : {false, true}) {
      SynthOptions options = small;
      options.sample = sample;
      options.colour = colour;
      const MatPair pair(options);
      const cv::Mat map = compute(create_stereo_matcher(-5, 21), pair);
      EXPECT_EQ(map.type(), CV_16SC1);
      EXPECT_TRUE(same(map, fixed_point(pair, {}, -5, 21)));
    }
  }
}

TEST(CreateStereoMatcher, BlockSizeIsTheWindowOfBox) {
  const MatPair pair(small);
  const auto matcher = create_stereo_matcher(-5, 21);
  EXPECT_EQ(matcher->getBlockSize(), 7);
  matcher->setBlockSize(11);
  EXPECT_EQ(matcher->getBlockSize(), 11);
  Options options;
  options.aggregate.box.radius = 5;
  EXPECT_TRUE(same(compute(matcher, pair), fixed_point(pair, options, -5, 21)));
  EXPECT_FALSE(same(compute(matcher, pair), fixed_point(pair, {}, -5, 21)));
}

TEST(CreateStereoMatcher, Disp12MaxDiffChecksTheRightView) {
  const MatPair pair(small);
  const auto matcher = create_stereo_matcher(-5, 21);
  for (const int off : {0, -1, 21, 1000000}) {
    matcher->setDisp12MaxDiff(off);
    EXPECT_EQ(count(compute(matcher, pair), -96), 0) << off;
  }
  matcher->setDisp12MaxDiff(2);
  Options options;
  options.select.right = RightView::diagonal;
  options.select.tolerance = 2;
  EXPECT_TRUE(same(compute(matcher, pair), fixed_point(pair, options, -5, 21)));
  EXPECT_GT(count(compute(matcher, pair), -96), 0);
}

TEST(CreateStereoMatcher, SpeckleSettersRemoveBlobs) {
  const MatPair pair(small);
  const auto matcher = create_stereo_matcher(-5, 21);
  matcher->setSpeckleRange(2);
  EXPECT_EQ(count(compute(matcher, pair), -96), 0);
  matcher->setSpeckleWindowSize(60);
  Options options;
  options.refine.steps = "speckle";
  options.refine.speckle = {.size = 60, .difference = 2};
  EXPECT_TRUE(same(compute(matcher, pair), fixed_point(pair, options, -5, 21)));
  EXPECT_GT(count(compute(matcher, pair), -96), 0);
}

TEST(CreateStereoMatcher, UniquenessRatioDropsAmbiguousPixels) {
  const MatPair pair(small);
  const auto matcher = create_stereo_matcher(-5, 21);
  int before = 0;
  for (const int ratio : {5, 20, 60}) {
    matcher->setUniquenessRatio(ratio);
    const int unknown = count(compute(matcher, pair), -96);
    EXPECT_GT(unknown, before) << ratio;
    before = unknown;
  }
}

TEST(CreateStereoMatcher, KeepsEverySetter) {
  const auto matcher = create_stereo_matcher(3, 17);
  EXPECT_EQ(matcher->getMinDisparity(), 3);
  EXPECT_EQ(matcher->getNumDisparities(), 17);
  const std::vector<std::pair<void (cv::StereoSGBM::*)(int), int (cv::StereoSGBM::*)() const>> all = {
      {&cv::StereoSGBM::setMinDisparity, &cv::StereoSGBM::getMinDisparity},
      {&cv::StereoSGBM::setNumDisparities, &cv::StereoSGBM::getNumDisparities},
      {&cv::StereoSGBM::setBlockSize, &cv::StereoSGBM::getBlockSize},
      {&cv::StereoSGBM::setSpeckleWindowSize, &cv::StereoSGBM::getSpeckleWindowSize},
      {&cv::StereoSGBM::setSpeckleRange, &cv::StereoSGBM::getSpeckleRange},
      {&cv::StereoSGBM::setDisp12MaxDiff, &cv::StereoSGBM::getDisp12MaxDiff},
      {&cv::StereoSGBM::setPreFilterCap, &cv::StereoSGBM::getPreFilterCap},
      {&cv::StereoSGBM::setUniquenessRatio, &cv::StereoSGBM::getUniquenessRatio},
      {&cv::StereoSGBM::setP1, &cv::StereoSGBM::getP1},
      {&cv::StereoSGBM::setP2, &cv::StereoSGBM::getP2},
      {&cv::StereoSGBM::setMode, &cv::StereoSGBM::getMode},
  };
  int value = 101;
  for (const auto& [set, get] : all) {
    (matcher.get()->*set)(value);
    EXPECT_EQ((matcher.get()->*get)(), value);
    value += 2;
  }
}

TEST(CreateStereoMatcher, OptionsAreTheFirstValues) {
  Options options;
  options.select.right = RightView::full;
  options.select.tolerance = 2;
  options.aggregate.method = "nl";
  const MatPair pair(small);
  const auto matcher = create_stereo_matcher(-5, 21, options);
  EXPECT_EQ(matcher->getDisp12MaxDiff(), 2);
  EXPECT_TRUE(same(compute(matcher, pair), fixed_point(pair, options, -5, 21)));
}

TEST(CreateStereoMatcher, RefusesWhatSixteenBitsCannotHold) {
  const MatPair pair(small);
  const std::vector<std::pair<int, int>> bad = {{0, 0}, {0, -16}, {-2048, 16}, {2040, 16}, {0, 2147483647}};
  for (const auto& [first, levels] : bad) {
    const auto matcher = create_stereo_matcher(first, levels);
    EXPECT_TRUE(contains(error_of([&] { compute(matcher, pair); }), "minDisparity is")) << first << " " << levels;
  }
  Options options;
  options.scale.scales = 99;
  EXPECT_TRUE(contains(error_of([&] { create_stereo_matcher(0, 16, options); }), "scales is 99"));
}

TEST(CreateStereoMatcher, RefusesWhatIsNoPair) {
  const MatPair pair(small);
  const auto matcher = create_stereo_matcher(0, 16);
  cv::Mat deep;
  pair.left.convertTo(deep, CV_64F);
  const std::vector<std::pair<cv::Mat, const char*>> bad = {
      {cv::Mat(), "empty"},
      {deep, "CV_64FC3"},
      {cv::Mat(pair.left.size(), CV_8SC1), "CV_8SC1"},
      {cv::Mat(pair.left.size(), CV_8UC2), "CV_8UC2"},
      {pair.left.rowRange(0, 9), "96 x 9"},
  };
  for (const auto& [image, words] : bad) {
    cv::Mat map(3, 3, CV_8U, cv::Scalar(7));
    EXPECT_TRUE(contains(error_of([&] { matcher->compute(image, pair.right, map); }), words)) << words;
    EXPECT_TRUE(contains(error_of([&] { matcher->compute(pair.left, image, map); }), words)) << words;
    EXPECT_EQ(map.size(), cv::Size(3, 3)) << "untouched";
  }
  matcher->setBlockSize(-3);
  cv::Mat map;
  EXPECT_TRUE(contains(error_of([&] { matcher->compute(pair.left, pair.right, map); }), "blockSize is -3"));
}

TEST(CreateStereoMatcher, TakesAnyMatrixOfTheRightKind) {
  const MatPair pair(small);
  const auto matcher = create_stereo_matcher(-5, 21);
  const cv::Mat expected = compute(matcher, pair);
  cv::Mat large(80, 120, pair.left.type());
  cv::Mat part = large(cv::Rect(7, 5, pair.left.cols, pair.left.rows));
  pair.left.copyTo(part);
  cv::UMat shared;
  pair.right.copyTo(shared);
  cv::Mat map = pair.right.clone();
  matcher->compute(part, shared, map);
  EXPECT_TRUE(same(map, expected));
  matcher->compute(part, map = pair.right.clone(), map);  // the map takes the place of an image
  EXPECT_TRUE(same(map, expected));
}

TEST(CreateRightMatcher, SeesTheMirroredDisparities) {
  const MatPair pair({.width = 160, .height = 96, .levels = 24, .textureless = false, .repetitive = false});
  const auto left = create_stereo_matcher(0, 24);
  left->setDisp12MaxDiff(1);
  left->setSpeckleWindowSize(50);
  const auto right = create_right_matcher(left);
  EXPECT_EQ(right->getMinDisparity(), -23);
  EXPECT_EQ(right->getNumDisparities(), 24);
  cv::Mat map;
  right->compute(pair.right, pair.left, map);
  EXPECT_EQ(count(map, -24 * 16), 0);
  EXPECT_LT(bad_share(-map, pair.synth.truth_right, pair.synth.visible_right), 0.2);
}

TEST(CreateRightMatcher, RefusesOpenCvsOwn) {
  EXPECT_TRUE(contains(error_of([] { create_right_matcher(cv::StereoBM::create()); }), "ximgproc"));
}

}  // namespace
}  // namespace csca
