// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/geometry.hpp>
#include <csca/image.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

// Two cameras from pictures of a board, by OpenCV's calib3d: a part of csca::opencv. No type of OpenCV is seen.
#pragma GCC visibility push(default)
namespace csca {

/// A chessboard, by its inner corners: the places where four squares meet.
struct Board {
  int columns = 9;                 ///< inner corners along a row, 3 to 100
  int rows = 6;                    ///< inner corners along a column, 3 to 100
  double square = 0.025;           ///< side of a square, metres, 0.0001 to 10
  double marker = 0;               ///< ChArUco: side of a marker in the white squares, metres; 0: a plain chessboard
  std::string markers = "4X4_50";  ///< ChArUco: the dictionary of the markers, OpenCV's name without DICT_
};

struct ImagePoint {
  double x = 0;  ///< pixels; the centre of the first pixel is 0
  double y = 0;
};

/// Where an image shows a board's corners. Empty when it shows none.
struct BoardSight {
  std::vector<int> corners = {};        ///< numbers of the corners, row by row from 0; a plain chessboard shows all
  std::vector<ImagePoint> places = {};  ///< of the same corners
};

/// The board at one moment.
struct BoardPair {
  BoardSight left = {};
  BoardSight right = {};
};

/// Whether boards with markers (ChArUco) can be found: OpenCV's aruco module was there when csca was built.
bool finds_markers();

/// Throws Error that names field, value and what is allowed; also for a board with markers where these cannot be found.
void validate(const Board& board);

/// Looks for the board, which has to be seen as a whole unless it has markers. Any image that `match` takes.
BoardSight find_board(const ImageView& image, const Board& board);

/// How well the rig explains one pair, root mean squares over its corners, pixels.
struct PairFit {
  double left = 0;    ///< reprojection error
  double right = 0;   ///< reprojection error
  double rows = 0;    ///< distance of the two views' rows after rectification
  bool used = false;  ///< false: the pair was left out as an outlier; its errors are what it missed by then
};

struct RigFit {
  StereoRig rig = {};               ///< with its rectification
  double error = 0;                 ///< root mean square of the reprojection errors of all corners used, pixels
  double row_error = 0;             ///< the same for rows after rectification, pixels
  std::vector<PairFit> pairs = {};  ///< in the order in which they were given
};

/// Finds both cameras and how they stand to each other. Pairs that fit much worse than others are left out, one after
/// the other. Throws Error when fewer than three pairs show the board in both views, when the rest does not fit one
/// rig, or when the cameras do not stand side by side, the left one on the left.
RigFit calibrate(std::span<const BoardPair> pairs, const Board& board, int width, int height);

}  // namespace csca
#pragma GCC visibility pop
