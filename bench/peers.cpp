// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "support/scenes.hpp"

#include <fmt/format.h>

#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

#include <ctime>
#include <limits>

// peers GROUP [THRESHOLD]: OpenCV's StereoBM and StereoSGBM on the scenes that `scores` takes, with the best of a few
// common settings, holes filled from the lower neighbour in the row. The same columns as scores, so that the tables can
// stand side by side.
namespace {

using csca::scenes::Pair;

cv::Mat to_mat(const csca::Image& image) {
  const int type = image.channels() == 1 ? CV_8UC1 : image.channels() == 3 ? CV_8UC3 : CV_8UC4;
  const cv::Mat rgb(image.height(), image.width(), type, const_cast<std::uint8_t*>(image.row<std::uint8_t>(0)));
  return rgb.clone();
}

cv::Mat to_grey(const cv::Mat& image) {
  cv::Mat grey;
  if (image.channels() == 1) return image;
  cv::cvtColor(image, grey, cv::COLOR_RGB2GRAY);
  return grey;
}

cv::Ptr<cv::StereoMatcher> block_matcher(int levels) { return cv::StereoBM::create(levels, 15); }

template <int mode>
cv::Ptr<cv::StereoMatcher> semi_global(int levels) {
  constexpr int block = 5;
  constexpr int area = 3 * block * block;
  return cv::StereoSGBM::create(0, levels, block, 8 * area, 32 * area, 1, 31, 5, 100, 2, mode);
}

struct Peer {
  const char* name;
  cv::Ptr<cv::StereoMatcher> (*make)(int levels);
  bool grey;
};

constexpr Peer peers[] = {
    {"StereoBM", block_matcher, true},
    {"StereoSGBM", semi_global<cv::StereoSGBM::MODE_SGBM>, false},
    {"StereoSGBM 3-way", semi_global<cv::StereoSGBM::MODE_SGBM_3WAY>, false},
    {"StereoSGBM HH", semi_global<cv::StereoSGBM::MODE_HH>, false},
};

/// OpenCV's fixed point as pixels, its "minimum - 1" as unknown, and unknown filled.
csca::Plane<float> finished(const cv::Mat& fixed, const csca::FloatImage& guide) {
  csca::Plane<float> disparity(fixed.cols, fixed.rows);
  for (int y = 0; y < fixed.rows; ++y) {
    for (int x = 0; x < fixed.cols; ++x) {
      const int value = fixed.at<short>(y, x);
      disparity(x, y) = value < 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(value) / 16.0F;
    }
  }
  csca::ValidityMap validity(fixed.cols, fixed.rows);
  csca::RefineOptions options;
  options.fill = csca::Fill::all;
  csca::refine({disparity, validity, guide, {}}, options);
  return disparity;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2 || !csca::scenes::data_folder()) {
    fmt::print(stderr, "usage: CSCA_DATA=DIR peers GROUP [THRESHOLD]\n");
    return 2;
  }
  cv::setNumThreads(1);
  const auto scenes = csca::scenes::group(argv[1]);
  for (const Peer& peer : peers) {
    double bad = 0;
    double average = 0;
    double seconds = 0;
    double cells = 0;
    for (const auto& scene : scenes) {
      const Pair pair = csca::scenes::load(scene);
      const int levels = (scene.levels + 15) / 16 * 16;
      const cv::Mat left = peer.grey ? to_grey(to_mat(pair.left)) : to_mat(pair.left);
      const cv::Mat right = peer.grey ? to_grey(to_mat(pair.right)) : to_mat(pair.right);
      cv::Mat fixed;
      const std::clock_t start = std::clock();
      peer.make(levels)->compute(left, right, fixed);
      seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      cells += static_cast<double>(pair.left.width()) * pair.left.height() * levels;
      const auto map = finished(fixed, csca::to_float(pair.left, 255));
      const csca::Score score =
          csca::evaluate(map, pair.truth, pair.mask, argc > 2 ? std::stod(argv[2]) : scene.threshold);
      bad += score.bad;
      average += score.average;
    }
    const auto n = static_cast<double>(scenes.size());
    fmt::print("{:18} bad {:6.2f} %  average {:6.3f} px  {:.2f} ns per cell\n", peer.name, bad / n, average / n,
               1e9 * seconds / cells);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "peers: {}\n", error.what());
  return 1;
}
