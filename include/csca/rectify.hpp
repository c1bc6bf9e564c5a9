// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/geometry.hpp>
#include <csca/image.hpp>
#include <csca/plane.hpp>

#include <memory>

// Raw images made a rectified pair, by OpenCV: a part of csca::opencv. No type of OpenCV is seen.
#pragma GCC visibility push(default)
namespace csca {

struct RectifyOptions {
  /// How much of the images is kept: 0 shows only what has pixels everywhere, 1 every pixel of the images, values
  /// between mix. -1 leaves the size of things as it is.
  double alpha = -1;
};

/// Views whose rows correspond. Samples are of the kind that the images have.
struct RectifiedPair {
  Image left = {};
  Image right = {};
  Mask left_known = {};  ///< 255 where the pixel comes from the image, 0 where it lies outside: a mask for `match`
  Mask right_known = {};
};

/// Moves the pixels of pairs from one rig. The places are found once, and serve any number of pairs.
class Rectifier {
 public:
  /// By the rig's rectification if it has one, otherwise by one that is found for it. Throws Error for a rig without
  /// image size, with no baseline, or whose cameras do not stand side by side.
  explicit Rectifier(const StereoRig& rig, const RectifyOptions& options = {});
  /// By homographies, from pixels of the images to those of the rectified ones: see `rectify_uncalibrated`.
  Rectifier(const Matrix3& left, const Matrix3& right, int width, int height);

  /// The rig with the rectification that is used. Without cameras after homographies.
  const StereoRig& rig() const { return rig_; }

  /// Throws Error for images of another size than the rig's.
  RectifiedPair operator()(const ImageView& left, const ImageView& right) const;

 private:
  struct Maps;
  StereoRig rig_ = {};
  std::shared_ptr<const Maps> maps_;
};

/// A pair of which nothing is known but the images.
struct Uncalibrated {
  Matrix3 left_homography = identity3;  ///< from pixels of the image to those of the rectified one
  Matrix3 right_homography = identity3;
  int points = 0;        ///< seen in both images
  int agreeing = 0;      ///< of these, that lie where one pair of cameras sees them
  double row_error = 0;  ///< by which two thirds of the agreeing points miss their row at most, pixels
};

/// Finds points that both images show, the fundamental matrix that most agree with, and homographies that lay
/// corresponding points on the same row. Throws Error when points are too few, agree too little, or the rows that come
/// out are off by more than a pixel.
Uncalibrated rectify_uncalibrated(const ImageView& left, const ImageView& right);

}  // namespace csca
#pragma GCC visibility pop
