// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/rectify.hpp>

#include "rectify/find_rectification.hpp"
#include "rectify/mats.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

namespace csca {

/// For each rectified pixel the place in the image that it comes from.
struct Rectifier::Maps {
  struct View {
    cv::Mat x;
    cv::Mat y;
  };
  int width = 0;  ///< of the images
  int height = 0;
  View left;
  View right;
};

namespace {

using rectify::mat_of;

template <class View>
void find_places(const Camera& camera, const Matrix3& rotation, const Matrix34& projection, cv::Size size, View& view) {
  const cv::Mat lens = rectify::distortion_of(camera);
  if (camera.model == LensModel::fisheye) {
    cv::fisheye::initUndistortRectifyMap(mat_of(camera.matrix), lens, mat_of(rotation), mat_of(projection), size,
                                         CV_32F, view.x, view.y);
  } else {
    cv::initUndistortRectifyMap(mat_of(camera.matrix), lens, mat_of(rotation), mat_of(projection), size, CV_32F, view.x,
                                view.y);
  }
}

template <class View>
void find_places(const Matrix3& homography, cv::Size size, View& view) {
  const cv::Matx33d back = cv::Matx33d(homography.data()).inv();
  view.x.create(size, CV_32F);
  view.y.create(size, CV_32F);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const cv::Vec3d place = back * cv::Vec3d(x, y, 1);
      view.x.template at<float>(y, x) = static_cast<float>(place[0] / place[2]);
      view.y.template at<float>(y, x) = static_cast<float>(place[1] / place[2]);
    }
  }
}

/// Cubic: linear interpolation blurs more the further a place is from a pixel's centre, and matching sees that.
template <class View>
void move(const ImageView& from, const View& view, Image& to, Mask& known) {
  to = Image(view.x.cols, view.x.rows, from.channels, from.sample);
  cv::Mat target = rectify::pixels_of(to);
  cv::remap(rectify::pixels_of(from), target, view.x, view.y, cv::INTER_CUBIC, cv::BORDER_CONSTANT);
  known = Mask(view.x.cols, view.x.rows, 0);
  for (int y = 0; y < view.x.rows; ++y) {
    for (int x = 0; x < view.x.cols; ++x) {
      const float at_x = view.x.template at<float>(y, x);
      const float at_y = view.y.template at<float>(y, x);
      const bool inside = at_x >= 0 && at_x <= static_cast<float>(from.width - 1) && at_y >= 0 &&
                          at_y <= static_cast<float>(from.height - 1);
      known(x, y) = inside ? 255 : 0;
    }
  }
}

}  // namespace

Rectifier::Rectifier(const StereoRig& rig, const RectifyOptions& options) : rig_(rig) {
  if (options.alpha != -1 && !(options.alpha >= 0 && options.alpha <= 1)) {
    throw Error(fmt::format("alpha is {}: allowed is 0 to 1, or -1", options.alpha));
  }
  if (!rig_.rectification || rig_.rectification->width <= 0 || options.alpha != -1) {
    rig_.rectification = rectify::find_rectification(rig_, options.alpha);
  }
  rectify::check_rig(rig_);
  const Rectification& made = *rig_.rectification;
  auto maps = std::make_shared<Maps>();
  maps->width = rig_.left.width;
  maps->height = rig_.left.height;
  const cv::Size size(made.width, made.height);
  find_places(rig_.left, made.left_rotation, made.left_projection, size, maps->left);
  find_places(rig_.right, made.right_rotation, made.right_projection, size, maps->right);
  maps_ = std::move(maps);
}

Rectifier::Rectifier(const Matrix3& left, const Matrix3& right, int width, int height) {
  auto maps = std::make_shared<Maps>();
  maps->width = width;
  maps->height = height;
  find_places(left, {width, height}, maps->left);
  find_places(right, {width, height}, maps->right);
  maps_ = std::move(maps);
}

RectifiedPair Rectifier::operator()(const ImageView& left, const ImageView& right) const {
  for (const auto& [image, name] : {std::pair(&left, "left"), std::pair(&right, "right")}) {
    check(*image, name);
    if (image->width != maps_->width || image->height != maps_->height) {
      throw Error(
          fmt::format("the {} image has {}x{} pixels, but the calibration is for {}x{}: take images of the same "
                      "cameras in the same mode, or calibrate again with these",
                      name, image->width, image->height, maps_->width, maps_->height));
    }
  }
  RectifiedPair pair;
  move(left, maps_->left, pair.left, pair.left_known);
  move(right, maps_->right, pair.right, pair.right_known);
  return pair;
}

}  // namespace csca
