// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <csca/calibration_io.hpp>
#include <csca/image.hpp>
#include <csca/io.hpp>

#include "support/scenes.hpp"

namespace {

// Every calib.txt of the benchmarks is of its images' size, and puts the nearest and farthest true disparity into a
// room or a street.
TEST(RealCalibrations, FitTheirScenes) {
  if (!csca::scenes::data_folder()) GTEST_SKIP() << "no $CSCA_DATA";
  int files = 0;
  for (const char* group : {"middlebury2014", "kitti", "eth3d"}) {
    for (const csca::scenes::Scene& scene : csca::scenes::group(group)) {
      const std::filesystem::path file = scene.left.parent_path() / "calib.txt";
      if (!exists(file)) continue;
      ++files;
      const csca::Calibration calibration = csca::read_calibration(file);
      const csca::Image left = csca::read_image(scene.left);
      EXPECT_NO_THROW(csca::check_size(calibration, left.width(), left.height(), "left image")) << file;
      for (const float d : csca::scenes::load(scene).truth) {
        if (!(d > 0)) continue;
        const double depth = calibration.depth_of(d);
        ASSERT_TRUE(depth > 0.5 && depth < 400) << file << " puts a disparity of " << d << " at " << depth << " m";
      }
    }
  }
  if (files == 0) GTEST_SKIP() << "no calib.txt";
}

}  // namespace
