// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

using Vector3 = std::array<double, 3>;
using Matrix3 = std::array<double, 9>;    ///< 3 x 3, row by row
using Matrix34 = std::array<double, 12>;  ///< 3 x 4, row by row

inline constexpr Matrix3 identity3 = {1, 0, 0, 0, 1, 0, 0, 0, 1};

/// How a lens bends rays, and in which order its coefficients come. Models are OpenCV's.
enum class LensModel {
  radial,   ///< k1 k2 p1 p2 [k3 [k4 k5 k6 [s1 s2 s3 s4 [tx ty]]]]: 4, 5, 8, 12 or 14 coefficients; none: no distortion
  fisheye,  ///< equidistant: k1 k2 k3 k4
};

/// One camera. Its frame has x to the right, y down and z into the scene.
struct Camera {
  int width = 0;  ///< of its images, pixels; 0: unknown
  int height = 0;
  Matrix3 matrix = identity3;  ///< K: focal lengths and principal point, pixels
  LensModel model = LensModel::radial;
  std::vector<double> distortion = {};
};

/// How two cameras' images become a rectified pair, as cv::stereoRectify gives it.
struct Rectification {
  Matrix3 left_rotation = identity3;  ///< R1: from the camera's frame to the rectified one
  Matrix3 right_rotation = identity3;
  Matrix34 left_projection = {};   ///< P1: pixels of the rectified image; lengths in metres
  Matrix34 right_projection = {};  ///< P2: the fourth column holds -focal length * baseline
  int width = 0;                   ///< of rectified images, pixels; 0: unknown
  int height = 0;
};

/// Two cameras. A point at X in the left camera's frame is at rotation * X + translation in the right one's.
struct StereoRig {
  Camera left = {};
  Camera right = {};
  Matrix3 rotation = identity3;
  Vector3 translation = {};  ///< metres
  std::optional<Rectification> rectification = {};
};

/// The rig for images of this size, where it does not say how large they are. Throws Error where a principal point is
/// far from the middle of such images: they were hardly taken by these cameras.
StereoRig with_size(StereoRig rig, int width, int height);

/// What turns disparities of a rectified pair into metres.
struct Calibration {
  int width = 0;  ///< of the rectified images, pixels; 0: unknown
  int height = 0;
  double focal_length = 0;  ///< pixels
  double cx = 0;            ///< principal point of the left image, pixels; the centre of the first pixel is 0
  double cy = 0;
  double doffs = 0;     ///< principal points' distance, cx of the right image - cx of the left one, pixels
  double baseline = 0;  ///< metres

  /// Metres along the camera's axis: focal length * baseline / (d + doffs). Infinite or negative: no such point.
  double depth_of(double disparity) const { return focal_length * baseline / (disparity + doffs); }
  double disparity_of(double depth) const { return focal_length * baseline / depth - doffs; }
};

/// Throws Error for numbers that no pair of cameras has: not finite, no focal length, no baseline.
void check(const Calibration& calibration);

/// The same, and when the calibration is of images of another size, or of an unknown one with a principal point outside
/// this; `what` names the map or image that it is for.
void check_size(const Calibration& calibration, int width, int height, const char* what);

/// Whether the rig's images are a rectified pair as they are: no distortion, no rotation, the same focal length and row
/// of the principal point to a hundredth of a pixel, cameras side by side to a hundredth of their distance.
bool is_rectified(const StereoRig& rig);

/// The calibration of the rig's rectified pair: of its rectification where it has one, otherwise of the cameras
/// themselves, when these are rectified. Throws Error when they are not.
Calibration rectified_calibration(const StereoRig& rig);

/// A rectified rig of this calibration, for those who write rigs.
StereoRig rig_of(const Calibration& calibration);

}  // namespace csca
#pragma GCC visibility pop
