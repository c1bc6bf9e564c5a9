// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/match.hpp>
#include <csca/opencv.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace csca {
namespace {

/// What is asked of StereoSGBM and has no place in Options.
struct Parameters {
  int min_disparity;
  int num_disparities;
  int block_size;
  int disp12_max_diff = 0;
  int uniqueness_ratio = 0;
  int speckle_window = 0;
  int p1 = 0;
  int p2 = 0;
  int pre_filter_cap = 0;
  int mode = cv::StereoSGBM::MODE_SGBM;
};

/// Derived from StereoSGBM rather than from StereoMatcher, since programs set its parameters, and ximgproc's
/// factories take nothing else.
class Matcher : public cv::StereoSGBM {
 public:
  Matcher(const Parameters& parameters, const Options& options) : parameters_(parameters), options_(options) {}

  void compute(cv::InputArray left, cv::InputArray right, cv::OutputArray disparity) override {
    check_range();
    Options options = effective_options();
    options.input.check = false;  // nobody would read the warnings
    const cv::Mat left_image = left.getMat();
    const cv::Mat right_image = right.getMat();
    const Result result = match(view(left_image), view(right_image), options);
    to_fixed_point(result.disparity, parameters_.min_disparity, disparity);
  }

  int getMinDisparity() const override { return parameters_.min_disparity; }
  void setMinDisparity(int value) override { parameters_.min_disparity = value; }
  int getNumDisparities() const override { return parameters_.num_disparities; }
  void setNumDisparities(int value) override { parameters_.num_disparities = value; }
  int getBlockSize() const override { return parameters_.block_size; }
  void setBlockSize(int value) override { parameters_.block_size = value; }
  int getSpeckleWindowSize() const override { return parameters_.speckle_window; }
  void setSpeckleWindowSize(int value) override { parameters_.speckle_window = value; }
  int getSpeckleRange() const override { return static_cast<int>(std::lround(options_.refine.speckle.difference)); }
  void setSpeckleRange(int value) override { options_.refine.speckle.difference = value; }
  int getDisp12MaxDiff() const override { return parameters_.disp12_max_diff; }
  void setDisp12MaxDiff(int value) override { parameters_.disp12_max_diff = value; }
  int getPreFilterCap() const override { return parameters_.pre_filter_cap; }
  void setPreFilterCap(int value) override { parameters_.pre_filter_cap = value; }
  int getUniquenessRatio() const override { return parameters_.uniqueness_ratio; }
  void setUniquenessRatio(int value) override { parameters_.uniqueness_ratio = value; }
  int getP1() const override { return parameters_.p1; }
  void setP1(int value) override { parameters_.p1 = value; }
  int getP2() const override { return parameters_.p2; }
  void setP2(int value) override { parameters_.p2 = value; }
  int getMode() const override { return parameters_.mode; }
  void setMode(int value) override { parameters_.mode = value; }

  const Parameters& parameters() const { return parameters_; }
  const Options& options() const { return options_; }

 private:
  /// Sixteenths have to fit 16 bits, the value of unknown pixels too.
  void check_range() const {
    constexpr int least = std::numeric_limits<short>::min() / DISP_SCALE + 1;
    constexpr int most = std::numeric_limits<short>::max() / DISP_SCALE;
    const auto [first, count] = std::pair(parameters_.min_disparity, parameters_.num_disparities);
    if (count < 1 || first < least || first > most || count > most - first + 1) {
      throw Error(
          fmt::format("minDisparity is {} and numDisparities {}: allowed are disparities from {} to {}, which "
                      "sixteenths in 16 bits can hold; csca::match takes any",
                      first, count, least, most));
    }
  }

  Options effective_options() const {
    Options options = options_;
    if (parameters_.block_size < 1) {
      throw Error(fmt::format("blockSize is {}: allowed is a number from 1, and odd", parameters_.block_size));
    }
    options.aggregate.box.radius = parameters_.block_size / 2;
    options.range.first = parameters_.min_disparity;
    options.range.levels = parameters_.num_disparities;
    if (options.run.threads == 0) options.run.threads = std::max(1, cv::getNumThreads());

    const int difference = parameters_.disp12_max_diff;
    if (difference <= 0 || difference >= parameters_.num_disparities) {
      options.select.right = RightView::none;
    } else {
      if (options.select.right == RightView::none) options.select.right = RightView::diagonal;
      options.select.tolerance = difference;
    }
    if (parameters_.uniqueness_ratio > 0) options.select.uniqueness = parameters_.uniqueness_ratio;
    if (parameters_.speckle_window > 0) {
      options.refine.steps += options.refine.steps.empty() ? "speckle" : ",speckle";
      options.refine.speckle.size = parameters_.speckle_window;
    }
    return options;
  }

  Parameters parameters_;
  Options options_;
};

}  // namespace

cv::Ptr<cv::StereoSGBM> create_stereo_matcher(int min_disparity, int num_disparities, const Options& options) {
  validate(options);
  Parameters parameters{.min_disparity = min_disparity,
                        .num_disparities = num_disparities,
                        .block_size = 2 * options.aggregate.box.radius + 1};
  if (options.select.right != RightView::none) {
    parameters.disp12_max_diff = std::max(1, static_cast<int>(std::lround(options.select.tolerance)));
  }
  return cv::makePtr<Matcher>(parameters, options);
}

cv::Ptr<cv::StereoSGBM> create_right_matcher(const cv::Ptr<cv::StereoMatcher>& left) {
  const auto* matcher = dynamic_cast<const Matcher*>(left.get());
  if (matcher == nullptr) {
    throw Error("the left matcher is not csca's: use cv::ximgproc::createRightMatcher for OpenCV's own");
  }
  Parameters parameters = matcher->parameters();
  // Seen from the right, x_left = x_right - d has d from -(last) to -(first).
  parameters.min_disparity = -(parameters.min_disparity + parameters.num_disparities) + 1;
  parameters.disp12_max_diff = 0;
  parameters.uniqueness_ratio = 0;
  parameters.speckle_window = 0;
  return cv::makePtr<Matcher>(parameters, matcher->options());
}

}  // namespace csca
