// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "opencv/mats.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace csca {

/// The scene of Middlebury v2, 64 disparities; tests skip without $CSCA_DATA.
class Teddy : public testing::Test {
 protected:
  void SetUp() override {
    if (!scenes::data_folder()) GTEST_SKIP() << "CSCA_DATA is not set";
    const auto all = scenes::group("v2");
    const auto teddy = std::find_if(all.begin(), all.end(), [](const auto& scene) { return scene.name == "teddy"; });
    ASSERT_NE(teddy, all.end());
    pair = scenes::load(*teddy);
    left = MatPair::mat(pair.left);
    right = MatPair::mat(pair.right);
  }

  cv::Mat compute(const cv::Ptr<cv::StereoSGBM>& matcher) const {
    cv::Mat map;
    matcher->compute(left, right, map);
    EXPECT_EQ(map.type(), CV_16SC1);
    EXPECT_EQ(map.size(), left.size());
    return map;
  }

  static cv::Ptr<cv::StereoSGBM> sgbm(int first, int count) {
    return cv::StereoSGBM::create(first, count, 5, 8 * 75, 32 * 75);
  }

  double bad_share(const cv::Mat& map) const { return csca::bad_share(map, pair.truth, pair.mask); }

  scenes::Pair pair;
  cv::Mat left;
  cv::Mat right;
};

}  // namespace csca
