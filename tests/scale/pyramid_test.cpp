// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/scale.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <cmath>

namespace csca {
namespace {

int reflect(int i, int size) {
  while (size > 1 && (i < 0 || i >= size)) i = i < 0 ? -i : 2 * (size - 1) - i;
  return size == 1 ? 0 : i;
}

struct Smoothed {
  double value;
  double known;  // share of the window
};

/// 25 taps of the binomial 1 4 6 4 1 in both directions, pixel by pixel.
Smoothed naive_tap(const FloatImage& image, std::size_t channel, int x, int y) {
  constexpr double binomial[] = {1, 4, 6, 4, 1};
  Smoothed result{0, 0};
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -2; dx <= 2; ++dx) {
      const int u = reflect(2 * x + dx, image.width());
      const int v = reflect(2 * y + dy, image.height());
      if (!image.known.empty() && image.known(u, v) == 0) continue;
      const double weight = binomial[dx + 2] * binomial[dy + 2] / 256;
      result.value += weight * image.channels[channel](u, v);
      result.known += weight;
    }
  }
  return result;
}

void expect_as_defined(const FloatImage& image) {
  const FloatImage result = downsample(image);
  ASSERT_EQ(result.channels.size(), image.channels.size());
  ASSERT_EQ(result.width(), (image.width() + 1) / 2);
  ASSERT_EQ(result.height(), (image.height() + 1) / 2);
  for (std::size_t c = 0; c < image.channels.size(); ++c) {
    for (int y = 0; y < result.height(); ++y) {
      for (int x = 0; x < result.width(); ++x) {
        const Smoothed expected = naive_tap(image, c, x, y);
        const bool known = expected.known >= 0.5;
        ASSERT_EQ(result.known.empty() || result.known(x, y) != 0, known);
        ASSERT_NEAR(result.channels[c](x, y), known ? expected.value / expected.known : 0, 1e-6)
            << image.width() << " x " << image.height() << ", x " << x << ", y " << y;
      }
    }
  }
}

TEST(Downsample, IsABinomialWithReflectedBorder) {
  for (const Size size : odd_sizes) {
    for (const int channels : {1, 3}) expect_as_defined(random_image(size.width, size.height, channels, 1));
  }
}

TEST(Downsample, UnknownPixelsTakeNoPart) {
  for (const Size size : odd_sizes) {
    for (const double share : {0.1, 0.5, 0.9, 1.1}) {
      FloatImage image = random_image(size.width, size.height, 3, 2);
      add_holes(image, share, 3);
      expect_as_defined(image);
    }
  }
}

TEST(Downsample, KeepsAFlatImageFlatAroundHoles) {
  FloatImage image = random_image(21, 13, 1, 4);
  image.channels[0] = Plane<float>(21, 13, 0.75F);
  add_holes(image, 0.3, 5);
  const FloatImage result = downsample(image);
  for (std::size_t i = 0; i < result.known.size(); ++i) {
    if (result.known.data()[i] == 0) continue;
    EXPECT_FLOAT_EQ(result.channels[0].data()[i], 0.75F);
  }
}

TEST(Downsample, AnyNumberOfThreadsGivesTheSameBits) {
  const FloatImage image = random_image(33, 27, 3, 6);
  const FloatImage one = downsample(image, 1);
  const FloatImage three = downsample(image, 3);
  for (int c = 0; c < 3; ++c) EXPECT_TRUE(same_bits(one.channels[c], three.channels[c]));
}

TEST(Pyramid, StartsWithTheImageAndHalves) {
  const FloatImage image = random_image(17, 6, 1, 7);
  const auto images = pyramid(image, 4);
  ASSERT_EQ(images.size(), 4U);
  EXPECT_TRUE(same_bits(images[0].channels[0], image.channels[0]));
  EXPECT_TRUE(same_bits(images[2].channels[0], downsample(downsample(image)).channels[0]));
  EXPECT_EQ(images[3].width(), 3);
  EXPECT_EQ(images[3].height(), 1);
}

TEST(Coarser, CoversTheHalvedRangeOnBothSidesOfZero) {
  for (int first = -20; first <= 20; ++first) {
    for (int count = 1; count <= 20; ++count) {
      const Levels fine{first, count};
      const Levels coarse = coarser(fine);
      EXPECT_EQ(coarse.first, static_cast<int>(std::floor(first / 2.0)));
      EXPECT_EQ(coarse.last(), static_cast<int>(std::ceil(fine.last() / 2.0)));
    }
  }
}

TEST(UsableScales, NeedsFiveLevelsAndEightPixelsOnEachSide) {
  EXPECT_EQ(usable_scales(1000, 1000, {0, 64}, 1), 1);
  EXPECT_EQ(usable_scales(1000, 1000, {0, 64}, 3), 3);
  EXPECT_EQ(usable_scales(1, 1, {0, 64}, 16), 1);
  EXPECT_EQ(usable_scales(15, 1000, {0, 64}, 16), 2);    // 15 -> 8 -> 4
  EXPECT_EQ(usable_scales(14, 1000, {0, 64}, 16), 1);    // 14 -> 7
  EXPECT_EQ(usable_scales(1000, 57, {0, 1000}, 16), 4);  // 57 -> 29 -> 15 -> 8 -> 4
  EXPECT_EQ(usable_scales(1000, 1000, {0, 8}, 16), 2);   // 0..7 -> 0..4 -> 0..2
  EXPECT_EQ(usable_scales(1000, 1000, {0, 7}, 16), 1);   // 0..6 -> 0..3
  EXPECT_EQ(usable_scales(1000, 1000, {-5, 7}, 16), 2);  // -5..1 -> -3..1 -> -2..1
  EXPECT_EQ(usable_scales(1000, 1000, {0, 1}, 16), 1);
}

TEST(UsableScales, AgreesWithTheAuthorsProgram) {
  // Its ranges leave out level 0: three scales for 16 and 20 levels, five from 50, four from 26, two from 8.
  const auto scales = [](int levels) { return usable_scales(450, 375, {1, levels - 1}, 5); };
  EXPECT_EQ(scales(16), 3);
  EXPECT_EQ(scales(20), 3);
  EXPECT_EQ(scales(26), 4);
  EXPECT_EQ(scales(25), 3);
  EXPECT_EQ(scales(50), 5);
  EXPECT_EQ(scales(49), 4);
  EXPECT_EQ(scales(60), 5);
  EXPECT_EQ(scales(8), 2);
  EXPECT_EQ(scales(7), 1);
}

}  // namespace
}  // namespace csca
