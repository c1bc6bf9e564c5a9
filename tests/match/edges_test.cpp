// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <cmath>
#include <limits>

namespace csca {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

Options range_of(int first, int levels) {
  Options options;
  options.range = {first, levels, false};
  options.select.subpixel = Subpixel::none;  // the shifts are whole
  options.run.threads = 2;
  return options;
}

Image floats_of(const Image& image) {
  Image result(image.width(), image.height(), image.channels(), Sample::f32);
  for (int y = 0; y < image.height(); ++y) {
    const std::uint8_t* from = image.row<std::uint8_t>(y);
    std::copy_n(from, image.width() * image.channels(), result.row<float>(y));
  }
  return result;
}

TEST(Match, UnknownPixelsStayUnknownAndPoisonNothing) {
  const Image texture = random_texture(80, 50, 3, 1);
  Image left = floats_of(texture);
  Image right = floats_of(shifted(texture, 6, 2));
  const auto hole = [](int x, int y) { return x >= 30 && x < 36 && y >= 20 && y < 25; };
  for (int y = 0; y < 50; ++y) {
    for (int x = 0; x < 80; ++x) {
      if (!hole(x, y)) continue;
      left.row<float>(y)[3 * x + 1] = (x + y) % 2 == 0 ? nan : std::numeric_limits<float>::infinity();
      right.row<float>(y)[3 * (x + 20)] = nan;
    }
  }
  for (const std::string_view cost : cost_names()) {
    Options options = range_of(0, 20);
    options.cost.method = cost;
    const Result result = match(left, right, options);
    for (int y = 0; y < 50; ++y) {
      for (int x = 0; x < 80; ++x) {
        ASSERT_EQ(std::isnan(result.disparity(x, y)), hole(x, y)) << cost << ", x " << x << ", y " << y;
        ASSERT_EQ((result.validity(x, y) & Validity::unknown_pixel) != 0, hole(x, y));
        if (hole(x, y)) continue;
        ASSERT_TRUE(result.disparity(x, y) >= 0 && result.disparity(x, y) <= 19);
        const bool inside = x >= 10 && x < 76 && y >= 4 && y < 46;
        if (inside && !hole(x - 6 - 20, y)) {
          ASSERT_EQ(result.disparity(x, y), 6.0F) << cost << ", x " << x << ", y " << y;
        }
      }
    }
  }
}

TEST(Match, AllUnknownIsAllNaN) {
  for (const Size size : odd_sizes) {
    Image left(size.width, size.height, 1, Sample::f32);
    for (int y = 0; y < size.height; ++y) std::fill_n(left.row<float>(y), size.width, nan);
    const Image right = floats_of(random_texture(size.width, size.height, 1, 3));
    for (const float d : match(left, right, range_of(-2, 5)).disparity) EXPECT_TRUE(std::isnan(d));
    for (const float d : match(left, left).disparity) EXPECT_TRUE(std::isnan(d));  // the range is estimated
    const Result blind = match(right, left, range_of(-2, 5));
    for (const float d : blind.disparity) EXPECT_TRUE(d >= -2 && d <= 2);
    for (const std::uint8_t v : blind.validity) EXPECT_EQ(v, Validity::partial_range | Validity::no_candidate);
  }
}

TEST(Match, TakesTheSmallestImagesAndTheWidestRanges) {
  for (const Size size : odd_sizes) {
    for (const int channels : {1, 3}) {
      const Image left = random_texture(size.width, size.height, channels, 4);
      const Image right = random_texture(size.width, size.height, channels, 5);
      for (const Levels range : {Levels{0, 1}, Levels{-1, 3}, Levels{-100, 201}, Levels{500, 3}, Levels{-32768, 2}}) {
        for (const std::string_view method : aggregation_names()) {
          Options options = range_of(range.first, range.count);
          options.aggregate.method = method;
          options.scale.scales = 16;
          const Result result = match(left, right, options);
          EXPECT_EQ(result.range, range);
          EXPECT_EQ(result.scales, usable_scales(size.width, size.height, range, 16));
          EXPECT_EQ(static_cast<int>(result.weights.size()), result.scales);
          for (const double d : result.disparity) ASSERT_TRUE(d >= range.first && d <= range.last());
        }
      }
    }
  }
}

TEST(Match, UsesSixteenScalesOnlyWhereTheyExist) {
  const Image image = random_texture(40, 33, 1, 6);
  Options options = range_of(0, 64);
  options.scale.scales = 16;
  EXPECT_EQ(match(image, image, options).scales, 3);  // 40 x 33, 20 x 17, 10 x 9
}

TEST(Match, ValiditySaysWhichCandidatesExist) {
  const Image image = random_texture(12, 3, 1, 7);
  const Result result = match(image, image, range_of(2, 4));  // candidates x - 2 .. x - 5
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 12; ++x) {
      const int expected = x < 2   ? (Validity::partial_range | Validity::no_candidate)
                           : x < 5 ? Validity::partial_range
                                   : 0;
      EXPECT_EQ(result.validity(x, y), expected) << "x " << x;
    }
  }
  const Result mirrored = match(image, image, range_of(-5, 4));
  for (int x = 0; x < 12; ++x) EXPECT_EQ(mirrored.validity(x, 1), result.validity(11 - x, 1));
}

TEST(Match, SkipsDisparityZeroOnDemand) {
  const Image image = random_texture(40, 30, 1, 8);
  Options options = range_of(0, 8);
  options.range.skip_zero = true;
  const Result result = match(image, image, options);
  EXPECT_EQ(result.range, (Levels{1, 7}));
  for (const float d : result.disparity) ASSERT_NE(d, 0.0F);

  // Inside a range 0 is computed, for its neighbours and the coarser scales, but never wins.
  options = range_of(-4, 8);
  options.range.skip_zero = true;
  for (const int slab : {1, 3, 4, 8, 16}) {
    options.run.slab = slab;
    const Result around = match(image, image, options);
    EXPECT_EQ(around.range, (Levels{-4, 8}));
    for (const float d : around.disparity) ASSERT_TRUE(d >= -4 && d <= 3 && d != 0.0F) << "slabs of " << slab;
  }
}

TEST(Match, RefusesWhatCannotBeMatched) {
  const Image image = random_texture(8, 6, 1, 9);
  const Image other = random_texture(8, 5, 1, 10);
  const auto error = [&](const ImageView& left, const ImageView& right, const Options& options) {
    return error_of([&] { match(left, right, options); });
  };
  EXPECT_TRUE(
      contains(error(image, other, range_of(0, 4)), "the left image is 8 x 6 pixels but the right one is 8 x 5"));
  EXPECT_TRUE(contains(error(ImageView(), image, range_of(0, 4)), "the left image is empty"));
  EXPECT_TRUE(contains(error(image, Image(), range_of(0, 4)), "the right image is empty"));
  EXPECT_TRUE(contains(error(image, image, range_of(0, 0)), "levels is 0: allowed is"));
  EXPECT_TRUE(contains(error(image, image, range_of(0, -1)), "levels is -1: allowed is"));
  EXPECT_TRUE(contains(error(image, image, range_of(0, 1000000000)), "levels is 1000000000: allowed is"));
  for (const double lambda : {-1.0, std::nan("")}) {
    Options options = range_of(0, 4);
    options.scale.lambda = lambda;
    EXPECT_TRUE(contains(error(image, image, options), "lambda is "));
  }
  Options nothing_left = range_of(0, 1);
  nothing_left.range.skip_zero = true;
  EXPECT_TRUE(contains(error(image, image, nothing_left), "disparity 0 is skipped"));
}

}  // namespace
}  // namespace csca
