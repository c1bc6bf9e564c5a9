// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/synth.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>

namespace csca {
namespace {

bool equal(const SynthPair& a, const SynthPair& b) {
  return a.left == b.left && a.right == b.right && a.truth_left == b.truth_left && a.truth_right == b.truth_right &&
         a.visible_left == b.visible_left && a.visible_right == b.visible_right;
}

/// FNV-1a, fed whole values, so that the byte order of the machine does not matter.
class Fingerprint {
 public:
  void add(std::uint64_t value) { state_ = (state_ ^ value) * 0x100000001B3U; }
  void add(const Image& image) {
    for (int y = 0; y < image.height(); ++y) {
      for (int i = 0; i < image.width() * image.channels(); ++i) add(image.row<std::uint8_t>(y)[i]);
    }
  }
  void add(const Plane<float>& plane) {
    for (const float value : plane) add(std::bit_cast<std::uint32_t>(value));
  }
  void add(const Mask& mask) {
    for (const std::uint8_t value : mask) add(value);
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xCBF29CE484222325U;
};

TEST(Picture, SameSeedSameBytes) {
  const SynthOptions options{.width = 90, .height = 60, .levels = 20, .seed = 42, .noise = 0.02};
  EXPECT_TRUE(equal(synthesize(options), synthesize(options)));
  SynthOptions other = options;
  other.seed = 43;
  const SynthPair a = synthesize(options);
  const SynthPair b = synthesize(other);
  EXPECT_FALSE(a.left == b.left);
  EXPECT_FALSE(a.truth_left == b.truth_left);
}

/// Results that people quote are tied to these bytes: a change here is a change of the data set.
TEST(Picture, BytesOfAKnownScene) {
  const SynthPair pair =
      synthesize({.width = 96, .height = 72, .first = -4, .levels = 24, .seed = 7, .exposure = 1.1, .noise = 0.01});
  Fingerprint print;
  print.add(pair.left);
  print.add(pair.right);
  print.add(pair.truth_left);
  print.add(pair.truth_right);
  print.add(pair.visible_left);
  print.add(pair.visible_right);
  EXPECT_EQ(print.value(), 0x4FB15121060A7FB7U);
}

/// Mean absolute difference between left pixels and the right image at x - d, away from depth edges, white = 255.
double photometric_error(const SynthPair& pair) {
  const int width = pair.left.width();
  double sum = 0;
  int count = 0;
  for (int y = 1; y + 1 < pair.left.height(); ++y) {
    for (int x = 2; x + 2 < width; ++x) {
      const float d = pair.truth_left(x, y);
      bool smooth = true;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -2; dx <= 2; ++dx) {
          smooth &= pair.visible_left(x + dx, y + dy) != 0 && std::abs(pair.truth_left(x + dx, y + dy) - d) < 1.0F;
        }
      }
      if (!smooth) continue;
      const float at = static_cast<float>(x) - d;
      const int left = std::min(static_cast<int>(at), width - 2);
      const float t = at - static_cast<float>(left);
      for (int c = 0; c < 3; ++c) {
        const std::uint8_t* right = pair.right.row<std::uint8_t>(y) + 3 * left + c;
        const float expected = (1 - t) * static_cast<float>(right[0]) + t * static_cast<float>(right[3]);
        sum += std::abs(static_cast<float>(pair.left.row<std::uint8_t>(y)[3 * x + c]) - expected);
        ++count;
      }
    }
  }
  EXPECT_GT(count, 3 * width * pair.left.height() / 2);
  return sum / count;
}

/// A shift by half a pixel would make it 3.7.
TEST(Picture, CorrespondingPixelsLookAlike) {
  SynthOptions options{.width = 400, .height = 300, .levels = 40};
  EXPECT_LT(photometric_error(synthesize(options)), 1.5);
  options.first = -55;
  EXPECT_LT(photometric_error(synthesize(options)), 1.5);
  options.noise = 0.1;
  EXPECT_GT(photometric_error(synthesize(options)), 15);
}

TEST(Picture, ExposureScalesTheRightImageOnly) {
  SynthOptions options{.width = 80, .height = 60, .levels = 16, .sample = Sample::u16};
  const SynthPair plain = synthesize(options);
  options.exposure = 0.5;
  const SynthPair dark = synthesize(options);
  EXPECT_EQ(plain.left, dark.left);
  EXPECT_EQ(plain.truth_right, dark.truth_right);
  for (int y = 0; y < 60; ++y) {
    for (int i = 0; i < 240; ++i) {
      ASSERT_NEAR(dark.right.row<std::uint16_t>(y)[i], 0.5 * plain.right.row<std::uint16_t>(y)[i], 1.0);
    }
  }
  options.exposure = 10;
  const SynthPair bright = synthesize(options);
  int clipped = 0;
  for (int i = 0; i < 240; ++i) clipped += bright.right.row<std::uint16_t>(30)[i] == 65535 ? 1 : 0;
  EXPECT_GT(clipped, 120);
}

TEST(Picture, NoiseHasItsDeviationAndDiffersBetweenViews) {
  // One level at disparity 0 makes both clean views equal: what differs is noise.
  SynthOptions options{.width = 200, .height = 100, .levels = 1, .sample = Sample::u16};
  const SynthPair clean = synthesize(options);
  EXPECT_EQ(clean.left, clean.right);
  options.noise = 0.01;
  const SynthPair noisy = synthesize(options);
  double left = 0;
  double right = 0;
  double both = 0;
  for (int y = 0; y < 100; ++y) {
    for (int i = 0; i < 600; ++i) {
      const double a = (noisy.left.row<std::uint16_t>(y)[i] - clean.left.row<std::uint16_t>(y)[i]) / 65535.0;
      const double b = (noisy.right.row<std::uint16_t>(y)[i] - clean.right.row<std::uint16_t>(y)[i]) / 65535.0;
      left += a * a;
      right += b * b;
      both += a * b;
    }
  }
  EXPECT_NEAR(std::sqrt(left / 60000), 0.01, 0.0002);
  EXPECT_NEAR(std::sqrt(right / 60000), 0.01, 0.0002);
  EXPECT_NEAR(both / std::sqrt(left * right), 0.0, 0.03);
}

TEST(Picture, FormatsShowTheSameScene) {
  SynthOptions options{.width = 70, .height = 50, .levels = 12};
  const SynthPair rgb = synthesize(options);
  options.sample = Sample::u16;
  const SynthPair deep = synthesize(options);
  options.colour = false;
  const SynthPair deep_grey = synthesize(options);
  options.sample = Sample::u8;
  const SynthPair grey = synthesize(options);
  EXPECT_EQ(rgb.left.channels(), 3);
  EXPECT_EQ(grey.left.channels(), 1);
  EXPECT_EQ(deep_grey.left.sample(), Sample::u16);
  EXPECT_EQ(rgb.truth_left, grey.truth_left);
  for (int y = 0; y < 50; ++y) {
    for (int x = 0; x < 70; ++x) {
      const std::uint8_t* pixel = rgb.left.row<std::uint8_t>(y) + 3 * x;
      ASSERT_NEAR(deep.left.row<std::uint16_t>(y)[3 * x] / 257.0, pixel[0], 0.51);
      ASSERT_NEAR(deep_grey.left.row<std::uint16_t>(y)[x] / 257.0, grey.left.row<std::uint8_t>(y)[x], 0.51);
      ASSERT_NEAR(0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2], grey.left.row<std::uint8_t>(y)[x], 1.01);
    }
  }
}

}  // namespace
}  // namespace csca
