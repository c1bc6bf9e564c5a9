// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "peers.hpp"

#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>
#ifdef CSCA_XIMGPROC
#include <opencv2/ximgproc/disparity_filter.hpp>
#endif

#include <algorithm>
#include <limits>

namespace csca::peers {
namespace {

cv::Mat to_mat(const ImageView& image, bool grey) {
  const cv::Mat view(image.height, image.width, image.channels == 1 ? CV_8UC1 : CV_8UC3, const_cast<void*>(image.data),
                     static_cast<std::size_t>(image.row_bytes));
  cv::Mat result;
  if (grey && image.channels == 3) {
    cv::cvtColor(view, result, cv::COLOR_RGB2GRAY);
  } else {
    result = view.clone();
  }
  return result;
}

/// Columns beside the pair. OpenCV's matchers leave blank what lies within the range of the image's side, which users
/// avoid by repeating its first and last column.
struct Padding {
  int left = 0;
  int right = 0;
};
Padding padding_for(const Settings& settings, Levels range) {
  if (!settings.padded) return {};
  return {std::max(0, range.first + levels_for(range.count)), std::max(0, -range.first)};
}

cv::Mat padded(const cv::Mat& image, Padding padding) {
  cv::Mat result;
  cv::copyMakeBorder(image, result, 0, 0, padding.left, padding.right, cv::BORDER_REPLICATE);
  return result;
}

cv::Ptr<cv::StereoMatcher> make_matcher(const Settings& settings, int channels, Levels range) {
  const int levels = levels_for(range.count);
  if (settings.algorithm == Algorithm::bm) {
    auto matcher = cv::StereoBM::create(levels, settings.block);
    matcher->setMinDisparity(range.first);
    return matcher;
  }
  const bool plain = settings.algorithm == Algorithm::sgbm || settings.algorithm == Algorithm::sgbm_wls;
  const int mode = plain                                        ? cv::StereoSGBM::MODE_SGBM
                   : settings.algorithm == Algorithm::sgbm_hh   ? cv::StereoSGBM::MODE_HH
                   : settings.algorithm == Algorithm::sgbm_3way ? cv::StereoSGBM::MODE_SGBM_3WAY
                                                                : cv::StereoSGBM::MODE_HH4;
  const int area = channels * settings.block * settings.block;  // smoothness as OpenCV's manual advises
  const bool filters = settings.filters;
  return cv::StereoSGBM::create(range.first, levels, settings.block, 8 * area, 32 * area, 1, filters ? 31 : 0,
                                filters ? settings.uniqueness : 0, filters ? 100 : 0, filters ? 2 : 0, mode);
}

class StereoMatcher : public Peer {
 public:
  StereoMatcher(const Settings& settings, const ImageView& left, const ImageView& right, Levels range)
      : padding_(padding_for(settings, range)),
        left_(padded(to_mat(left, settings.algorithm == Algorithm::bm), padding_)),
        right_(padded(to_mat(right, settings.algorithm == Algorithm::bm), padding_)),
        first_(range.first),
        matcher_(make_matcher(settings, left_.channels(), range)) {}

  void compute() override { matcher_->compute(left_, right_, fixed_); }

  Plane<float> disparity() const override {
    Plane<float> result(fixed_.cols - padding_.left - padding_.right, fixed_.rows);
    for (int y = 0; y < fixed_.rows; ++y) {
      for (int x = 0; x < result.width(); ++x) {
        const int value = fixed_.at<short>(y, x + padding_.left);  // sixteenths; below the range: unknown
        result(x, y) =
            value < 16 * first_ ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(value) / 16.0F;
      }
    }
    return result;
  }

 protected:
  Padding padding_;
  cv::Mat left_;
  cv::Mat right_;
  int first_;
  cv::Ptr<cv::StereoMatcher> matcher_;
  cv::Mat fixed_;
};

#ifdef CSCA_XIMGPROC
constexpr bool has_wls = true;

/// StereoSGBM in both directions, and ximgproc's filter over the two maps.
class FilteredMatcher : public StereoMatcher {
 public:
  FilteredMatcher(const Settings& settings, const ImageView& left, const ImageView& right, Levels range)
      : StereoMatcher(settings, left, right, range),
        filter_(cv::ximgproc::createDisparityWLSFilter(matcher_)),
        right_matcher_(cv::ximgproc::createRightMatcher(matcher_)) {
    filter_->setLambda(settings.lambda);
    filter_->setSigmaColor(settings.sigma);
  }

  void compute() override {
    cv::Mat left_map;
    cv::Mat right_map;
    matcher_->compute(left_, right_, left_map);
    right_matcher_->compute(right_, left_, right_map);
    filter_->filter(left_map, left_, fixed_, right_map);
  }

 private:
  cv::Ptr<cv::ximgproc::DisparityWLSFilter> filter_;
  cv::Ptr<cv::StereoMatcher> right_matcher_;
};
#else
constexpr bool has_wls = false;
using FilteredMatcher = StereoMatcher;
#endif

constexpr Library library = {
    CSCA_VERSION, CV_VERSION, has_wls, [](int threads) { cv::setNumThreads(threads); },
    [](const Settings& settings, const ImageView& left, const ImageView& right, Levels range) -> std::unique_ptr<Peer> {
      if (settings.algorithm == Algorithm::sgbm_wls) {
        return std::make_unique<FilteredMatcher>(settings, left, right, range);
      }
      return std::make_unique<StereoMatcher>(settings, left, right, range);
    }};

}  // namespace
}  // namespace csca::peers

const csca::peers::Library* csca_peers() { return &csca::peers::library; }
