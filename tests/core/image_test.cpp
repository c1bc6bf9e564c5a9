// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/image.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <limits>
#include <vector>

namespace csca {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

template <class T>
Image image_of(int width, int height, int channels, Sample sample, const std::vector<T>& values) {
  Image image(width, height, channels, sample);
  std::copy(values.begin(), values.end(), image.row<T>(0));
  return image;
}

TEST(ToFloat, DividesEverySampleTypeByWhite) {
  const Image bytes = image_of<std::uint8_t>(3, 1, 1, Sample::u8, {0, 51, 255});
  const Image words = image_of<std::uint16_t>(3, 1, 1, Sample::u16, {0, 13107, 65535});
  const Image floats = image_of<float>(3, 1, 1, Sample::f32, {0, 0.2F, 1});
  for (const FloatImage& image : {to_float(bytes, 255), to_float(words, 65535), to_float(floats, 1)}) {
    ASSERT_EQ(image.channels.size(), 1U);
    EXPECT_TRUE(image.known.empty());
    EXPECT_FLOAT_EQ(image.channels[0](0, 0), 0);
    EXPECT_FLOAT_EQ(image.channels[0](1, 0), 0.2F);
    EXPECT_FLOAT_EQ(image.channels[0](2, 0), 1);
  }
}

TEST(ToFloat, DropsAlphaOfGreyAndColour) {
  const Image grey = image_of<std::uint8_t>(2, 1, 2, Sample::u8, {51, 7, 102, 9});
  const FloatImage one = to_float(grey, 255);
  ASSERT_EQ(one.channels.size(), 1U);
  EXPECT_FLOAT_EQ(one.channels[0](1, 0), 0.4F);

  const Image colour = image_of<std::uint8_t>(1, 2, 4, Sample::u8, {51, 102, 153, 1, 204, 255, 0, 2});
  const FloatImage three = to_float(colour, 255);
  ASSERT_EQ(three.channels.size(), 3U);
  EXPECT_FLOAT_EQ(three.channels[1](0, 0), 0.4F);
  EXPECT_FLOAT_EQ(three.channels[2](0, 0), 0.6F);
  EXPECT_FLOAT_EQ(three.channels[0](0, 1), 0.8F);
}

TEST(ToFloat, ReducesColourToLumaOnDemand) {
  const Image image = image_of<std::uint8_t>(1, 1, 3, Sample::u8, {255, 0, 0});
  const FloatImage grey = to_float(image, 255, true);
  ASSERT_EQ(grey.channels.size(), 1U);
  EXPECT_FLOAT_EQ(grey.channels[0](0, 0), 0.299F);
  EXPECT_EQ(to_float(image_of<std::uint8_t>(1, 1, 1, Sample::u8, {51}), 255, true).channels.size(), 1U);
}

TEST(ToFloat, PutsBlueGreenRedInOrder) {
  const std::vector<float> rgb = {51, 102, 204, 0, 255, 153};
  const std::vector<float> bgr = {204, 102, 51, 153, 255, 0};
  for (const Sample sample : {Sample::u8, Sample::f32}) {
    const auto image = [&](const std::vector<float>& values) {
      if (sample == Sample::f32) return image_of<float>(2, 1, 3, sample, values);
      return image_of<std::uint8_t>(2, 1, 3, sample, {values.begin(), values.end()});
    };
    const Image blue_first = image(bgr);
    ImageView view = blue_first;
    view.bgr = true;
    EXPECT_EQ(to_float(view, 255).channels, to_float(image(rgb), 255).channels);
    EXPECT_EQ(to_float(view, 255, true).channels, to_float(image(rgb), 255, true).channels);
    EXPECT_NE(to_float(blue_first, 255).channels, to_float(image(rgb), 255).channels);
  }
  const Image grey = image_of<float>(2, 1, 1, Sample::f32, {3, 4});
  ImageView view = grey;
  view.bgr = true;
  EXPECT_EQ(to_float(view, 1).channels, to_float(grey, 1).channels);
}

// Rows go by whole vectors, except those with such pixels.
TEST(ToFloat, ConvertsEveryPixelOfEveryKindOfRow) {
  constexpr int width = 37;
  for (const int channels : {1, 2, 3, 4}) {
    const int size = width * channels;
    std::vector<float> values;
    for (int i = 0; i < 3 * size; ++i) values.push_back(static_cast<float>(i % 251));
    const Image words = image_of<std::uint16_t>(width, 3, channels, Sample::u16, {values.begin(), values.end()});
    std::vector<float> broken = values;
    broken[size + 5 * channels] = nan;
    broken[size + 6 * channels] = 1e20F;
    const Image floats = image_of<float>(width, 3, channels, Sample::f32, broken);
    for (const Image* image : {&words, &floats}) {
      const FloatImage result = to_float(*image, 250, false, 2, 1e10);
      ASSERT_EQ(result.known.empty(), image == &words);
      ASSERT_EQ(result.channels.size(), channels >= 3 ? 3U : 1U);
      for (int y = 0; y < 3; ++y) {
        for (int x = 0; x < width; ++x) {
          const bool known = image == &words || y != 1 || (x != 5 && x != 6);
          if (image == &floats) {
            ASSERT_EQ(result.known(x, y) != 0, known) << x << ", " << y;
          }
          for (std::size_t c = 0; c < result.channels.size(); ++c) {
            const float value = known ? values[y * size + x * channels + static_cast<int>(c)] : 0;
            ASSERT_EQ(result.channels[c](x, y), value * static_cast<float>(1 / 250.0)) << channels << ": " << x;
          }
        }
      }
    }
  }
}

TEST(ToFloat, PixelsThatAreNotFiniteBecomeUnknownAndZero) {
  const Image image = image_of<float>(4, 1, 3, Sample::f32, {1, 1, 1, 1, nan, 1, infinity, 1, 1, 1, 1, -infinity});
  const FloatImage result = to_float(image, 1);
  ASSERT_EQ(result.known.size(), 4U);
  EXPECT_EQ(result.known(0, 0), 1);
  for (int x = 1; x < 4; ++x) {
    EXPECT_EQ(result.known(x, 0), 0);
    for (const Plane<float>& channel : result.channels) EXPECT_EQ(channel(x, 0), 0.0F);
  }
}

TEST(ToFloat, IgnoresAlphaThatIsNotFinite) {
  EXPECT_TRUE(to_float(image_of<float>(1, 1, 2, Sample::f32, {0.5F, nan}), 1).known.empty());
}

TEST(ToFloat, ReadsPaddedAndBottomUpRows) {
  const std::vector<std::uint8_t> bytes = {10, 20, 99, 99, 30, 40, 99, 99, 50, 60, 99, 99};
  const FloatImage down = to_float({bytes.data(), 2, 3, 1, Sample::u8, 4}, 1);
  const FloatImage up = to_float({bytes.data() + 8, 2, 3, 1, Sample::u8, -4}, 1);
  EXPECT_EQ(down.channels[0](1, 2), 60);
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 2; ++x) EXPECT_EQ(up.channels[0](x, y), down.channels[0](x, 2 - y));
  }
}

