// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/calibrate.hpp>
#include <csca/error.hpp>
#include <csca/synth_rig.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace csca {
namespace {

const Board board;

const SynthRig& made() {
  static const SynthRig rig = synthesize_rig({.width = 480, .height = 360, .boards = 8, .noise = 0.005});
  return rig;
}

std::vector<BoardPair> made_sights() {
  static const std::vector<BoardPair> found = [] {
    std::vector<BoardPair> sights;
    for (const auto& [left, right] : made().boards) {
      sights.push_back({find_board(left, board), find_board(right, board)});
    }
    return sights;
  }();
  return found;
}

RigFit fit_of(const std::vector<BoardPair>& sights) { return calibrate(sights, board, 480, 360); }

/// Pixels by which the two cameras' images of points before them differ at most.
double largest_difference(const StereoRig& a, const StereoRig& b) {
  const auto project = [](const Camera& camera, const Vector3& p) {
    const double x = p[0] / p[2];
    const double y = p[1] / p[2];
    const double r2 = x * x + y * y;
    const auto& k = camera.distortion;
    const double grow = 1 + k[0] * r2 + k[1] * r2 * r2 + k[4] * r2 * r2 * r2;
    const double bent_x = x * grow + 2 * k[2] * x * y + k[3] * (r2 + 2 * x * x);
    const double bent_y = y * grow + k[2] * (r2 + 2 * y * y) + 2 * k[3] * x * y;
    return std::pair(camera.matrix[0] * bent_x + camera.matrix[2], camera.matrix[4] * bent_y + camera.matrix[5]);
  };
  const auto to_right = [](const StereoRig& rig, const Vector3& p) {
    Vector3 moved = rig.translation;
    for (std::size_t i = 0; i < 9; ++i) moved[i / 3] += rig.rotation[i] * p[i % 3];
    return moved;
  };
  double largest = 0;
  for (const double depth : {0.4, 0.8, 2.0}) {
    for (const double x : {-0.35, 0.0, 0.35}) {
      for (const double y : {-0.25, 0.0, 0.25}) {
        const Vector3 point = {x * depth, y * depth, depth};
        const auto [ax, ay] = project(a.right, to_right(a, point));
        const auto [bx, by] = project(b.right, to_right(b, point));
        // What both views of a rig share, such as a turn of the whole, moves no disparity.
        const auto [cx, cy] = project(a.left, point);
        const auto [dx, dy] = project(b.left, point);
        largest = std::max(largest, std::hypot((ax - cx) - (bx - dx), (ay - cy) - (by - dy)));
      }
    }
  }
  return largest;
}

TEST(Calibrate, FindsTheRenderedCameras) {
  const RigFit fit = fit_of(made_sights());
  EXPECT_LT(fit.error, 0.1);
  EXPECT_LT(fit.row_error, 0.1);
  for (const PairFit& pair : fit.pairs) EXPECT_TRUE(pair.used) << pair.left;
  EXPECT_NEAR(fit.rig.left.matrix[0], made().rig.left.matrix[0], 0.01 * made().rig.left.matrix[0]);
  EXPECT_NEAR(fit.rig.translation[0], made().rig.translation[0], 0.01 * 0.06);
  EXPECT_LT(largest_difference(fit.rig, made().rig), 0.3);
  EXPECT_TRUE(fit.rig.rectification.has_value());
}

TEST(Calibrate, NamesTheOutlier) {
  std::vector<BoardPair> sights = made_sights();
  std::swap(sights[3].right, sights[5].right);  // two moments mixed up: both pairs are wrong
  const RigFit fit = fit_of(sights);
  for (std::size_t i = 0; i < sights.size(); ++i) EXPECT_EQ(fit.pairs[i].used, i != 3 && i != 5) << i;
  EXPECT_LT(fit.error, 0.1);
  EXPECT_GT(fit.pairs[3].rows, 1);
}

/// The same corners from the other end: a board that looks the same upside down may be found so.
TEST(Calibrate, BoardsMayBeFoundFromEitherEnd) {
  std::vector<BoardPair> sights = made_sights();
  const RigFit fit = fit_of(sights);
  for (const std::size_t i : {0U, 4U}) std::reverse(sights[i].right.places.begin(), sights[i].right.places.end());
  EXPECT_EQ(fit_of(sights).error, fit.error);
}

std::string refusal(const std::vector<BoardPair>& sights, const Board& asked = board) {
  try {
    calibrate(sights, asked, 480, 360);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Calibrate, MistakesGetASentence) {
  std::vector<BoardPair> sights = made_sights();
  EXPECT_NE(refusal({sights.begin(), sights.begin() + 2}).find("three are the least"), std::string::npos);
  EXPECT_NE(refusal({}).find("0 of 0"), std::string::npos);
  std::vector<BoardPair> swapped = sights;
  for (BoardPair& pair : swapped) std::swap(pair.left, pair.right);
  EXPECT_NE(refusal(swapped).find("swap"), std::string::npos);
  std::vector<BoardPair> mixed = sights;
  for (std::size_t i = 0; i + 1 < mixed.size(); ++i) std::swap(mixed[i].right, mixed[i + 1].right);
  EXPECT_NE(refusal(mixed).find("same moment"), std::string::npos);
  EXPECT_NE(refusal(sights, {.columns = 2}).find("columns is 2"), std::string::npos);
  EXPECT_NE(refusal(sights, {.square = 25}).find("square is 25"), std::string::npos);
}

TEST(FindBoard, SeesNoneWhereThereIsNone) {
  EXPECT_TRUE(find_board(made().scene.left, board).corners.empty());
  EXPECT_EQ(find_board(made().boards.front().left, board).corners.size(), 54U);
  EXPECT_TRUE(find_board(made().boards.front().left, {.columns = 7}).corners.empty());
}

/// Sixteen bits and floats show the same corners as eight.
TEST(FindBoard, TakesEverySample) {
  const SynthRig eight = synthesize_rig({.width = 320, .height = 240, .boards = 1});
  const SynthRig sixteen =
      synthesize_rig({.width = 320, .height = 240, .boards = 1, .colour = false, .sample = Sample::u16});
  const Image floats = to_image(to_float(eight.boards.front().left, 255));
  const BoardSight expected = find_board(eight.boards.front().left, {});
  for (const Image* image : {&sixteen.boards.front().left, &floats}) {
    const BoardSight found = find_board(*image, {});
    ASSERT_EQ(found.places.size(), expected.places.size());
    for (std::size_t i = 0; i < found.places.size(); ++i) {
      EXPECT_NEAR(found.places[i].x, expected.places[i].x, 0.05);
      EXPECT_NEAR(found.places[i].y, expected.places[i].y, 0.05);
    }
  }
}

}  // namespace
}  // namespace csca
