// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <cmath>
#include <limits>
#include <string>

namespace csca {
namespace {

constexpr int width = 96;
constexpr int height = 40;

Options range_of(int first, int levels) {
  Options options;
  options.range = {first, levels, false};
  options.select.subpixel = Subpixel::none;  // the shifts are whole
  options.run.threads = 2;
  return options;
}

/// How many pixels with a partner at least `margin` away from both borders have another disparity than this one.
int wrong_inside(const Plane<float>& map, int disparity, int margin) {
  int wrong = 0;
  for (int y = margin; y < map.height() - margin; ++y) {
    for (int x = margin; x < map.width() - margin; ++x) {
      const int partner = x - disparity;
      if (partner < margin || partner >= map.width() - margin) continue;
      wrong += map(x, y) == static_cast<float>(disparity) ? 0 : 1;
    }
  }
  return wrong;
}

TEST(Match, FindsAnIntegerShiftExactly) {
  const Image left = random_texture(width, height, 3, 1);
  for (const int disparity : {-13, -1, 0, 1, 8, 17}) {
    const Image right = shifted(left, disparity, 2);
    for (const std::string_view cost : cost_names()) {
      Options options = range_of(-20, 41);
      options.cost.method = cost;
      for (const int scales : {1, 5}) {
        options.scale.scales = scales;
        const Result result = match(left, right, options);
        EXPECT_EQ(wrong_inside(result.disparity, disparity, 4), 0)
            << cost << ", " << scales << " scales, disparity " << disparity;
      }
    }
  }
}

TEST(Match, FindsAnIntegerShiftWithThePaperPreset) {
  const Image left = random_texture(width, height, 3, 3);
  const Image right = shifted(left, 9, 4);
  for (const char* cost : {"grd", "cen"}) {
    const std::vector<Setting> settings = {{"cost", cost}, {"levels", "32"}};
    EXPECT_EQ(wrong_inside(match(left, right, make_options("paper", settings)).disparity, 9, 4), 0) << cost;
  }
}

TEST(Match, OneImageInGreyIsMatchedByLuma) {
  const Image colour = random_texture(width, height, 3, 5);
  const Image other = shifted(colour, 7, 6);
  Image grey(width, height, 1, Sample::u8);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const std::uint8_t* rgb = other.row<std::uint8_t>(y) + static_cast<std::ptrdiff_t>(3) * x;
      grey.row<std::uint8_t>(y)[x] =
          static_cast<std::uint8_t>(std::lround(0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]));
    }
  }
  EXPECT_EQ(wrong_inside(match(colour, grey, range_of(0, 16)).disparity, 7, 4), 0);
  EXPECT_EQ(wrong_inside(match(grey, colour, range_of(-16, 17)).disparity, -7, 4), 0);
}

/// The same picture in another sample type, each sample times `factor`.
template <class T>
Image converted(const Image& image, Sample sample, double factor) {
  Image result(image.width(), image.height(), image.channels(), sample);
  for (int y = 0; y < image.height(); ++y) {
    for (int i = 0; i < image.width() * image.channels(); ++i) {
      result.row<T>(y)[i] = static_cast<T>(factor * image.row<std::uint8_t>(y)[i]);
    }
  }
  return result;
}

TEST(Match, SampleTypesOfOnePictureGiveOneMap) {
  const SynthPair pair = synthesize({.width = width, .height = height, .levels = 20});
  Options options = range_of(0, 20);
  options.run.precision = Precision::floats;
  const Result expected = match(pair.left, pair.right, options);
  const auto expect = [&](const Image& left, const Image& right, double white) {
    const Result result = match(left, right, options);
    EXPECT_EQ(result.white, white);
    EXPECT_TRUE(same_bits(result.disparity, expected.disparity)) << "white " << white;
  };
  const auto words = [](const Image& image, double factor) {
    return converted<std::uint16_t>(image, Sample::u16, factor);
  };
  const auto floats = [](const Image& image, double factor) { return converted<float>(image, Sample::f32, factor); };
  expect(words(pair.left, 1), words(pair.right, 1), 255);
  expect(words(pair.left, 257), words(pair.right, 257), 65535);
  expect(floats(pair.left, 1), floats(pair.right, 1), 255);
  expect(floats(pair.left, 1.0 / 255), floats(pair.right, 1.0 / 255), 1);
  expect(pair.left, words(pair.right, 1), 255);
}

TEST(Match, WhiteIsWhatTheUserSays) {
  const Image left = random_texture(20, 20, 1, 7);
  Options options = range_of(0, 4);
  options.input.white = 1000;
  EXPECT_EQ(match(left, left, options).white, 1000);
}

TEST(Match, AlphaAndRowPaddingDoNotMatter) {
  const Image left = random_texture(30, 20, 3, 8);
  const Image right = shifted(left, 3, 9);
  const auto with_alpha = [](const Image& image) {
    Image result(image.width(), image.height(), 4, Sample::u8);
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        std::copy_n(image.row<std::uint8_t>(y) + 3 * x, 3, result.row<std::uint8_t>(y) + 4 * x);
        result.row<std::uint8_t>(y)[4 * x + 3] = static_cast<std::uint8_t>(x * 37 + y);
      }
    }
    return result;
  };
  const Result expected = match(left, right, range_of(0, 8));
  EXPECT_TRUE(same_bits(match(with_alpha(left), with_alpha(right), range_of(0, 8)).disparity, expected.disparity));

  // The left halves of both images are views into wider ones.
  const ImageView whole_left = left;
  const ImageView whole_right = right;
  ImageView half_left = whole_left;
  ImageView half_right = whole_right;
  half_left.width = half_right.width = 15;
  Image copy_left(15, 20, 3, Sample::u8);
  Image copy_right(15, 20, 3, Sample::u8);
  for (int y = 0; y < 20; ++y) {
    std::copy_n(left.row<std::uint8_t>(y), 45, copy_left.row<std::uint8_t>(y));
    std::copy_n(right.row<std::uint8_t>(y), 45, copy_right.row<std::uint8_t>(y));
  }
  EXPECT_TRUE(same_bits(match(half_left, half_right, range_of(0, 8)).disparity,
                        match(copy_left, copy_right, range_of(0, 8)).disparity));
}

TEST(Match, SaysWhatItDid) {
  const Image image = random_texture(64, 64, 1, 10);
  const Result result = match(image, image, range_of(-3, 40));
  EXPECT_EQ(result.range, (Levels{-3, 40}));
  EXPECT_EQ(result.scales, 4);
  EXPECT_EQ(result.weights, scale_weights(4, resolve_lambda(Options())));
  EXPECT_EQ(result.white, 255);
  EXPECT_GT(result.seconds.total, 0);
  EXPECT_GE(result.seconds.cost, 0);
}

}  // namespace
}  // namespace csca
