// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "calibrate/board.hpp"

#include "rectify/mats.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace csca {
namespace {

using Places = std::vector<cv::Point2f>;

/// Half the side of the window that a corner is refined in: it may hold no other corner.
int window(const Places& places, const Board& board) {
  double least = 1e9;
  for (std::size_t i = 0; i + 1 < places.size(); ++i) {
    if ((i + 1) % static_cast<std::size_t>(board.columns) == 0) continue;
    least = std::min(least, cv::norm(places[i + 1] - places[i]));
  }
  for (std::size_t i = 0; i + static_cast<std::size_t>(board.columns) < places.size(); ++i) {
    least = std::min(least, cv::norm(places[i + static_cast<std::size_t>(board.columns)] - places[i]));
  }
  return std::clamp(static_cast<int>(0.4 * least), 2, 11);
}

bool search(const cv::Mat& grey, cv::Size corners, double scale, Places& places) {
  cv::Mat copy = grey;
  if (scale != 1) cv::resize(grey, copy, {}, scale, scale, scale < 1 ? cv::INTER_AREA : cv::INTER_CUBIC);
  const int flags = cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE;
  if (!cv::findChessboardCorners(copy, corners, places, flags)) return false;
  for (cv::Point2f& place : places) {
    place = {static_cast<float>((static_cast<double>(place.x) + 0.5) / scale - 0.5),
             static_cast<float>((static_cast<double>(place.y) + 0.5) / scale - 0.5)};
  }
  return true;
}

/// Large images are searched in a smaller copy first, which takes a fraction of the time, and small ones at last in a
/// larger copy: the search needs squares of a dozen pixels.
bool search_scales(const cv::Mat& grey, cv::Size corners, Places& places) {
  const int side = std::max(grey.cols, grey.rows);
  if (side > 800 && search(grey, corners, 800.0 / side, places)) return true;
  return search(grey, corners, 1, places) || (side < 1600 && search(grey, corners, 2, places));
}

BoardSight find_chessboard(const cv::Mat& grey, const Board& board) {
  Places places;
  if (!search_scales(grey, {board.columns, board.rows}, places)) return {};
  const int half = window(places, board);
  cv::cornerSubPix(grey, places, {half, half}, {-1, -1}, {cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 50, 1e-3});
  BoardSight sight;
  sight.corners.resize(places.size());
  std::iota(sight.corners.begin(), sight.corners.end(), 0);
  for (const cv::Point2f& place : places) {
    sight.places.push_back({static_cast<double>(place.x), static_cast<double>(place.y)});
  }
  return sight;
}

}  // namespace

void validate(const Board& board) {
  const auto refuse = [](const char* field, double value, const char* allowed) {
    throw Error(fmt::format("the board's {} is {:g}: allowed is {}", field, value, allowed));
  };
  for (const auto& [name, corners] : {std::pair("columns", board.columns), std::pair("rows", board.rows)}) {
    if (corners < 3 || corners > 100) refuse(name, corners, "3 to 100 inner corners");
  }
  if (!(board.square >= 1e-4 && board.square <= 10)) refuse("square", board.square, "0.0001 to 10 metres");
  if (board.marker == 0) return;
  if (!(board.marker > 0 && board.marker < board.square)) refuse("marker", board.marker, "less than the square's side");
  calibrate_rig::check_markers(board);
}

BoardSight find_board(const ImageView& image, const Board& board) {
  check(image, "image of the board");
  validate(board);
  const cv::Mat grey = rectify::grey_of(image);
  return board.marker > 0 ? calibrate_rig::find_marked_board(grey, board) : find_chessboard(grey, board);
}

}  // namespace csca
