// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "calibrate/consensus.hpp"

#include <opencv2/calib3d.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace csca::calibrate_rig {
namespace {

struct Eye {
  cv::Mat matrix;
  cv::Mat lens;
  std::vector<cv::Mat> turns;  ///< of the board in each picture, as vectors of rotation
  std::vector<cv::Mat> places;
};

Eye solve_alone(const std::vector<Shared>& pairs, std::vector<cv::Point2f> Shared::*view, cv::Size size) {
  std::vector<std::vector<cv::Point3f>> boards;
  std::vector<std::vector<cv::Point2f>> corners;
  for (const Shared& pair : pairs) {
    boards.push_back(pair.board);
    corners.push_back(pair.*view);
  }
  Eye eye;
  cv::calibrateCamera(boards, corners, size, eye.matrix, eye.lens, eye.turns, eye.places);
  return eye;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::vector<double> misses_of_consensus(const std::vector<Shared>& pairs, cv::Size size) {
  const Eye left = solve_alone(pairs, &Shared::left, size);
  const Eye right = solve_alone(pairs, &Shared::right, size);
  std::vector<double> best(pairs.size(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    // From the left camera to the right one, as this pair alone would have it.
    cv::Mat turn, place;
    const cv::Mat back = -left.turns[i];
    cv::Mat back_rotation;
    cv::Rodrigues(back, back_rotation);
    const cv::Mat back_place = -back_rotation * left.places[i];
    cv::composeRT(back, back_place, right.turns[i], right.places[i], turn, place);
    std::vector<double> misses;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      cv::Mat board_turn, board_place;
      cv::composeRT(left.turns[k], left.places[k], turn, place, board_turn, board_place);
      std::vector<cv::Point2f> shown;
      cv::projectPoints(pairs[k].board, board_turn, board_place, right.matrix, right.lens, shown);
      misses.push_back(cv::norm(shown, pairs[k].right, cv::NORM_L2) / std::sqrt(static_cast<double>(shown.size())));
    }
    if (median(misses) < median(best)) best = std::move(misses);
  }
  return best;
}

}  // namespace csca::calibrate_rig