double white_of_words(std::uint16_t left, std::uint16_t right) {
  return white_of(image_of<std::uint16_t>(1, 1, 1, Sample::u16, {left}),
                  image_of<std::uint16_t>(1, 1, 1, Sample::u16, {right}));
}
double white_of_floats(float left, float right) {
  return white_of(image_of<float>(1, 1, 1, Sample::f32, {left}), image_of<float>(1, 1, 1, Sample::f32, {right}));
}

TEST(White, OfBytesIs255) {
  const Image dark = image_of<std::uint8_t>(1, 1, 1, Sample::u8, {3});
  EXPECT_EQ(white_of(dark, dark), 255);
}

TEST(White, OfWordsIsTheSmallestSensorRangeThatCoversBoth) {
  EXPECT_EQ(white_of_words(0, 0), 255);
  EXPECT_EQ(white_of_words(255, 3), 255);
  EXPECT_EQ(white_of_words(3, 256), 1023);
  EXPECT_EQ(white_of_words(1024, 3), 4095);
  EXPECT_EQ(white_of_words(3, 4096), 16383);
  EXPECT_EQ(white_of_words(16384, 0), 65535);
  EXPECT_EQ(white_of_words(65535, 65535), 65535);
}

TEST(White, OfFloatsCanBeOne) {
  EXPECT_EQ(white_of_floats(0, 0), 1);
  EXPECT_EQ(white_of_floats(0.5F, 1), 1);
  EXPECT_EQ(white_of_floats(0.5F, 1.01F), 255);
  EXPECT_EQ(white_of_floats(-5, 0.2F), 1);
  EXPECT_EQ(white_of_floats(nan, infinity), 1);
  EXPECT_EQ(white_of_floats(200000, 3), 200000);
}

