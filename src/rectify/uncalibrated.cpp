// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/rectify.hpp>

#include "rectify/mats.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>
#include <opencv2/calib3d.hpp>
#include <opencv2/features2d.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace csca {
namespace {

constexpr int fewest_points = 30;        // eight would do if all were right
constexpr double fewest_agreeing = 0.5;  // of the points
constexpr double least_step = 0.25;      // pixels, from a point of one image to that of the other
constexpr double largest_row_error = 1;  // pixels: beyond that, matches go astray
constexpr double widest_warp = 1.5;      // a side of the image may grow or shrink by this factor

struct Points {
  std::vector<cv::Point2f> left;
  std::vector<cv::Point2f> right;
};

/// Points that look alike in both images, and like no other.
Points find_points(const cv::Mat& left, const cv::Mat& right) {
  const auto finder = cv::SIFT::create(4000);
  std::vector<cv::KeyPoint> left_keys, right_keys;
  cv::Mat left_looks, right_looks;
  finder->detectAndCompute(left, cv::noArray(), left_keys, left_looks);
  finder->detectAndCompute(right, cv::noArray(), right_keys, right_looks);
  Points points;
  if (left_keys.size() < 2 || right_keys.size() < 2) return points;
  std::vector<std::vector<cv::DMatch>> forth;
  std::vector<cv::DMatch> back;
  const cv::BFMatcher matcher(cv::NORM_L2);
  matcher.knnMatch(left_looks, right_looks, forth, 2);
  matcher.match(right_looks, left_looks, back);
  for (const auto& best : forth) {
    if (best.size() < 2 || best[0].distance > 0.75F * best[1].distance) continue;
    if (back[static_cast<std::size_t>(best[0].trainIdx)].trainIdx != best[0].queryIdx) continue;
    points.left.push_back(left_keys[static_cast<std::size_t>(best[0].queryIdx)].pt);
    points.right.push_back(right_keys[static_cast<std::size_t>(best[0].trainIdx)].pt);
  }
  return points;
}

/// The same homography, with the image's middle in its column. Both views may move along their rows as they like.
cv::Matx33d centred(const cv::Matx33d& homography, cv::Size size) {
  const cv::Vec3d middle = homography * cv::Vec3d((size.width - 1) / 2.0, (size.height - 1) / 2.0, 1);
  const double shift = (size.width - 1) / 2.0 - middle[0] / middle[2];
  // Its scale is free, sign included: before the camera is where the third coordinate is above 0.
  return cv::Matx33d(1, 0, shift, 0, 1, 0, 0, 0, 1) * homography * (1 / middle[2]);
}

/// The lengths of the warped image's sides and middle lines over those before, the one furthest from 1.
double stretch_of(const cv::Matx33d& homography, cv::Size size) {
  const auto at = [&](double x, double y) {
    const cv::Vec3d place = homography * cv::Vec3d(x, y, 1);
    return place[2] > 0 ? cv::Point2d(place[0] / place[2], place[1] / place[2]) : cv::Point2d(1e9, 1e9);
  };
  const double w = size.width - 1;
  const double h = size.height - 1;
  double worst = 1;
  const auto look = [&](cv::Point2d from, cv::Point2d to, double length) {
    const double ratio = cv::norm(at(to.x, to.y) - at(from.x, from.y)) / length;
    worst = std::max({worst, ratio, 1 / std::max(ratio, 1e-9)});
  };
  for (const double y : {0.0, h}) look({0, y}, {w, y}, w);
  for (const double x : {0.0, w}) look({x, 0}, {x, h}, h);
  return worst;
}

/// The step from one image to the other that half of the points stay below, pixels.
double median_step(const Points& points) {
  std::vector<double> steps;
  for (std::size_t i = 0; i < points.left.size(); ++i) steps.push_back(cv::norm(points.left[i] - points.right[i]));
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

double row_error_of(const Points& points, const std::vector<unsigned char>& agree, const cv::Matx33d& left,
                    const cv::Matx33d& right) {
  std::vector<cv::Point2f> there, here;
  cv::perspectiveTransform(points.left, here, left);
  cv::perspectiveTransform(points.right, there, right);
  std::vector<double> errors;
  for (std::size_t i = 0; i < here.size(); ++i) {
    if (agree[i] != 0) errors.push_back(std::abs(static_cast<double>(here[i].y) - static_cast<double>(there[i].y)));
  }
  const auto place = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() * 2 / 3);
  std::nth_element(errors.begin(), place, errors.end());
  return *place;
}

void copy_homography(Matrix3& target, const cv::Matx33d& homography) {
  std::copy(std::begin(homography.val), std::end(homography.val), target.begin());
}

}  // namespace

