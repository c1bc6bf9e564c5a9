// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/calibrate.hpp>

#include "calibrate/board.hpp"
#include "calibrate/consensus.hpp"
#include "rectify/find_rectification.hpp"
#include "rectify/mats.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>
#include <opencv2/calib3d.hpp>

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

using calibrate_rig::Shared;

constexpr std::size_t fewest_pairs = 3;
/// A pair whose error is so many times the median's is an outlier, if it is no smaller than `tolerated` pixels.
constexpr double outlying = 2.5;
constexpr double tolerated = 0.4;
/// The same where pairs are held against the pose of one of them, which no average has smoothed.
constexpr double tolerated_alone = 3;
/// Above this, in pixels of an image 640 pixels wide, the pictures are not of one rig and one flat board.
constexpr double hopeless = 1.5;

cv::Point2f place_of(const BoardSight& sight, std::size_t i) {
  return {static_cast<float>(sight.places[i].x), static_cast<float>(sight.places[i].y)};
}

Shared shared_corners(const BoardPair& pair, std::size_t number, const Board& board) {
  Shared shared{number, {}, {}, {}};
  for (std::size_t i = 0; i < pair.left.corners.size(); ++i) {
    const auto& others = pair.right.corners;
    const auto found = std::find(others.begin(), others.end(), pair.left.corners[i]);
    if (found == others.end()) continue;
    shared.board.push_back(calibrate_rig::place_on_board(board, *found));
    shared.left.push_back(place_of(pair.left, i));
    shared.right.push_back(place_of(pair.right, static_cast<std::size_t>(found - others.begin())));
  }
  // The finder may begin at either end of a plain chessboard: two cameras side by side see it the same way up.
  if (board.marker == 0 && shared.left.size() > 1) {
    const cv::Point2f along_left = shared.left.back() - shared.left.front();
    const cv::Point2f along_right = shared.right.back() - shared.right.front();
    if (along_left.dot(along_right) < 0) std::reverse(shared.right.begin(), shared.right.end());
  }
  return shared;
}

double root_mean_square(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return values.empty() ? 0 : std::sqrt(sum / static_cast<double>(values.size()));
}

std::vector<cv::Point2f> rectified(const std::vector<cv::Point2f>& places, const Camera& camera,
                                   const Matrix3& rotation, const Matrix34& projection) {
  std::vector<cv::Point2f> result;
  cv::undistortPoints(places, result, rectify::mat_of(camera.matrix), rectify::distortion_of(camera),
                      rectify::mat_of(rotation), rectify::mat_of(projection));
  return result;
}

/// By how much the two views of each corner miss a common row, once rectified.
std::vector<double> row_errors(const Shared& shared, const StereoRig& rig) {
  const Rectification& made = *rig.rectification;
  const auto left = rectified(shared.left, rig.left, made.left_rotation, made.left_projection);
  const auto right = rectified(shared.right, rig.right, made.right_rotation, made.right_projection);
  std::vector<double> errors;
  for (std::size_t i = 0; i < left.size(); ++i) {
    errors.push_back(static_cast<double>(right[i].y) - static_cast<double>(left[i].y));
  }
  return errors;
}

Camera camera_of(const cv::Mat& matrix, const cv::Mat& lens, cv::Size size) {
  Camera camera{.width = size.width, .height = size.height};
  rectify::copy_to(camera.matrix, matrix);
  camera.distortion.assign(lens.ptr<double>(), lens.ptr<double>() + 5);
  return camera;
}

struct Solution {
  StereoRig rig;
  double error = 0;
  cv::Mat of_pairs;  ///< a row a pair: left, right
};

/// Each camera by itself first: their common solution needs a start that is nearly right.
Solution solve(const std::vector<Shared>& pairs, cv::Size size) {
  std::vector<std::vector<cv::Point3f>> board;
  std::vector<std::vector<cv::Point2f>> left;
  std::vector<std::vector<cv::Point2f>> right;
  for (const Shared& pair : pairs) {
    board.push_back(pair.board);
    left.push_back(pair.left);
    right.push_back(pair.right);
  }
  cv::Mat left_matrix, left_lens, right_matrix, right_lens, rotation, translation, essential, fundamental;
  cv::calibrateCamera(board, left, size, left_matrix, left_lens, cv::noArray(), cv::noArray());
  cv::calibrateCamera(board, right, size, right_matrix, right_lens, cv::noArray(), cv::noArray());
  Solution solution;
  solution.error =
      cv::stereoCalibrate(board, left, right, left_matrix, left_lens, right_matrix, right_lens, size, rotation,
                          translation, essential, fundamental, solution.of_pairs, cv::CALIB_USE_INTRINSIC_GUESS,
                          {cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 100, 1e-6});
  StereoRig& rig = solution.rig;
  rig.left = camera_of(left_matrix, left_lens, size);
  rig.right = camera_of(right_matrix, right_lens, size);
  rectify::copy_to(rig.rotation, rotation);
  rectify::copy_to(rig.translation, translation);
  return solution;
}

