// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <cmath>

namespace csca {
namespace {

const Image left = random_texture(70, 38, 3, 1);
const Image right = shifted(left, 6, 2);

Options small_range() {
  Options options;
  options.range = {0, 24, false};
  options.select.subpixel = Subpixel::none;  // the shifts are whole
  options.aggregate.bf.radius = 4;
  options.run.threads = 2;
  return options;
}

Mask block(int x0, int y0, int x1, int y1) {
  Mask mask(70, 38, 255);  // as files have it
  for (int y = y0; y < y1; ++y) std::fill(mask.row(y) + x0, mask.row(y) + x1, std::uint8_t{0});
  return mask;
}

TEST(Masks, LeftPixelsTakeNoPart) {
  Pair pair{left, right};
  pair.left_mask = block(30, 10, 50, 25);
  Image scribbled = left;
  for (int y = 10; y < 25; ++y) std::fill_n(scribbled.row<std::uint8_t>(y) + 3 * 30, 3 * 20, std::uint8_t{255});
  for (const std::string_view method : aggregation_names()) {
    Options options = small_range();
    options.aggregate.method = method;
    const Result result = match(pair, options);
    for (int y = 0; y < 38; ++y) {
      for (int x = 0; x < 70; ++x) {
        const bool out = pair.left_mask(x, y) == 0;
        ASSERT_EQ(std::isnan(result.disparity(x, y)), out) << method << ", x " << x << ", y " << y;
        ASSERT_EQ((result.validity(x, y) & Validity::masked) != 0, out);
        ASSERT_EQ(result.validity(x, y) & Validity::unknown_pixel, 0);
      }
    }
    // What the masked pixels show reaches nobody.
    EXPECT_TRUE(same_bits(match(Pair{scribbled, right, pair.left_mask}, options).disparity, result.disparity))
        << method;
  }
}

TEST(Masks, RightPixelsAreNeverMatched) {
  Pair pair{left, right};
  pair.right_mask = block(24, 0, 44, 38);  // the partners of left columns 30 to 49
  Image scribbled = right;
  for (int y = 0; y < 38; ++y) std::fill_n(scribbled.row<std::uint8_t>(y) + 3 * 24, 3 * 20, std::uint8_t{255});
  Options options = small_range();
  options.scale.scales = 1;
  options.aggregate.method = "none";
  const Result result = match(pair, options);
  EXPECT_TRUE(same_bits(match(Pair{left, scribbled, {}, pair.right_mask}, options).disparity, result.disparity));
  int wrong = 0;
  for (int y = 0; y < 38; ++y) {
    for (int x = 0; x < 70; ++x) {
      ASSERT_FALSE(std::isnan(result.disparity(x, y)));
      int partners = 0;
      for (int d = 0; d < 24; ++d) partners += x - d >= 0 && pair.right_mask(x - d, y) != 0 ? 1 : 0;
      const int expected = (partners < 24 ? Validity::partial_range : 0) | (partners == 0 ? Validity::no_candidate : 0);
      ASSERT_EQ(result.validity(x, y), expected) << "x " << x;
      if (partners > 0) {
        const int partner = x - static_cast<int>(result.disparity(x, y));
        wrong += partner < 0 || pair.right_mask(partner, y) == 0 ? 1 : 0;
      }
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST(Masks, OfOnesChangeNothing) {
  Pair pair{left, right};
  pair.left_mask = Mask(70, 38, 1);
  pair.right_mask = Mask(70, 38, 255);
  const Result expected = match(left, right, small_range());
  const Result result = match(pair, small_range());
  EXPECT_TRUE(same_bits(result.validity, expected.validity));
  for (int y = 0; y < 38; ++y) {
    for (int x = 12; x < 66; ++x) ASSERT_EQ(result.disparity(x, y), expected.disparity(x, y));
  }
}

TEST(Masks, OfZerosLeaveNothing) {
  Pair pair{left, right};
  pair.left_mask = Mask(70, 38, 0);
  for (const std::string_view method : aggregation_names()) {
    Options options = small_range();
    options.aggregate.method = method;
    options.select = {Subpixel::parabola, RightView::full, 1, Confidence::left_right};
    options.refine.steps = "speckle,median,wm,nl";
    const Result result = match(pair, options);
    for (const float d : result.disparity) ASSERT_TRUE(std::isnan(d)) << method;
    for (const std::uint8_t flags : result.validity) ASSERT_NE(flags & Validity::masked, 0) << method;
  }
}

TEST(Masks, OfAnotherSizeAreRefused) {
  Pair pair{left, right};
  pair.left_mask = Mask(70, 37, 1);
  EXPECT_EQ(error_of([&] { match(pair, small_range()); }),
            "the left mask is 70 x 37 pixels but the image is 70 x 38: give a mask of the image's size");
  pair.left_mask = {};
  pair.right_mask = Mask(38, 70, 1);
  EXPECT_TRUE(contains(error_of([&] { match(pair, small_range()); }), "the right mask is 38 x 70"));
}

}  // namespace
}  // namespace csca
