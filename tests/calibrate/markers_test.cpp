// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/calibrate.hpp>
#include <csca/error.hpp>

#include <gtest/gtest.h>

#ifdef CSCA_ARUCO
#include <opencv2/aruco/charuco.hpp>
#include <opencv2/imgproc.hpp>
#endif

namespace csca {
namespace {

const Board marked{.columns = 6, .rows = 4, .square = 0.03, .marker = 0.02, .markers = "4X4_50"};

std::string refusal(const Board& board) {
  try {
    validate(board);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

#ifdef CSCA_ARUCO

/// The board as a tilted camera sees it; `to_view` takes a place on the flat drawing to one in the view.
cv::Mat view_of_board(cv::Mat& to_view) {
  const auto board =
      cv::aruco::CharucoBoard::create(7, 5, 0.03F, 0.02F, cv::aruco::getPredefinedDictionary(cv::aruco::DICT_4X4_50));
  cv::Mat flat;
  board->draw({7 * 60, 5 * 60}, flat);
  const std::vector<cv::Point2f> from = {{0, 0}, {420, 0}, {420, 300}, {0, 300}};
  const std::vector<cv::Point2f> to = {{60, 50}, {560, 90}, {520, 410}, {90, 380}};
  to_view = cv::getPerspectiveTransform(from, to);
  cv::Mat view;
  cv::warpPerspective(flat, view, to_view, {640, 480}, cv::INTER_AREA, cv::BORDER_CONSTANT, cv::Scalar(255));
  return view;
}

ImageView grey(const cv::Mat& image) {
  return {image.data, image.cols, image.rows, 1, Sample::u8, static_cast<std::ptrdiff_t>(image.step[0])};
}

TEST(Markers, CornersLieWhereTheyWereDrawn) {
  cv::Mat to_view;
  const cv::Mat view = view_of_board(to_view);
  const BoardSight sight = find_board(grey(view), marked);
  ASSERT_EQ(sight.corners.size(), 24U);
  std::vector<cv::Point2f> drawn;
  for (const int corner : sight.corners) {
    drawn.emplace_back(static_cast<float>(60 * (corner % 6 + 1)) - 0.5F,
                       static_cast<float>(60 * (corner / 6 + 1)) - 0.5F);
  }
  std::vector<cv::Point2f> expected;
  cv::perspectiveTransform(drawn, expected, to_view);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(sight.places[i].x, static_cast<double>(expected[i].x), 0.2) << sight.corners[i];
    EXPECT_NEAR(sight.places[i].y, static_cast<double>(expected[i].y), 0.2) << sight.corners[i];
  }
}

/// A hand before the board hides some corners; the others keep their numbers.
TEST(Markers, PartOfABoardIsEnough) {
  cv::Mat to_view;
  cv::Mat view = view_of_board(to_view);
  const BoardSight whole = find_board(grey(view), marked);
  cv::rectangle(view, {0, 0}, {250, 479}, cv::Scalar(128), cv::FILLED);
  const BoardSight part = find_board(grey(view), marked);
  ASSERT_GE(part.corners.size(), 6U);
  ASSERT_LT(part.corners.size(), whole.corners.size());
  for (std::size_t i = 0; i < part.corners.size(); ++i) {
    const auto same = std::find(whole.corners.begin(), whole.corners.end(), part.corners[i]);
    ASSERT_NE(same, whole.corners.end());
    EXPECT_NEAR(part.places[i].x, whole.places[static_cast<std::size_t>(same - whole.corners.begin())].x, 0.5);
  }
}

TEST(Markers, MistakesGetASentence) {
  EXPECT_TRUE(finds_markers());
  Board board = marked;
  board.markers = "9X9_1";
  EXPECT_NE(refusal(board).find("no dictionary '9X9_1'"), std::string::npos);
  board = marked;
  board.marker = 0.03;
  EXPECT_NE(refusal(board).find("marker is 0.03"), std::string::npos);
}

#else

TEST(Markers, NeedOpenCvsAruco) {
  EXPECT_FALSE(finds_markers());
  EXPECT_NE(refusal(marked).find("libopencv-contrib-dev"), std::string::npos);
}

#endif

}  // namespace
}  // namespace csca
