// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "opencv/mats.hpp"
#include "support/expect.hpp"

#include <limits>

namespace csca {
namespace {

TEST(View, LooksIntoTheMatrixWithoutACopy) {
  const cv::Mat whole(9, 11, CV_16UC3);
  const cv::Mat part = whole(cv::Rect(2, 3, 5, 4));
  const ImageView seen = view(part);
  EXPECT_EQ(seen.data, part.data);
  EXPECT_EQ(seen.width, 5);
  EXPECT_EQ(seen.height, 4);
  EXPECT_EQ(seen.channels, 3);
  EXPECT_EQ(seen.sample, Sample::u16);
  EXPECT_EQ(seen.row_bytes, 11 * 3 * 2);
  EXPECT_TRUE(seen.bgr);
}

TEST(View, BlueGreenRedGivesTheSameLumaAsOpenCv) {
  const cv::Mat image(1, 1, CV_8UC3, cv::Scalar(200, 100, 50));
  cv::Mat grey;
  cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
  EXPECT_NEAR(255 * luma(to_float(view(image), 255))(0, 0), grey.at<std::uint8_t>(0, 0), 0.5);
}

TEST(View, RefusesOtherTypes) {
  EXPECT_TRUE(contains(error_of([] { view(cv::Mat(2, 2, CV_64F)); }), "CV_64FC1"));
  EXPECT_TRUE(contains(error_of([] { view(cv::Mat(2, 2, CV_8UC2)); }), "CV_8UC2"));
  const int cube[] = {2, 2, 2};
  EXPECT_NE(error_of([&] { view(cv::Mat(3, cube, CV_8U)); }), "");
}

TEST(View, AnEmptyMatrixIsAnEmptyImage) {
  const ImageView nothing = view(cv::Mat());
  EXPECT_TRUE(contains(error_of([&] { check(nothing, "left"); }), "empty"));
}

TEST(View, OfAPlaneSharesItsValues) {
  Plane<float> plane(3, 2);
  view(plane).at<float>(1, 2) = 7;
  EXPECT_EQ(plane(2, 1), 7);
  Mask mask(3, 2);
  view(mask).at<std::uint8_t>(0, 1) = 9;
  EXPECT_EQ(mask(1, 0), 9);
}

TEST(ToFixedPoint, SixteenthsWithUnknownBelowTheRange) {
  Plane<float> map(4, 1);
  map(0, 0) = -3;
  map(1, 0) = 2.5F;
  map(2, 0) = std::numeric_limits<float>::quiet_NaN();
  map(3, 0) = -3.5F;  // a fit between levels may leave the range: not unknown for that
  cv::Mat fixed;
  to_fixed_point(map, -3, fixed);
  EXPECT_EQ(fixed.type(), CV_16S);
  EXPECT_EQ(fixed.at<short>(0, 0), -48);
  EXPECT_EQ(fixed.at<short>(0, 1), 40);
  EXPECT_EQ(fixed.at<short>(0, 2), -64);
  EXPECT_EQ(fixed.at<short>(0, 3), -48);
}

}  // namespace
}  // namespace csca