TEST(White, OfMixedSamplesIsNeverOne) {
  const Image byte = image_of<std::uint8_t>(1, 1, 1, Sample::u8, {1});
  const Image real = image_of<float>(1, 1, 1, Sample::f32, {0.5F});
  EXPECT_EQ(white_of(byte, real), 255);
}

TEST(White, IgnoresAlpha) {
  const Image image = image_of<std::uint16_t>(1, 1, 2, Sample::u16, {200, 65535});
  EXPECT_EQ(white_of(image, image), 255);
}

TEST(Check, SaysWhatIsWrongWithAView) {
  const std::uint8_t bytes[8] = {};
  const auto error = [](const ImageView& view) { return error_of([&] { check(view, "left"); }); };
  EXPECT_EQ(error({bytes, 2, 2, 1, Sample::u8, 2}), "");
  EXPECT_EQ(error({bytes, 2, 2, 1, Sample::u8, -2}), "");
  EXPECT_EQ(error({bytes, 2, 1, 1, Sample::u8, 0}), "");  // the only row needs no distance
  EXPECT_TRUE(contains(error({nullptr, 2, 2, 1, Sample::u8, 2}), "the left image is empty"));
  EXPECT_TRUE(contains(error({bytes, 0, 2, 1, Sample::u8, 2}), "0 x 2"));
  EXPECT_TRUE(contains(error({bytes, 2, -1, 1, Sample::u8, 2}), "2 x -1"));
  EXPECT_TRUE(contains(error({bytes, 1, 1, 0, Sample::u8, 1}), "0 channels: allowed are 1 to 4"));
  EXPECT_TRUE(contains(error({bytes, 1, 1, 5, Sample::u8, 5}), "5 channels"));
  EXPECT_TRUE(contains(error({bytes, 2, 2, 1, Sample::u16, 3}), "rows 3 bytes apart that are 4 bytes long"));
}

TEST(Luma, HasTheWeightsOfRec601) {
  const FloatImage image = random_image(7, 3, 3, 1);
  const Plane<float> grey = luma(image);
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 7; ++x) {
      const double expected =
          0.299 * image.channels[0](x, y) + 0.587 * image.channels[1](x, y) + 0.114 * image.channels[2](x, y);
      EXPECT_NEAR(grey(x, y), expected, 1e-6);
    }
  }
}

TEST(Luma, OfGreyIsItself) {
  const FloatImage image = random_image(5, 4, 1, 2);
  EXPECT_TRUE(same_bits(luma(image), image.channels[0]));
}

TEST(Volume, PadsLevelsToWholeVectors) {
  EXPECT_EQ(Volume::stride_for(1), 8);
  EXPECT_EQ(Volume::stride_for(8), 8);
  EXPECT_EQ(Volume::stride_for(9), 16);
  const Volume volume(3, 2, {-4, 9});
  EXPECT_EQ(volume.levels().last(), 4);
  EXPECT_EQ(volume.row_size(), 48U);
  EXPECT_EQ(volume.pixel(1, 1) - volume.pixel(0, 0), 48 + 16);
  for (int x = 0; x < 3; ++x) EXPECT_EQ(volume.pixel(x, 1)[8], 0.0F);
}

}  // namespace
}  // namespace csca
