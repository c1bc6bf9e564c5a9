// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "support/rig_depth.hpp"

#include <csca/error.hpp>
#include <csca/match.hpp>
#include <csca/rectify.hpp>
#include <csca/synth_rig.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

SynthRig made(Sample sample = Sample::u8, bool colour = true) {
  return synthesize_rig(
      {.width = 320, .height = 240, .baseline = 0.12, .boards = 0, .colour = colour, .sample = sample});
}

/// With the true cameras, what is matched in the rectified pair lies where the renderer put it.
TEST(Rectify, DepthIsTrue) {
  const SynthRig rendered = made();
  const Rectifier rectifier(rendered.rig);
  const RectifiedPair pair = rectifier(rendered.scene.left, rendered.scene.right);
  const Result result = match(Pair{pair.left, pair.right, pair.left_known, pair.right_known}, Options{});
  const Calibration calibration = rectified_calibration(rectifier.rig());
  std::vector<double> errors;
  for (int y = 0; y < 240; ++y) {
    for (int x = 0; x < 320; ++x) {
      const double truth = test::true_depth(rectifier.rig(), rendered.left_depth, x, y);
      const auto d = static_cast<double>(result.disparity(x, y));
      if (std::isnan(d) || std::isnan(truth)) continue;
      errors.push_back(std::abs(calibration.depth_of(d) / truth - 1));
    }
  }
  ASSERT_GT(errors.size(), 320U * 240U / 2);
  std::nth_element(errors.begin(), errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2), errors.end());
  EXPECT_LT(errors[errors.size() / 2], 0.01);
}

TEST(Rectify, KeepsTheKindOfSamples) {
  const SynthRig sixteen = made(Sample::u16, false);
  const Rectifier rectifier(sixteen.rig);
  const RectifiedPair pair = rectifier(sixteen.scene.left, sixteen.scene.right);
  EXPECT_EQ(pair.left.sample(), Sample::u16);
  EXPECT_EQ(pair.left.channels(), 1);
  // Values that 8 bits would round away are still there.
  int fine = 0;
  for (int x = 0; x < 320; ++x) fine += pair.left.row<std::uint16_t>(120)[x] % 257 != 0 ? 1 : 0;
  EXPECT_GT(fine, 250);
  const Image floats = to_image(to_float(sixteen.scene.left, 65535));
  const RectifiedPair of_floats = rectifier(floats, floats);
  EXPECT_EQ(of_floats.left.sample(), Sample::f32);
  for (int x = 100; x < 200; ++x) {
    EXPECT_NEAR(of_floats.left.row<float>(120)[x], pair.left.row<std::uint16_t>(120)[x] / 65535.0F, 1e-4F);
  }
}

/// A white image: whatever is not white came from outside, and the mask says so.
TEST(Rectify, MasksWhatHasNoPixels) {
  const SynthRig rendered = made();
  Image white(320, 240, 1, Sample::u8);
  for (int y = 0; y < 240; ++y) std::fill_n(white.row<std::uint8_t>(y), 320, std::uint8_t{255});
  const RectifiedPair all = Rectifier(rendered.rig, {.alpha = 1})(white, white);
  int outside = 0;
  for (int y = 0; y < 240; ++y) {
    for (int x = 0; x < 320; ++x) {
      const bool known = all.left_known(x, y) == 255;
      ASSERT_TRUE(!known || all.left.row<std::uint8_t>(y)[x] == 255) << x << ' ' << y;
      outside += all.left_known(x, y) == 0 ? 1 : 0;
    }
  }
  EXPECT_GT(outside, 1000);
  const RectifiedPair inner = Rectifier(rendered.rig, {.alpha = 0})(white, white);
  EXPECT_LE(std::count(inner.left_known.begin(), inner.left_known.end(), 0), 40);
}

std::string refusal(const StereoRig& rig, const Image& image, const RectifyOptions& options = {}) {
  try {
    Rectifier(rig, options)(image, image);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Rectify, MistakesGetASentence) {
  const SynthRig rendered = made();
  const Image& image = rendered.scene.left;
  StereoRig rig = rendered.rig;
  EXPECT_NE(refusal(rig, Image(640, 480, 1, Sample::u8)).find("640x480 pixels, but the calibration is for 320x240"),
            std::string::npos);
  EXPECT_NE(refusal(rig, image, {.alpha = 2}).find("alpha is 2"), std::string::npos);
  rig.translation = {0, 0, 0};
  EXPECT_NE(refusal(rig, image).find("no baseline"), std::string::npos);
  rig.translation = {0, -0.06, 0};
  EXPECT_NE(refusal(rig, image).find("side by side"), std::string::npos);
  rig.translation = {0.06, 0, 0};
  EXPECT_NE(refusal(rig, image).find("swap"), std::string::npos);
  rig = rendered.rig;
  rig.left.width = 0;
  EXPECT_NE(refusal(rig, image).find("how large the left camera's images are"), std::string::npos);
}

}  // namespace
}  // namespace csca