Uncalibrated rectify_uncalibrated(const ImageView& left, const ImageView& right) {
  check(left, "left image");
  check(right, "right image");
  if (left.width != right.width || left.height != right.height) {
    throw Error(
        fmt::format("the left image has {}x{} pixels and the right one {}x{}: a pair without calibration has to be of "
                    "one size",
                    left.width, left.height, right.width, right.height));
  }
  const auto refuse = [](const std::string& reason) {
    throw Error("the pair cannot be rectified without a calibration: " + reason +
                "; calibrate the cameras ('csca calibrate')");
  };
  const Points points = find_points(rectify::grey_of(left), rectify::grey_of(right));
  Uncalibrated result;
  result.points = static_cast<int>(points.left.size());
  if (result.points < fewest_points) {
    refuse(fmt::format("only {} points are seen in both images, and {} are the least", result.points, fewest_points));
  }
  if (median_step(points) < least_step) {
    refuse(
        "its points lie at the same places in both images: these are one image twice, or the cameras stand together");
  }
  std::vector<unsigned char> agree;
  cv::setRNGSeed(1);
  const cv::Mat fundamental = cv::findFundamentalMat(points.left, points.right, cv::FM_LMEDS, 1.0, 0.999, agree);
  result.agreeing = fundamental.rows == 3
                        ? static_cast<int>(std::count_if(agree.begin(), agree.end(), [](auto a) { return a != 0; }))
                        : 0;
  if (result.agreeing < std::max<double>(fewest_points, fewest_agreeing * result.points)) {
    refuse(fmt::format("of {} points in both images only {} lie where one pair of cameras would see them",
                       result.points, result.agreeing));
  }
  Points agreeing;
  for (std::size_t i = 0; i < agree.size(); ++i) {
    if (agree[i] == 0) continue;
    agreeing.left.push_back(points.left[i]);
    agreeing.right.push_back(points.right[i]);
  }
  const cv::Size size(left.width, left.height);
  cv::Mat first, second;
  if (!cv::stereoRectifyUncalibrated(agreeing.left, agreeing.right, fundamental, size, first, second, 0)) {
    refuse("no homographies lay its points on common rows");
  }
  const cv::Matx33d left_homography = centred(cv::Matx33d(first.ptr<double>()), size);
  const cv::Matx33d right_homography = centred(cv::Matx33d(second.ptr<double>()), size);
  const double stretch = std::max(stretch_of(left_homography, size), stretch_of(right_homography, size));
  if (stretch > widest_warp) {
    refuse(
        fmt::format("its images would be stretched {:.1f} times; the cameras look in directions too different, or one "
                    "stands ahead of the other",
                    stretch));
  }
  result.row_error = row_error_of(points, agree, left_homography, right_homography);
  if (!(result.row_error <= largest_row_error)) {
    refuse(fmt::format("rows would be off by {:.1f} pixels, and more than {:g} leads matches astray", result.row_error,
                       largest_row_error));
  }
  copy_homography(result.left_homography, left_homography);
  copy_homography(result.right_homography, right_homography);
  return result;
}

}  // namespace csca
