// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0

// Samples of 16 bits and floats: their costs are whole numbers too.
#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <cmath>

namespace csca {
namespace {

const SynthPair& rendered() {
  static const SynthPair pair = synthesize({.width = 240, .height = 120, .levels = 32});
  return pair;
}

/// 8-bit samples as others: 257 times, or as floats from `black` to `white`.
Image words(const Image& bytes) {
  Image image(bytes.width(), bytes.height(), bytes.channels(), Sample::u16);
  for (int y = 0; y < bytes.height(); ++y) {
    for (int i = 0; i < bytes.width() * bytes.channels(); ++i) {
      image.row<std::uint16_t>(y)[i] = static_cast<std::uint16_t>(257 * bytes.row<std::uint8_t>(y)[i]);
    }
  }
  return image;
}
Image floats(const Image& bytes, float black = 0, float white = 1) {
  Image image(bytes.width(), bytes.height(), bytes.channels(), Sample::f32);
  for (int y = 0; y < bytes.height(); ++y) {
    for (int i = 0; i < bytes.width() * bytes.channels(); ++i) {
      image.row<float>(y)[i] = black + (white - black) * static_cast<float>(bytes.row<std::uint8_t>(y)[i]) / 255;
    }
  }
  return image;
}

Options options_of(const std::string& method) {
  Options options;
  options.range = {0, 32, false};
  options.aggregate.method = method;
  return options;
}

Options in_floats(Options options) {
  options.run.precision = Precision::floats;
  return options;
}

/// The share of pixels that are off by more than a quarter.
double other_pixels(const Plane<float>& a, const Plane<float>& b) {
  double count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += std::abs(a.data()[i] - b.data()[i]) > 0.25F ? 1 : 0;
  return count / static_cast<double>(a.size());
}

TEST(DeepSamples, HaveTheMapOfThe8BitPair) {
  const SynthPair& pair = rendered();
  for (const char* method : {"box", "gf", "st", "sgm"}) {
    const Options options = options_of(method);
    const Plane<float> expected = match(pair.left, pair.right, options).disparity;
    EXPECT_LT(other_pixels(match(words(pair.left), words(pair.right), options).disparity, expected), 0.01) << method;
    EXPECT_LT(other_pixels(match(floats(pair.left), floats(pair.right), options).disparity, expected), 0.01) << method;
  }
}

TEST(DeepSamples, MayBeNegative) {
  const Image left = floats(rendered().left, -0.2F, 0.9F);
  const Image right = floats(rendered().right, -0.2F, 0.9F);
  for (const char* method : {"box", "st"}) {
    const Options options = options_of(method);
    const Plane<float> expected = match(left, right, in_floats(options)).disparity;
    EXPECT_LT(other_pixels(match(left, right, options).disparity, expected), 0.01) << method;
  }
}

// A lamp makes all the rest darker than a 255th of white, a black level makes it brighter than white.
TEST(DeepSamples, StayFloatsWhere16BitsWouldNotTellThemApart) {
  Image dark = floats(rendered().left, 0, 0.003F);
  Image dark_too = floats(rendered().right, 0, 0.003F);
  dark.row<float>(60)[0] = 1;
  dark_too.row<float>(60)[0] = 1;
  const Image low = floats(rendered().left, -3, 1);
  const Image low_too = floats(rendered().right, -3, 1);
  const Options options = options_of("box");
  const auto expect_floats = [](const Image& left, const Image& right, const Options& asked) {
    const Plane<float> map = match(left, right, asked).disparity;
    EXPECT_TRUE(same_bits(map, match(left, right, in_floats(asked)).disparity));
  };
  expect_floats(dark, dark_too, options);
  expect_floats(low, low_too, options);
  Options brighter = options;
  brighter.input.white = 0.5;
  expect_floats(floats(rendered().left), floats(rendered().right), brighter);
}

}  // namespace
}  // namespace csca
