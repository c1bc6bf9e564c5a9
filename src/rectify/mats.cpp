// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "rectify/mats.hpp"

#include <cstring>

namespace csca::rectify {

cv::Mat pixels_of(const ImageView& image) {
  constexpr std::array depths = {CV_8U, CV_16U, CV_32F};
  const int type = CV_MAKETYPE(depths.at(static_cast<std::size_t>(image.sample)), image.channels);
  if (image.row_bytes > 0) {
    return cv::Mat(image.height, image.width, type, const_cast<void*>(image.data),
                   static_cast<std::size_t>(image.row_bytes));
  }
  cv::Mat copy(image.height, image.width, type);
  for (int y = 0; y < image.height; ++y) {
    std::memcpy(copy.ptr(y), static_cast<const std::byte*>(image.data) + y * image.row_bytes,
                static_cast<std::size_t>(image.width) * copy.elemSize());
  }
  return copy;
}

cv::Mat grey_of(const ImageView& image) {
  FloatImage grey = to_float(image, white_of(image, image), true);
  const cv::Mat values(grey.height(), grey.width(), CV_32F, grey.channels.front().data());
  cv::Mat result;
  cv::normalize(values, result, 0, 255, cv::NORM_MINMAX, CV_8U);
  return result;
}

}  // namespace csca::rectify
