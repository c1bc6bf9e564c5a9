// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>
#include <csca/dataset.hpp>
#include <csca/io.hpp>

#include "check/wrong_pairs.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>

namespace csca {
namespace {

using namespace wrong;
using FoundScene = csca::Scene;

class RealPairs : public testing::Test {
 protected:
  void SetUp() override {
    if (!scenes::data_folder()) GTEST_SKIP() << "set CSCA_DATA to a folder with scenes";
    folder = *scenes::data_folder();
  }
  Image read(const char* file) const { return read_image(folder / file); }

  std::filesystem::path folder;
};

TEST_F(RealPairs, HaveNothingWrong) {
  for (const FoundScene& scene : find_scenes(folder).scenes) {
    const Image left = read_image(scene.left);
    const Image right = read_image(scene.right);
    EXPECT_EQ(list(check_pair({left, right})), "") << scene.dataset << " " << scene.name;
  }
}

TEST_F(RealPairs, AreFoundWrongWhenSpoilt) {
  const Image teddy_left = read("middlebury_v2/teddy/left.png");
  const Image teddy_right = read("middlebury_v2/teddy/right.png");
  const Image kitti_left = read("kitti2015/000003_10/left.png");
  const Image kitti_right = read("kitti2015/000003_10/right.png");
  const auto found = [](const Image& left, const Image& right, FindingKind kind) {
    return find(check_pair({left, right}), kind) != nullptr;
  };
  EXPECT_TRUE(found(teddy_right, teddy_left, FindingKind::swapped));
  EXPECT_TRUE(found(kitti_right, kitti_left, FindingKind::swapped));
  EXPECT_TRUE(found(teddy_left, moved(teddy_right, {.down = 5}), FindingKind::row_shift));
  EXPECT_TRUE(found(kitti_left, moved(kitti_right, {.down = 2}), FindingKind::row_shift));
  EXPECT_TRUE(found(teddy_left, moved(teddy_right, {.degrees = 3}), FindingKind::rotation));
  EXPECT_TRUE(found(kitti_left, moved(kitti_right, {.degrees = -1}), FindingKind::rotation));
  EXPECT_TRUE(found(teddy_left, moved(teddy_right, {.scale = 1.05}), FindingKind::scale));
  EXPECT_TRUE(found(teddy_left, read("middlebury_v2/cones/left.png"), FindingKind::other_scene));
  EXPECT_TRUE(found(kitti_left, kitti_left, FindingKind::same_image));
}

TEST_F(RealPairs, OfAnUncalibratedRigAreNotRectified) {
  for (int i = 1; i <= 14; ++i) {
    if (i == 10) continue;  // there is none
    const std::string number = (i < 10 ? "0" : "") + std::to_string(i) + ".jpg";
    const Image left = read_image(folder / "calib/opencv_samples" / ("left" + number));
    const Image right = read_image(folder / "calib/opencv_samples" / ("right" + number));
    EXPECT_FALSE(check_pair({left, right}).empty()) << number;
  }
}

}  // namespace
}  // namespace csca
