// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/calibrate.hpp>

#include <opencv2/core.hpp>

#include <vector>

namespace csca::calibrate_rig {

/// The corner's place on the board, metres.
inline cv::Point3f place_on_board(const Board& board, int corner) {
  return {static_cast<float>(board.square * (corner % board.columns)),
          static_cast<float>(board.square * (corner / board.columns)), 0.0F};
}

/// The corners of a board with markers; OpenCV's aruco finds them.
BoardSight find_marked_board(const cv::Mat& grey, const Board& board);

/// Throws Error for a dictionary that OpenCV does not have, or without OpenCV's aruco.
void check_markers(const Board& board);

}  // namespace csca::calibrate_rig
