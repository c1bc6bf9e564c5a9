// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/opencv.hpp>

#include <cstdlib>

namespace {

// Runs before main, so that the program is the same with and without OpenCV.
const bool good = [] {
  const cv::Mat image(32, 64, CV_8U, cv::Scalar(7));
  cv::Mat map;
  csca::create_stereo_matcher(0, 16)->compute(image, image, map);
  if (map.type() != CV_16S) std::abort();
  return true;
}();

}  // namespace
