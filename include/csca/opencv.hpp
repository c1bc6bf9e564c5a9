// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/options.hpp>
#include <csca/plane.hpp>

#include <opencv2/calib3d.hpp>

#pragma GCC visibility push(default)
namespace csca {

/// OpenCV's pixels as csca sees them, without a copy: the matrix has to outlive the view. CV_8U, CV_16U or CV_32F, one
/// channel (grey), three (blue, green, red) or four (the same and alpha). Throws Error for other types.
ImageView view(const cv::Mat& image);

/// A plane as OpenCV sees it, without a copy: the plane has to outlive the matrix.
cv::Mat view(Plane<float>& plane);
cv::Mat view(Plane<std::uint8_t>& plane);

/// A disparity map as StereoSGBM gives it: CV_16S, sixteenths of a pixel, (min_disparity - 1) * 16 where unknown. Other
/// disparities below min_disparity, which would look unknown, become min_disparity.
void to_fixed_point(const Plane<float>& disparity, int min_disparity, cv::OutputArray fixed);

/// csca in the clothes of cv::StereoSGBM, for programs that were written for that. `compute` takes pairs of any kind
/// that `view` takes and gives CV_16S with the conventions of `to_fixed_point`. What setters mean:
///
/// - minDisparity, numDisparities: as in OpenCV, but any number of disparities, not only multiples of 16. What
///   `options.range` says is not used.
/// - blockSize: the window of the method `box`, made odd; other methods have windows of their own in `options`.
/// - disp12MaxDiff: above 0, the right view is read from the left one's costs (or as `options.select.right` says) and
///   disparities that differ by more, or lead outside, become unknown. 0, negative and numbers of numDisparities or
///   more: no check.
/// - uniquenessRatio: percents by which the best cost has to be below the best one two or more disparities away.
/// - speckleWindowSize, speckleRange: blobs of at most so many pixels become unknown; neighbours in a blob differ by at
///   most so many pixels. A size of 0: all blobs stay.
/// - P1, P2, preFilterCap, mode: kept and given back, without effect; csca has no such parameters.
///
/// At first the setters have what `options` say. Every pixel gets a disparity, also those at the left border that
/// StereoSGBM leaves out, unless a check takes it away. `options.run.threads` of 0 means cv::getNumThreads().
/// `compute` throws csca::Error.
cv::Ptr<cv::StereoSGBM> create_stereo_matcher(int min_disparity = 0, int num_disparities = 16,
                                              const Options& options = {});

/// The matcher for the right view of the same pairs, as cv::ximgproc::DisparityWLSFilter wants it: call
/// compute(right, left); its disparities are negative. cv::ximgproc::createRightMatcher makes a true StereoSGBM, which
/// works too, but checks csca's disparities against another method's. Like that function it copies the parameters
/// at the time of the call and switches checks off. Throws Error when `left` is not csca's.
cv::Ptr<cv::StereoSGBM> create_right_matcher(const cv::Ptr<cv::StereoMatcher>& left);

}  // namespace csca
#pragma GCC visibility pop
