// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opencv2/core.hpp>

#include <vector>

namespace csca::calibrate_rig {

/// Corners that both views of a pair show.
struct Shared {
  std::size_t pair = 0;
  std::vector<cv::Point3f> board;
  std::vector<cv::Point2f> left;
  std::vector<cv::Point2f> right;
};

/// For each pair, by how many pixels (root mean square) its right corners miss the place where the cameras would show
/// them that agree best with most pairs: of all pairs' own relative poses, the one with the least median of misses. A
/// few pairs of mixed up moments, which would drag a common solution along, stand out.
std::vector<double> misses_of_consensus(const std::vector<Shared>& pairs, cv::Size size);

}  // namespace csca::calibrate_rig
