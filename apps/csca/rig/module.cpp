// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "module.hpp"

namespace csca::rig {
namespace {

constexpr Library library = {
    CSCA_VERSION,
    validate,
    find_board,
    calibrate,
    [](const StereoRig& rig, const RectifyOptions& options) {
      const Rectifier rectifier(rig, options);
      return Prepared{rectifier.rig(), rectifier};
    },
    rectify_uncalibrated,
    [](const Uncalibrated& found, const ImageView& left, const ImageView& right) {
      return Rectifier(found.left_homography, found.right_homography, left.width, left.height)(left, right);
    },
};

}  // namespace
}  // namespace csca::rig

const csca::rig::Library* csca_rig() { return &csca::rig::library; }
