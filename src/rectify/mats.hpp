// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/geometry.hpp>
#include <csca/image.hpp>

#include <opencv2/core.hpp>

#include <algorithm>
#include <array>

// What OpenCV's functions take and give, from and to csca's types.
namespace csca::rectify {

inline cv::Mat mat_of(const Matrix3& matrix) { return cv::Mat(3, 3, CV_64F, const_cast<double*>(matrix.data())); }
inline cv::Mat mat_of(const Matrix34& matrix) { return cv::Mat(3, 4, CV_64F, const_cast<double*>(matrix.data())); }
inline cv::Mat mat_of(const Vector3& vector) { return cv::Mat(3, 1, CV_64F, const_cast<double*>(vector.data())); }

/// None is given as four zeros: an empty matrix means something else to some of OpenCV's functions.
inline cv::Mat distortion_of(const Camera& camera) {
  cv::Mat result = cv::Mat::zeros(1, static_cast<int>(std::max<std::size_t>(4, camera.distortion.size())), CV_64F);
  std::copy(camera.distortion.begin(), camera.distortion.end(), result.ptr<double>());
  return result;
}

template <std::size_t size>
void copy_to(std::array<double, size>& target, const cv::Mat& matrix) {
  CV_Assert(matrix.total() == size && matrix.type() == CV_64F && matrix.isContinuous());
  std::copy_n(matrix.ptr<double>(), size, target.begin());
}

/// The pixels, without a copy where rows lie below each other.
cv::Mat pixels_of(const ImageView& image);

/// Grey, 8 bits, stretched from the darkest to the brightest pixel.
cv::Mat grey_of(const ImageView& image);

}  // namespace csca::rectify
