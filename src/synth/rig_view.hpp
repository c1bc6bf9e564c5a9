// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "synth/lens.hpp"
#include "synth/scene.hpp"
#include "synth/sensor.hpp"

#include <csca/image.hpp>

namespace csca::synth {

/// A scene is laid out for two ideal cameras, side by side. Any two cameras in the same places see it too: each of
/// their rays is one through some place of the ideal image.
struct IdealPair {
  Scene scene;
  double focal_length = 0;  ///< pixels
  double cx = 0;
  double cy = 0;
  double baseline = 0;  ///< metres

  double depth_of(double disparity) const { return focal_length * baseline / disparity; }
};

/// A camera of the rig, in the frame of the ideal left one.
struct RigCamera {
  Side side = Side::left;
  int width = 0;
  int height = 0;
  double fx = 0, fy = 0, cx = 0, cy = 0;  ///< pixels
  Lens lens = {};
  Matrix3 turn = identity3;  ///< from its own frame
  double place = 0;          ///< metres to the right

  /// The direction, in the ideal frame, that is seen at a place of the image; its length is 1 along the camera's axis.
  Vector3 direction(double x, double y) const {
    const Ray ray = lens.straighten({(x - cx) / fx, (y - cy) / fy});
    return turn * Vector3{ray.x, ray.y, 1};
  }

  /// Whether the image shows the point, `margin` pixels or more from its border.
  bool sees(const Vector3& point, double margin) const;

  /// The same as the library knows it.
  Camera camera() const;
};

/// A chessboard, held before the scene.
struct HeldBoard {
  int columns = 0;  ///< inner corners
  int rows = 0;
  double square = 0;  ///< metres
  Vector3 centre = {};
  Vector3 along = {};   ///< unit vector
  Vector3 down = {};    ///< unit vector
  Vector3 normal = {};  ///< unit vector

  /// Half its size, from the centre to the edge of the outer squares, metres.
  double half_width() const { return 0.5 * square * (columns + 1); }
  double half_height() const { return 0.5 * square * (rows + 1); }
  double rim() const { return square; }  ///< of white paper around the squares
};

/// Renders one view, with or without a board. Fills `depth`, metres along the camera's axis, if there is one.
void render_view(const IdealPair& ideal, const RigCamera& camera, const HeldBoard* board, const Sensor& sensor,
                 std::uint64_t key, Image& image, Plane<float>* depth);

}  // namespace csca::synth
