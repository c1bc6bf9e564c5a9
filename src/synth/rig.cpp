// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/synth_rig.hpp>

#include "synth/check_range.hpp"
#include "synth/random.hpp"
#include "synth/rig_view.hpp"

#include <cmath>

namespace csca {
namespace {

using namespace synth;  // all of this file is about it

constexpr double view_angle = 0.85;  // focal length over the image's width
constexpr double canvas = 1.3;       // of the ideal image over the cameras': lenses and turns look past its border
constexpr std::uint64_t camera_stream = 100;
constexpr std::uint64_t board_stream = 200;

IdealPair make_ideal(const SynthRigOptions& options) {
  IdealPair ideal;
  ideal.focal_length = view_angle * options.width;
  ideal.baseline = options.baseline;
  SynthOptions scene;
  scene.width = static_cast<int>(canvas * options.width);
  scene.height = static_cast<int>(canvas * options.height);
  scene.seed = options.seed;
  scene.textureless = false;  // rigs are about geometry: what cannot be matched would hide it
  scene.repetitive = false;
  const double scale = ideal.focal_length * ideal.baseline;
  scene.first = std::max(1, static_cast<int>(scale / options.far));
  scene.levels = std::max(2, static_cast<int>(scale / options.near) - scene.first + 1);
  ideal.cx = 0.5 * (scene.width - 1);
  ideal.cy = 0.5 * (scene.height - 1);
  ideal.scene = make_scene(scene);
  return ideal;
}

RigCamera make_camera(const SynthRigOptions& options, Side side) {
  Random random(options.seed, camera_stream + (side == Side::left ? 0 : 1));
  RigCamera camera;
  camera.side = side;
  camera.width = options.width;
  camera.height = options.height;
  camera.fx = view_angle * options.width * random.between(0.98, 1.02);
  camera.fy = camera.fx * random.between(0.997, 1.003);
  camera.cx = 0.5 * (options.width - 1) + options.width * random.off_zero(0.004, 0.02);
  camera.cy = 0.5 * (options.height - 1) + options.height * random.off_zero(0.004, 0.02);
  camera.lens.k1 = random.between(-0.22, -0.14);
  camera.lens.k2 = random.between(0.03, 0.07);
  camera.lens.p1 = random.off_zero(0.0002, 0.001);
  camera.lens.p2 = random.off_zero(0.0002, 0.001);
  // Tangents of half angles: up to about half a degree on the left and one and a half on the right.
  const double most = side == Side::left ? 0.005 : 0.013;
  const double x = random.off_zero(0.3 * most, most);
  const double y = random.off_zero(0.3 * most, most);
  camera.turn = rotation_of(x, y, random.off_zero(0.3 * most, most));
  camera.place = side == Side::left ? 0 : options.baseline;
  return camera;
}

bool whole_board_seen(const HeldBoard& board, const RigCamera& camera) {
  const double half_width = board.half_width() + 0.5 * board.rim();
  const double half_height = board.half_height() + 0.5 * board.rim();
  for (const double a : {-half_width, half_width}) {
    for (const double b : {-half_height, half_height}) {
      Vector3 corner = board.centre;
      for (std::size_t i = 0; i < 3; ++i) corner[i] += a * board.along[i] + b * board.down[i];
      if (!camera.sees(corner, 2)) return false;
    }
  }
  return true;
}

/// Boards go round nine spots of the image, tilted each time in another way. Where a spot is too far out for both
/// cameras to see all of the board, it comes nearer to the middle, and the board goes further away.
HeldBoard hold_board(const SynthRigOptions& options, int number, const RigCamera& left, const RigCamera& right) {
  Random random(options.seed, board_stream + static_cast<std::uint64_t>(number));
  HeldBoard board{options.columns, options.rows, options.square};
  const double tilt_x = random.off_zero(0.08, 0.3);
  const double tilt_y = random.off_zero(0.08, 0.3);
  const Matrix3 tilt = rotation_of(tilt_x, tilt_y, random.between(-0.12, 0.12));
  board.along = {tilt[0], tilt[3], tilt[6]};
  board.down = {tilt[1], tilt[4], tilt[7]};
  board.normal = {tilt[2], tilt[5], tilt[8]};
  double distance = view_angle * 2 * board.half_width() / random.between(0.4, 0.62);
  double out = 0.45 / view_angle;
  const double spot_x = number % 3 - 1;
  const double spot_y = (number / 3 % 3 - 1) * static_cast<double>(options.height) / options.width;
  for (int trial = 0; trial < 200; ++trial, out *= 0.93, distance *= 1.01) {
    board.centre = {0.5 * options.baseline + out * spot_x * distance, out * spot_y * distance, distance};
    if (whole_board_seen(board, left) && whole_board_seen(board, right)) return board;
  }
  throw Error(
      "the two cameras do not see the board as a whole at the same time: a smaller baseline or a larger square helps");
}

Vector3 scaled(double factor, const Vector3& v) { return {factor * v[0], factor * v[1], factor * v[2]}; }

}  // namespace

void validate(const SynthRigOptions& options) {
  constexpr const char* whole = "a whole number";
  constexpr const char* metres = "metres";
  check_range("width", options.width, 64, 16384, whole);
  check_range("height", options.height, 64, 16384, whole);
  check_range("baseline", options.baseline, 0.001, 10.0, metres);
  check_range("near", options.near, 5 * options.baseline, 500 * options.baseline, metres);
  check_range("far", options.far, 1.2 * options.near, 1000 * options.baseline, metres);
  check_range("boards", options.boards, 0, 1000, whole);
  check_range("columns", options.columns, 3, 30, whole);
  check_range("rows", options.rows, 3, 30, whole);
  check_range("square", options.square, 0.001, 1.0, metres);
  check_range("noise", options.noise, 0.0, 1.0, "a number");
  if (options.sample == Sample::f32) throw Error("sample is f32: allowed is u8 or u16");
}

SynthRig synthesize_rig(const SynthRigOptions& options) {
  validate(options);
  const IdealPair ideal = make_ideal(options);
  const RigCamera left = make_camera(options, Side::left);
  const RigCamera right = make_camera(options, Side::right);
  SynthRig result;
  result.rig.left = left.camera();
  result.rig.right = right.camera();
  const Matrix3 to_right = transposed(right.turn);
  result.rig.rotation = to_right * left.turn;
  result.rig.translation = scaled(-options.baseline, {to_right[0], to_right[3], to_right[6]});

  const Sensor sensor{1, options.noise};
  std::uint64_t view = 0;
  const Image blank(options.width, options.height, options.colour ? 3 : 1, options.sample);
  const auto render = [&](const HeldBoard* board, SynthRig::Views& views, Plane<float>* left_depth,
                          Plane<float>* right_depth) {
    views = {blank, blank};
    render_view(ideal, left, board, sensor, hash(options.seed, 1, static_cast<std::int64_t>(++view)), views.left,
                left_depth);
    render_view(ideal, right, board, sensor, hash(options.seed, 1, static_cast<std::int64_t>(++view)), views.right,
                right_depth);
  };
  result.left_depth = result.right_depth = Plane<float>(options.width, options.height);
  render(nullptr, result.scene, &result.left_depth, &result.right_depth);
  for (int number = 0; number < options.boards; ++number) {
    const HeldBoard board = hold_board(options, number, left, right);
    render(&board, result.boards.emplace_back(), nullptr, nullptr);
  }
  return result;
}

}  // namespace csca
