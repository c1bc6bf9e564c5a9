// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/opencv.hpp>
#include <csca/synth.hpp>

#include <opencv2/imgproc.hpp>

namespace csca {

/// A synthetic pair as cv::imread would give it.
struct MatPair {
  explicit MatPair(const SynthOptions& options)
      : synth(synthesize(options)), left(mat(synth.left)), right(mat(synth.right)) {}

  static cv::Mat mat(const Image& image) {
    const cv::Mat rgb(image.height(), image.width(),
                      CV_MAKETYPE(image.sample() == Sample::u8 ? CV_8U : CV_16U, image.channels()),
                      const_cast<std::uint8_t*>(image.row<std::uint8_t>(0)));
    cv::Mat result = rgb.clone();
    if (image.channels() == 3) cv::cvtColor(rgb, result, cv::COLOR_RGB2BGR);
    return result;
  }

  SynthPair synth;
  cv::Mat left;
  cv::Mat right;
};

/// The share of visible pixels whose disparity, in sixteenths, is unknown or off by more than a pixel.
inline double bad_share(const cv::Mat& fixed, const Plane<float>& truth, const Mask& visible) {
  int bad = 0;
  int all = 0;
  for (int y = 0; y < fixed.rows; ++y) {
    for (int x = 0; x < fixed.cols; ++x) {
      if (visible(x, y) == 0) continue;
      ++all;
      if (std::abs(static_cast<float>(fixed.at<short>(y, x)) / 16 - truth(x, y)) > 1) ++bad;
    }
  }
  return static_cast<double>(bad) / all;
}

}  // namespace csca
