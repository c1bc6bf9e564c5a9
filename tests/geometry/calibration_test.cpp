// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <csca/error.hpp>
#include <csca/geometry.hpp>

#include <limits>

namespace {

const csca::Calibration motorcycle{.width = 741,
                                   .height = 497,
                                   .focal_length = 999.421,
                                   .cx = 294.182,
                                   .cy = 252.932,
                                   .doffs = 32.778,
                                   .baseline = 0.193001};

TEST(Calibration, DepthIsFocalLengthTimesBaselineOverDisparity) {
  EXPECT_DOUBLE_EQ(motorcycle.depth_of(30), 999.421 * 0.193001 / 62.778);
  EXPECT_DOUBLE_EQ(motorcycle.disparity_of(motorcycle.depth_of(30)), 30);
}

TEST(Calibration, GoesThroughARig) {
  const csca::StereoRig rig = csca::rig_of(motorcycle);
  EXPECT_TRUE(csca::is_rectified(rig));
  const csca::Calibration again = csca::rectified_calibration(rig);
  EXPECT_EQ(again.width, 741);
  EXPECT_EQ(again.height, 497);
  EXPECT_DOUBLE_EQ(again.focal_length, motorcycle.focal_length);
  EXPECT_DOUBLE_EQ(again.doffs, motorcycle.doffs);
  EXPECT_DOUBLE_EQ(again.baseline, motorcycle.baseline);
  csca::StereoRig cameras_alone = rig;
  cameras_alone.rectification.reset();
  EXPECT_DOUBLE_EQ(csca::rectified_calibration(cameras_alone).baseline, motorcycle.baseline);
}

TEST(Calibration, KnowsRigsThatAreNotRectified) {
  csca::StereoRig rig = csca::rig_of(motorcycle);
  rig.rectification.reset();
  const auto refused = [](const csca::StereoRig& bad) {
    EXPECT_FALSE(csca::is_rectified(bad));
    EXPECT_THROW(csca::rectified_calibration(bad), csca::Error);
  };
  csca::StereoRig bent = rig;
  bent.left.distortion = {0.1, 0, 0, 0};
  refused(bent);
  csca::StereoRig turned = rig;
  turned.rotation = {1, -2e-5, 0, 2e-5, 1, 0, 0, 0, 1};
  refused(turned);
  csca::StereoRig higher = rig;
  higher.translation[1] = 0.002;
  refused(higher);
  csca::StereoRig swapped = rig;
  swapped.translation[0] = 0.19;
  refused(swapped);
  csca::StereoRig at_one_place = rig;
  at_one_place.translation = {};
  refused(at_one_place);
}

TEST(Calibration, RefusesNumbersThatNoCameraHas) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()}) {
    csca::Calibration calibration = motorcycle;
    calibration.baseline = bad;
    EXPECT_THROW(csca::check(calibration), csca::Error) << bad;
    calibration = motorcycle;
    calibration.focal_length = bad;
    EXPECT_THROW(csca::check(calibration), csca::Error) << bad;
  }
  csca::Calibration calibration = motorcycle;
  calibration.doffs = nan;
  EXPECT_THROW(csca::check(calibration), csca::Error);
}

TEST(Calibration, RefusesImagesOfAnotherSize) {
  EXPECT_NO_THROW(csca::check_size(motorcycle, 741, 497, "map"));
  EXPECT_THROW(csca::check_size(motorcycle, 1482, 994, "map"), csca::Error);
  csca::Calibration of_any_size = motorcycle;
  of_any_size.width = of_any_size.height = 0;
  EXPECT_NO_THROW(csca::check_size(of_any_size, 1482, 994, "map"));
  EXPECT_THROW(csca::check_size(of_any_size, 294, 994, "map"), csca::Error);
  EXPECT_THROW(csca::check_size(of_any_size, 741, 252, "map"), csca::Error);
}

}  // namespace
