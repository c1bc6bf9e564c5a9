// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/check.hpp>
#include <csca/error.hpp>
#include <csca/rectify.hpp>
#include <csca/synth.hpp>
#include <csca/synth_rig.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace csca {
namespace {

/// Points of the left image through its homography, and what the true disparity says of them through the right one's.
TEST(Uncalibrated, LaysRowsOnRows) {
  // A rectified pair whose right image has been turned and moved by a homography of our own.
  const SynthPair pair = synthesize({.width = 480, .height = 360, .levels = 32});
  const Matrix3 turn = {0.9995, -0.02, 6, 0.02, 0.9995, -5, 0, 0, 1};
  const RectifiedPair turned = Rectifier(identity3, turn, 480, 360)(pair.left, pair.right);
  const Uncalibrated found = rectify_uncalibrated(pair.left, turned.right);
  EXPECT_LT(found.row_error, 0.5);
  EXPECT_GE(found.agreeing, found.points / 2);
  const auto row = [](const Matrix3& h, double x, double y) {
    return (h[3] * x + h[4] * y + h[5]) / (h[6] * x + h[7] * y + h[8]);
  };
  std::vector<double> misses;
  for (int y = 20; y < 340; y += 10) {
    for (int x = 40; x < 440; x += 10) {
      const double right_x = x - static_cast<double>(pair.truth_left(x, y));
      const double turned_x = turn[0] * right_x + turn[1] * y + turn[2];
      const double turned_y = turn[3] * right_x + turn[4] * y + turn[5];
      misses.push_back(std::abs(row(found.left_homography, x, y) - row(found.right_homography, turned_x, turned_y)));
    }
  }
  std::sort(misses.begin(), misses.end());
  EXPECT_LT(misses[misses.size() / 2], 0.5);
  EXPECT_LT(misses[misses.size() * 9 / 10], 1.0);
}

std::string refusal(const ImageView& left, const ImageView& right) {
  try {
    rectify_uncalibrated(left, right);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Uncalibrated, RefusesWhatItCannotDo) {
  const SynthPair one = synthesize({.width = 320, .height = 240, .levels = 32});
  const SynthPair other = synthesize({.width = 320, .height = 240, .levels = 32, .seed = 7});
  EXPECT_NE(refusal(one.left, other.left).find("cannot be rectified without a calibration"), std::string::npos);
  EXPECT_NE(refusal(one.left, one.left).find("one image twice"), std::string::npos);
  const Image blank(320, 240, 1, Sample::u8);
  EXPECT_NE(refusal(blank, blank).find("only 0 points"), std::string::npos);
  EXPECT_NE(refusal(one.left, Image(320, 200, 1, Sample::u8)).find("one size"), std::string::npos);
}

}  // namespace
}  // namespace csca