/// The pair that fits worst, when it fits much worse than others; otherwise their number.
std::size_t outlier_of(std::vector<double> errors, double least) {
  const auto worst = static_cast<std::size_t>(std::max_element(errors.begin(), errors.end()) - errors.begin());
  const double largest = errors[worst];
  const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
  std::nth_element(errors.begin(), middle, errors.end());
  const bool outlies = largest > least && largest > outlying * *middle;
  return outlies && errors.size() > fewest_pairs ? worst : errors.size();
}

/// Pairs that are used, and those that are not.
struct Sifted {
  std::vector<Shared> used;
  std::vector<Shared> dropped = {};

  void drop(std::size_t pair) {
    dropped.push_back(std::move(used[pair]));
    used.erase(used.begin() + static_cast<std::ptrdiff_t>(pair));
  }
};

/// Mixed up moments first, which no common solution survives; then what fits the solution badly, one by one.
Solution sift(Sifted& pairs, cv::Size size, std::vector<PairFit>& fits) {
  for (std::vector<double> misses = calibrate_rig::misses_of_consensus(pairs.used, size);;) {
    const std::size_t outlier = outlier_of(misses, tolerated_alone);
    if (outlier == misses.size()) break;
    fits[pairs.used[outlier].pair] = {misses[outlier], misses[outlier], 0, false};
    pairs.drop(outlier);
    misses.erase(misses.begin() + static_cast<std::ptrdiff_t>(outlier));
  }
  for (;;) {
    Solution solution = solve(pairs.used, size);
    std::vector<double> errors;
    for (std::size_t i = 0; i < pairs.used.size(); ++i) {
      const auto* own = solution.of_pairs.ptr<double>(static_cast<int>(i));
      fits[pairs.used[i].pair] = {own[0], own[1], 0, true};
      errors.push_back(std::max(own[0], own[1]));
    }
    const std::size_t outlier = outlier_of(errors, tolerated);
    if (outlier == errors.size()) return solution;
    fits[pairs.used[outlier].pair].used = false;
    pairs.drop(outlier);
  }
}

}  // namespace

RigFit calibrate(std::span<const BoardPair> pairs, const Board& board, int width, int height) {
  validate(board);
  Sifted sifted;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    Shared shared = shared_corners(pairs[i], i, board);
    if (shared.board.size() >= 6) sifted.used.push_back(std::move(shared));
  }
  if (sifted.used.size() < fewest_pairs) {
    throw Error(
        fmt::format("the board of {}x{} inner corners is seen by both cameras in {} of {} pairs: three are the least, "
                    "ten to twenty in different poses are good",
                    board.columns, board.rows, sifted.used.size(), pairs.size()));
  }
  RigFit fit;
  fit.pairs.resize(pairs.size());
  Solution solution;
  try {
    solution = sift(sifted, {width, height}, fit.pairs);
  } catch (const cv::Exception& failure) {
    throw Error(fmt::format(
        "no cameras see the boards as these pictures do ({}): show the board in more poses, tilted too", failure.err));
  }
  fit.rig = solution.rig;
  fit.error = solution.error;
  if (!(fit.error <= hopeless * std::max(1.0, width / 640.0))) {
    throw Error(
        fmt::format("the pictures do not fit one pair of cameras: corners are off by {:.2f} pixels; is the board "
                    "{}x{} inner corners and flat, and were left and right taken at the same moment?",
                    fit.error, board.columns, board.rows));
  }
  fit.rig.rectification = rectify::find_rectification(fit.rig, -1);
  std::vector<double> rows;
  for (const Shared& shared : sifted.used) {
    const std::vector<double> own = row_errors(shared, fit.rig);
    fit.pairs[shared.pair].rows = root_mean_square(own);
    rows.insert(rows.end(), own.begin(), own.end());
  }
  for (const Shared& shared : sifted.dropped)
    fit.pairs[shared.pair].rows = root_mean_square(row_errors(shared, fit.rig));
  fit.row_error = root_mean_square(rows);
  return fit;
}

}  // namespace csca
