// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/diagonal.hpp"

#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

const Image left = random_texture(70, 38, 3, 1);
const Image right = shifted(left, 6, 2);

Options small_range() {
  Options options;
  options.range = {-3, 27, false};
  options.select.subpixel = Subpixel::none;  // the shifts are whole
  options.aggregate.bf.radius = 4;
  options.run.threads = 2;
  return options;
}

Image mirror_of(const Image& image) {
  Image result = image;
  const int channels = image.channels();
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      std::copy_n(image.row<std::uint8_t>(y) + x * channels, channels,
                  result.row<std::uint8_t>(y) + (image.width() - 1 - x) * channels);
    }
  }
  return result;
}

Plane<float> mirror_of(const Plane<float>& plane) {
  Plane<float> result = plane;
  for (int y = 0; y < plane.height(); ++y) std::reverse(result.row(y), result.row(y) + plane.width());
  return result;
}

TEST(RightView, FullIsTheMirroredAndSwappedPair) {
  std::vector<std::string> methods(aggregation_names().begin(), aggregation_names().end());
  methods.emplace_back("gf+0.5*st");
  for (const std::string& method : methods) {
    for (const Subpixel subpixel : {Subpixel::none, Subpixel::parabola}) {
      Options options = small_range();
      options.aggregate.method = method;
      options.select.subpixel = subpixel;
      const Plane<float> expected = mirror_of(match(mirror_of(right), mirror_of(left), options).disparity);
      options.select.right = RightView::full;
      EXPECT_TRUE(same_bits(match(left, right, options).right_disparity, expected)) << method;
    }
  }
}

TEST(RightView, FullHasAFirstPassOfItsOwn) {
  Options options = small_range();
  options.aggregate.method = "st";
  options.aggregate.st.depth = true;
  const Plane<float> expected = mirror_of(match(mirror_of(right), mirror_of(left), options).disparity);
  options.select.right = RightView::full;
  EXPECT_TRUE(same_bits(match(left, right, options).right_disparity, expected));
}

TEST(RightView, DiagonalIsReadFromTheLeftCosts) {
  Options options = small_range();
  options.select.right = RightView::diagonal;
  Volume costs(70, 38, {-3, 27});
  Hooks hooks;
  hooks.observe = [&](VolumeStage stage, int, Levels levels, int y, const float* row) {
    if (stage != VolumeStage::combined) return;
    for (int x = 0; x < 70; ++x) {
      std::copy_n(row + x * Volume::stride_for(levels.count), levels.count, costs.pixel(x, y) + levels.first + 3);
    }
  };
  options.run.threads = 1;
  const Result result = match(left, right, options, hooks);
  DiagonalWinner winner(70, 38);
  for (int y = 0; y < 38; ++y) winner.add(y, {0, costs.width()}, costs.levels(), costs.levels(), costs.row(y));
  EXPECT_TRUE(same_bits(result.right_disparity, winner.disparity()));
}

TEST(RightView, ChecksTheLeftOne) {
  for (const RightView view : {RightView::full, RightView::diagonal}) {
    Options options = small_range();
    const Result unchecked = match(left, right, options);
    EXPECT_TRUE(unchecked.right_disparity.empty());
    options.select.right = view;
    options.select.tolerance = 0.5;
    options.select.confidence = Confidence::left_right;
    const Result result = match(left, right, options);
    Plane<float> expected = unchecked.disparity;
    ValidityMap validity = unchecked.validity;
    check_consistency(expected, validity, result.right_disparity, 0.5);
    EXPECT_TRUE(same_bits(result.disparity, expected));
    EXPECT_TRUE(same_bits(result.validity, validity));
    EXPECT_TRUE(same_bits(result.confidence, left_right_confidence(unchecked.disparity, result.right_disparity)));
    for (int y = 5; y < 33; ++y) {
      for (int x = 12; x < 60; ++x) ASSERT_EQ(result.disparity(x, y), 6.0F) << "x " << x << ", y " << y;
    }
    EXPECT_TRUE(std::any_of(result.disparity.begin(), result.disparity.end(), [](float d) { return std::isnan(d); }));
  }
}

TEST(RightView, UnknownRightPixelsHaveNoDisparity) {
  Image holes(70, 38, 1, Sample::f32);
  Image whole(70, 38, 1, Sample::f32);
  Random random(3);
  for (int y = 0; y < 38; ++y) {
    for (int x = 0; x < 70; ++x) {
      whole.row<float>(y)[x] = static_cast<float>(random.real(0, 1));
      holes.row<float>(y)[x] = random.chance(0.1) ? nan : static_cast<float>(random.real(0, 1));
    }
  }
  for (const RightView view : {RightView::full, RightView::diagonal}) {
    Options options = small_range();
    options.select.right = view;
    const Result result = match(whole, holes, options);
    for (int y = 0; y < 38; ++y) {
      for (int x = 0; x < 70; ++x) {
        ASSERT_EQ(std::isnan(result.right_disparity(x, y)), std::isnan(holes.row<float>(y)[x]))
            << "x " << x << ", y " << y;
      }
    }
  }
}

TEST(RightView, ConfidenceOfBothViewsNeedsTheRightOne) {
  Options options = small_range();
  options.select.confidence = Confidence::left_right;
  EXPECT_EQ(error_of([&] { match(left, right, options); }),
            "confidence is left_right but right is none: set right to full or diagonal");
}

TEST(RightView, ThreadsAndSlabsDoNotChangeABit) {
  std::vector<std::string> methods(aggregation_names().begin(), aggregation_names().end());
  methods.emplace_back("0.3*gf+st");
  for (const std::string& method : methods) {
    for (const RightView view : {RightView::full, RightView::diagonal}) {
      for (const Confidence confidence : {Confidence::peak_ratio, Confidence::left_right, Confidence::ambiguity}) {
        Options options = small_range();
        options.aggregate.method = method;
        options.select = {Subpixel::parabola, view, 1, confidence};
        options.run = {.threads = 1, .slab = 1024};
        const Result expected = match(left, right, options);
        for (const int slab : {1, 3, 5, 16}) {
          options.run = {.threads = 1 + slab % 3, .slab = slab};
          const Result result = match(left, right, options);
          ASSERT_TRUE(same_bits(result.disparity, expected.disparity)) << method << ", slabs of " << slab;
          ASSERT_TRUE(same_bits(result.right_disparity, expected.right_disparity)) << method << ", slabs of " << slab;
          ASSERT_TRUE(same_bits(result.confidence, expected.confidence)) << method << ", slabs of " << slab;
          ASSERT_TRUE(same_bits(result.validity, expected.validity)) << method << ", slabs of " << slab;
        }
      }
    }
  }
}

TEST(RightView, DiagonalsOfTreesKeepMostOfAnEasyPair) {
  // Costs of different pixels meet on a diagonal: as sums over supports of different weight, hardly any would agree.
  const SynthPair pair =
      synthesize({.width = 160, .height = 100, .levels = 20, .textureless = false, .repetitive = false});
  for (const char* method : {"nl", "st"}) {
    Options options = make_options("", {{{"method", method}, {"right", "diagonal"}}});
    options.range = {0, 20, false};
    const Result result = match(pair.left, pair.right, options);
    const auto kept =
        std::count_if(result.disparity.begin(), result.disparity.end(), [](float d) { return !std::isnan(d); });
    EXPECT_GT(kept, 3 * 160 * 100 / 4) << method;
  }
}

}  // namespace
}  // namespace csca
