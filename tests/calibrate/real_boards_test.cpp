// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "support/scenes.hpp"

#include <csca/calibrate.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace csca {
namespace {

/// The chessboards of OpenCV's samples: 13 pairs, 9x6 inner corners.
TEST(RealBoards, AreCalibratedToAFractionOfAPixel) {
  const auto data = scenes::data_folder();
  if (!data || !std::filesystem::exists(*data / "calib/opencv_samples")) GTEST_SKIP() << "no boards in $CSCA_DATA";
  std::vector<BoardPair> pairs;
  for (int i = 1; i <= 14; ++i) {
    if (i == 10) continue;
    const auto sight = [&](const char* side) {
      return find_board(read_image(*data / "calib/opencv_samples" / fmt::format("{}{:02}.jpg", side, i)), {});
    };
    pairs.push_back({sight("left"), sight("right")});
    EXPECT_EQ(pairs.back().left.corners.size(), 54U) << i;
    EXPECT_EQ(pairs.back().right.corners.size(), 54U) << i;
  }
  const RigFit fit = calibrate(pairs, {}, 640, 480);
  EXPECT_LT(fit.error, 0.5);
  EXPECT_LT(fit.row_error, 0.5);
}

}  // namespace
}  // namespace csca
