// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/opencv.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace csca {
namespace {

constexpr int steps_per_pixel = cv::StereoMatcher::DISP_SCALE;

struct Depth {
  int depth;
  Sample sample;
};
constexpr std::array<Depth, 3> depths = {{{CV_8U, Sample::u8}, {CV_16U, Sample::u16}, {CV_32F, Sample::f32}}};

}  // namespace

ImageView view(const cv::Mat& image) {
  const auto* known =
      std::find_if(depths.begin(), depths.end(), [&](const Depth& depth) { return depth.depth == image.depth(); });
  const int channels = image.channels();
  if (image.dims > 2 || known == depths.end() || (channels != 1 && channels != 3 && channels != 4)) {
    throw Error(
        fmt::format("the cv::Mat is of type {}: csca takes two dimensions, CV_8U, CV_16U or CV_32F, with 1, 3 "
                    "or 4 channels; convert it with convertTo or cvtColor",
                    cv::typeToString(image.type())));
  }
  return {.data = image.data,
          .width = image.cols,
          .height = image.rows,
          .channels = channels,
          .sample = known->sample,
          .row_bytes = static_cast<std::ptrdiff_t>(image.dims > 0 ? image.step[0] : 0),
          .bgr = true};
}

cv::Mat view(Plane<float>& plane) { return {plane.height(), plane.width(), CV_32F, plane.data()}; }

cv::Mat view(Plane<std::uint8_t>& plane) { return {plane.height(), plane.width(), CV_8U, plane.data()}; }

void to_fixed_point(const Plane<float>& disparity, int min_disparity, cv::OutputArray fixed) {
  const auto unknown = cv::saturate_cast<short>((min_disparity - 1) * steps_per_pixel);
  fixed.create(disparity.height(), disparity.width(), CV_16S);
  cv::Mat result = fixed.getMat();
  for (int y = 0; y < disparity.height(); ++y) {
    auto* out = result.ptr<short>(y);
    for (int x = 0; x < disparity.width(); ++x) {
      const float d = disparity(x, y);
      out[x] = std::isnan(d) ? unknown
                             : std::max(cv::saturate_cast<short>(d * steps_per_pixel),
                                        cv::saturate_cast<short>(min_disparity * steps_per_pixel));
    }
  }
}

}  // namespace csca
