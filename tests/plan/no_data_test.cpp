// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0

// Float images without a no-data tag, in which a few samples are absurd.
#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <cmath>

namespace csca {
namespace {

constexpr int width = 160;
constexpr int height = 90;

Image float_image(const Image& bytes, float scale) {
  Image image(bytes.width(), bytes.height(), bytes.channels(), Sample::f32);
  for (int y = 0; y < bytes.height(); ++y) {
    for (int i = 0; i < bytes.width() * bytes.channels(); ++i) {
      image.row<float>(y)[i] = scale * static_cast<float>(bytes.row<std::uint8_t>(y)[i]) / 255;
    }
  }
  return image;
}

struct FloatPair {
  Image left;
  Image right;
};

FloatPair float_pair(float scale) {
  const SynthPair pair = synthesize({.width = width, .height = height, .levels = 24});
  return {float_image(pair.left, scale), float_image(pair.right, scale)};
}

TEST(NoData, AbsurdSamplesAreUnknownPixels) {
  for (const float scale : {1.0F, 900.0F}) {
    const FloatPair pair = float_pair(scale);
    for (const float absurd : {-3.4028235e38F, 1e20F, 1e30F, 1e7F}) {
      Image left = pair.left;
      Image unknown = pair.left;
      left.row<float>(30)[3 * 40 + 1] = absurd;
      unknown.row<float>(30)[3 * 40 + 1] = std::numeric_limits<float>::quiet_NaN();
      for (const char* method : {"box", "gf", "gf+st"}) {
        Options options;
        options.range = {0, 24, false};
        options.aggregate.method = method;
        options.select.right = RightView::full;
        const Result result = match(left, pair.right, options);
        const Result expected = match(unknown, pair.right, options);
        EXPECT_TRUE(same_bits(result.disparity, expected.disparity)) << method << ", " << absurd;
        EXPECT_EQ(result.validity(40, 30) & Validity::unknown_pixel, Validity::unknown_pixel);
        ASSERT_EQ(result.warnings.size(), 1U);
        EXPECT_TRUE(contains(result.warnings[0], "1 pixels of the left image have samples of ")) << result.warnings[0];
        EXPECT_TRUE(expected.warnings.empty());
      }
    }
  }
}

TEST(NoData, TheRangeIsThatOfTheOtherPixels) {
  const FloatPair pair = float_pair(1);
  FloatPair spoilt = pair;
  spoilt.left.row<float>(10)[3] = 1e20F;
  spoilt.right.row<float>(70)[30] = -1e20F;
  const Levels expected = estimate_range(pair.left, pair.right);
  const Levels range = estimate_range(spoilt.left, spoilt.right);
  EXPECT_NEAR(range.first, expected.first, 1);
  EXPECT_NEAR(range.last(), expected.last(), 2);
  EXPECT_EQ(white_of(spoilt.left, spoilt.right), 1);
}

// Highlights a hundred times brighter than the rest are data.
TEST(NoData, BrightSamplesAreNone) {
  FloatPair pair = float_pair(1);
  for (int x = 20; x < 26; ++x) pair.left.row<float>(20)[3 * x] = 100;
  Options options;
  options.range = {0, 24, false};
  const Result result = match(pair.left, pair.right, options);
  EXPECT_TRUE(result.warnings.empty());
  EXPECT_EQ(result.validity(22, 20) & Validity::unknown_pixel, 0);
  EXPECT_EQ(result.white, 255);
}

}  // namespace
}  // namespace csca
