// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/source.hpp"

#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"
#include "support/sanitized.hpp"

#include <string>

namespace csca {
namespace {

constexpr Interpolation interpolations[] = {Interpolation::nearest, Interpolation::linear};

/// Calls body with every cost, method and pair of maps, on a small range that crosses zero.
template <class Body>
void for_all_kinds(const Body& body) {
  Some some;
  for (const std::string_view cost : cost_names()) {
    for (const std::string_view method : aggregation_names()) {
      for (const Interpolation level_map : {Interpolation::nearest, Interpolation::linear, Interpolation::spline}) {
        for (const Interpolation space_map : interpolations) {
          if (some.leaves_out()) continue;
          Options options;
          options.range = {-7, 43, false};
          options.cost.method = cost;
          options.aggregate.method = method;
          options.scale.level_map = level_map;
          options.scale.space_map = space_map;
          options.run.threads = 1;
          SCOPED_TRACE(std::string(cost) + " " + std::string(method));
          body(options);
        }
      }
    }
  }
}

/// A pair with unknown pixels in both images.
struct Pair {
  Image left{75, 41, 3, Sample::f32};
  Image right{75, 41, 3, Sample::f32};

  Pair() {
    const Image texture = random_texture(75, 41, 3, 1);
    const Image other = shifted(texture, 9, 2);
    Random random(3);
    for (int y = 0; y < 41; ++y) {
      for (int i = 0; i < 75 * 3; ++i) {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        left.row<float>(y)[i] = random.chance(0.01) ? nan : texture.row<std::uint8_t>(y)[i];
        right.row<float>(y)[i] = random.chance(0.01) ? nan : other.row<std::uint8_t>(y)[i];
      }
    }
  }
};

TEST(Match, AnyThreadsAndSlabsGiveTheSameBits) {
  const Pair pair;
  for_all_kinds([&](Options options) {
    options.run.slab = 16;
    const Result expected = match(pair.left, pair.right, options);
    for (const int slab : {1, 3, 8, 16, 33, 1024}) {
      options.run.slab = slab;
      options.run.threads = 1 + slab % 3;  // 1, 2 and 3 all occur
      const Result result = match(pair.left, pair.right, options);
      ASSERT_TRUE(same_bits(result.disparity, expected.disparity)) << "slab " << slab;
      ASSERT_TRUE(same_bits(result.validity, expected.validity)) << "slab " << slab;
    }
  });
  Options options;
  options.range = {-7, 43, false};
  const Result expected = match(pair.left, pair.right, options);
  for (options.run.threads = 1; options.run.threads <= 3; ++options.run.threads) {
    for (const int slab : {1, 3, 8, 16, 33, 1024}) {
      options.run.slab = slab;
      ASSERT_TRUE(same_bits(match(pair.left, pair.right, options).disparity, expected.disparity));
    }
  }
}

TEST(Match, AnyThreadsAndSlabsGiveTheSameBitsInWholeNumbers) {
  const Image left = random_texture(75, 41, 3, 1);
  const Image right = shifted(left, 9, 2);
  for_all_kinds([&](Options options) {
    const Result expected = match(left, right, options);
    for (const int slab : {1, 8, 33, 1024}) {
      options.run.slab = slab;
      options.run.threads = 1 + slab % 3;
      ASSERT_TRUE(same_bits(match(left, right, options).disparity, expected.disparity)) << "slab " << slab;
    }
  });
}

// Costs that whole numbers tell exactly but for rounding: few winners move.
TEST(Match, WholeNumbersGiveTheMapOfFloats) {
  const SynthPair pair = synthesize({.width = 160, .height = 90, .levels = 24});
  for_all_kinds([&](Options options) {
    options.range = {0, 24, false};
    const Result whole = match(pair.left, pair.right, options);
    options.run.precision = Precision::floats;
    const Result floats = match(pair.left, pair.right, options);
    int moved = 0;
    for (std::size_t i = 0; i < whole.disparity.size(); ++i) {
      moved += std::abs(whole.disparity.data()[i] - floats.disparity.data()[i]) > 1 ? 1 : 0;
    }
    EXPECT_LE(moved, 160 * 90 / 50);
    EXPECT_TRUE(same_bits(whole.validity, floats.validity));
  });
}

TEST(Match, WholeNumbersGiveTheMapOfFloatsOnGreyPairsToo) {
  const Image left = random_texture(75, 41, 1, 1);
  const Image right = shifted(left, 9, 2);
  for_all_kinds([&](Options options) {
    const Result whole = match(left, right, options);
    options.run.precision = Precision::floats;
    const Result floats = match(left, right, options);
    int moved = 0;
    for (std::size_t i = 0; i < whole.disparity.size(); ++i) {
      moved += std::abs(whole.disparity.data()[i] - floats.disparity.data()[i]) > 1 ? 1 : 0;
    }
    EXPECT_LE(moved, 75 * 41 / 20);
    EXPECT_TRUE(same_bits(whole.validity, floats.validity));
  });
}

// Whether whole numbers can tell a cost may depend on the channels: a step of one is more than one of three.
TEST(Match, CostsThatWholeNumbersTellOfColourAloneAreFloatsOfGrey) {
  Options grd;
  grd.range = {0, 32, false};
  grd.cost.method = "grd";
  grd.cost.grd.colour_truncation = 0.0012;
  grd.cost.grd.gradient_weight = 0;
  Options cg = grd;
  cg.cost.method = "cg";
  cg.cost.cg.colour_truncation = 0.001;
  cg.cost.cg.gradient_weight = 0;
  cg.cost.cg.census_weight = 0;
  for (Options options : {grd, cg}) {
    for (const std::string_view method : aggregation_names()) {
      options.aggregate.method = method;
      options.run.precision = Precision::automatic;
      for (const int channels : {1, 2, 3, 4}) {
        const Image left = random_texture(75, 41, channels, 1);
        const Image right = shifted(left, 9, 2);
        const Result result = match(left, right, options);
        if (channels > 2) continue;
        options.run.precision = Precision::floats;
        ASSERT_TRUE(same_bits(result.disparity, match(left, right, options).disparity)) << method;
      }
    }
  }
}

TEST(Match, LambdaZeroIsThePlainMethodBitForBit) {
  const Pair pair;
  for_all_kinds([&](Options options) {
    options.scale.lambda = 0;
    const Result regularised = match(pair.left, pair.right, options);
    options.scale = {1, 3, options.scale.level_map, options.scale.space_map};
    const Result plain = match(pair.left, pair.right, options);
    ASSERT_TRUE(same_bits(regularised.disparity, plain.disparity));
    EXPECT_EQ(plain.scales, 1);
  });
}

/// Algorithm 1 with whole volumes, out of the expert's functions.
Plane<float> by_hand(const Image& left, const Image& right, const Options& options, int scales) {
  const double white = white_of(left, right);
  const auto lefts = pyramid(to_float(left, white), scales);
  const auto rights = pyramid(to_float(right, white), scales);
  const AggregationFactory aggregation = make_aggregation(options.aggregate);
  std::vector<Volume> volumes;
  Levels range{*options.range.first, *options.range.levels};
  for (int s = 0; s < scales; ++s, range = coarser(range)) {
    const CostSource source(make_cost(options.cost, lefts[s], rights[s]), lefts[s], rights[s].known, range,
                            options.cost.outside, 1);
    const auto known = leave_out_unknown(aggregation(lefts[s]), lefts[s].known);
    volumes.push_back(aggregate(*known, cost_volume(source, range)));
  }
  const auto weights = scale_weights(scales, resolve_lambda(options));
  return select(combine(volumes, weights, options.scale.level_map, options.scale.space_map), options.select.subpixel);
}

TEST(Match, IsTheExpertsFunctionsInARow) {
  const Image left = random_texture(75, 41, 3, 4);
  const Image right = shifted(left, 9, 5);
  for_all_kinds([&](Options options) {
    for (const Outside outside : {Outside::mean, Outside::black}) {
      options.cost.outside = outside;
      options.run.precision = Precision::floats;
      const Result result = match(left, right, options);
      EXPECT_EQ(result.scales, 3);
      ASSERT_TRUE(same_bits(result.disparity, by_hand(left, right, options, result.scales)));
    }
  });
}

// Of several strips.
TEST(Match, WideImagesAreTheExpertsFunctionsToo) {
  const Image left = random_texture(2100, 20, 3, 4);
  const Image right = shifted(left, 9, 5);
  for (const char* method : {"box", "gf", "gf+st"}) {
    Options options;
    options.range = {-7, 43, false};
    options.aggregate.method = method;
    options.run.precision = Precision::floats;
    options.select.subpixel = Subpixel::none;
    for (options.run.threads = 1; options.run.threads <= 3; ++options.run.threads) {
      const Result result = match(left, right, options);
      ASSERT_TRUE(same_bits(result.disparity, by_hand(left, right, options, result.scales))) << method;
      Volume combined(2100, 20, {-7, 43});
      Hooks hooks;
      hooks.observe = [&](VolumeStage stage, int, Levels levels, int y, const float* row) {
        if (stage != VolumeStage::combined) return;
        for (int x = 0; x < 2100; ++x, row += Volume::stride_for(levels.count)) {
          std::copy_n(row, levels.count, combined.pixel(x, y) + (levels.first + 7));
        }
      };
      ASSERT_TRUE(same_bits(match(left, right, options, hooks).disparity, result.disparity)) << method;
      EXPECT_TRUE(same_bits(select(combined), result.disparity)) << method;
    }
  }
}

TEST(Match, IsTheExpertsFunctionsWithHolesToo) {
  const Pair pair;
  for_all_kinds([&](Options options) {
    options.run.precision = Precision::floats;
    const Result result = match(pair.left, pair.right, options);
    Plane<float> expected = by_hand(pair.left, pair.right, options, result.scales);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if ((result.validity.data()[i] & Validity::unknown_pixel) != 0) expected.data()[i] = result.disparity.data()[i];
    }
    ASSERT_TRUE(same_bits(result.disparity, expected));
  });
}

}  // namespace
}  // namespace csca
