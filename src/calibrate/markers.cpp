// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// Boards with markers (ChArUco), where OpenCV's aruco was found: Debian has it in libopencv-contrib-dev.
#include "calibrate/board.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#ifdef CSCA_ARUCO
#include <opencv2/aruco/charuco.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace csca {
namespace {

struct Dictionary {
  std::string_view name;
  cv::aruco::PREDEFINED_DICTIONARY_NAME number;
};
constexpr std::array<Dictionary, 17> dictionaries = {{{"4X4_50", cv::aruco::DICT_4X4_50},
                                                      {"4X4_100", cv::aruco::DICT_4X4_100},
                                                      {"4X4_250", cv::aruco::DICT_4X4_250},
                                                      {"4X4_1000", cv::aruco::DICT_4X4_1000},
                                                      {"5X5_50", cv::aruco::DICT_5X5_50},
                                                      {"5X5_100", cv::aruco::DICT_5X5_100},
                                                      {"5X5_250", cv::aruco::DICT_5X5_250},
                                                      {"5X5_1000", cv::aruco::DICT_5X5_1000},
                                                      {"6X6_50", cv::aruco::DICT_6X6_50},
                                                      {"6X6_100", cv::aruco::DICT_6X6_100},
                                                      {"6X6_250", cv::aruco::DICT_6X6_250},
                                                      {"6X6_1000", cv::aruco::DICT_6X6_1000},
                                                      {"7X7_50", cv::aruco::DICT_7X7_50},
                                                      {"7X7_100", cv::aruco::DICT_7X7_100},
                                                      {"7X7_250", cv::aruco::DICT_7X7_250},
                                                      {"7X7_1000", cv::aruco::DICT_7X7_1000},
                                                      {"ARUCO_ORIGINAL", cv::aruco::DICT_ARUCO_ORIGINAL}}};

const Dictionary* dictionary_of(const Board& board) {
  const auto* found = std::find_if(dictionaries.begin(), dictionaries.end(),
                                   [&](const Dictionary& dictionary) { return dictionary.name == board.markers; });
  return found == dictionaries.end() ? nullptr : found;
}

}  // namespace

bool finds_markers() { return true; }

namespace calibrate_rig {

void check_markers(const Board& board) {
  if (dictionary_of(board) == nullptr) {
    throw Error(
        fmt::format("there is no dictionary '{}' of markers: take 4X4_50, 5X5_100, 6X6_250 or another of OpenCV's, "
                    "without DICT_",
                    board.markers));
  }
}

BoardSight find_marked_board(const cv::Mat& grey, const Board& board) {
  const auto dictionary = cv::aruco::getPredefinedDictionary(dictionary_of(board)->number);
  const auto charuco =
      cv::aruco::CharucoBoard::create(board.columns + 1, board.rows + 1, static_cast<float>(board.square),
                                      static_cast<float>(board.marker), dictionary);
  std::vector<std::vector<cv::Point2f>> marker_corners;
  std::vector<int> markers;
  cv::aruco::detectMarkers(grey, dictionary, marker_corners, markers);
  if (markers.empty()) return {};
  std::vector<cv::Point2f> places;
  std::vector<int> corners;
  cv::aruco::interpolateCornersCharuco(marker_corners, markers, grey, charuco, places, corners);
  if (corners.size() < 6) return {};  // too few to hold a pose against noise
  // Corners come half a pixel off from OpenCV 4.6. The window is small enough to hold no part of a marker.
  cv::cornerSubPix(grey, places, {3, 3}, {-1, -1}, {cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 50, 1e-3});
  BoardSight sight{corners, {}};
  for (const cv::Point2f& place : places) {
    sight.places.push_back({static_cast<double>(place.x), static_cast<double>(place.y)});
  }
  return sight;
}

}  // namespace calibrate_rig
}  // namespace csca

#else

namespace csca {

bool finds_markers() { return false; }

namespace calibrate_rig {

void check_markers(const Board& /*board*/) {
  throw Error(
      "boards with markers need OpenCV's aruco, which csca was built without: with libopencv-contrib-dev "
      "installed, build csca again, or take a plain chessboard");
}

BoardSight find_marked_board(const cv::Mat& /*grey*/, const Board& /*board*/) { return {}; }

}  // namespace calibrate_rig
}  // namespace csca

#endif
