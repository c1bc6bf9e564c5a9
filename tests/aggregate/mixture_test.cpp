// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/traits.hpp"

#include "aggregate/mixture.hpp"
#include "slabs.hpp"
#include "support/expect.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <numeric>

namespace csca {
namespace {

AggregateOptions mixture(const std::string& name) {
  AggregateOptions options;
  options.method = name;
  options.bf.radius = 3;
  return options;
}

/// The method alone, as a mean whatever the options say.
Volume mean_by(const std::string& name, const FloatImage& guide, const Volume& costs) {
  AggregateOptions options = mixture(name);
  options.box.normalise = true;
  options.nl.normalise = 1;
  options.st.normalise = 1;
  return aggregate(*make_aggregation(options)(guide), costs);
}

struct Part {
  std::string method;
  double weight;
};

void expect_weighted_mean(const AggregateOptions& options, const std::vector<Part>& parts, Size size) {
  const FloatImage guide = random_image(size.width, size.height, 3, 1);
  const Volume costs = random_volume(size.width, size.height, {-2, 11}, 2);
  const Volume result = aggregate(*make_aggregation(options)(guide), costs);
  std::vector<Volume> alone;
  for (const Part& part : parts) alone.push_back(mean_by(part.method, guide, costs));
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      for (int k = 0; k < 11; ++k) {
        double expected = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) expected += parts[i].weight * alone[i].pixel(x, y)[k];
        ASSERT_NEAR(result.pixel(x, y)[k], expected, 1e-6) << options.method << ", x " << x << ", y " << y;
      }
    }
  }
}

TEST(Mixture, IsTheWeightedMeanOfItsParts) {
  for (const Size size : odd_sizes) {
    expect_weighted_mean(mixture("gf+st"), {{"gf", 0.5}, {"st", 0.5}}, size);
    expect_weighted_mean(mixture("0.7*gf+0.3*st"), {{"gf", 0.7}, {"st", 0.3}}, size);
    expect_weighted_mean(mixture("3*box+nl"), {{"box", 0.75}, {"nl", 0.25}}, size);
    expect_weighted_mean(mixture("none+2*bf+box"), {{"none", 0.25}, {"bf", 0.5}, {"box", 0.25}}, size);
  }
}

TEST(Mixture, PartsAreMeansWhateverTheOptionsSay) {
  AggregateOptions options = mixture("box+nl+st");
  options.box.normalise = false;
  options.nl.normalise = 0;
  options.st.normalise = 0.5;
  expect_weighted_mean(options, {{"box", 1.0 / 3}, {"nl", 1.0 / 3}, {"st", 1.0 / 3}}, {17, 11});
}

TEST(Mixture, OfOneIsTheMethodItself) {
  const FloatImage guide = random_image(17, 11, 3, 3);
  const Volume costs = random_volume(17, 11, {0, 9}, 4);
  AggregateOptions sum = mixture("box");
  sum.box.normalise = false;  // a lone method keeps its options
  const Volume expected = aggregate(*make_aggregation(sum)(guide), costs);
  sum.method = "0.2*box";
  EXPECT_TRUE(same_bits_inside(aggregate(*make_aggregation(sum)(guide), costs), expected));
}

TEST(Mixture, SlabsOfAnySizeGiveTheSameBits) {
  const FloatImage guide = random_image(19, 13, 3, 5);
  const auto aggregation = make_aggregation(mixture("0.3*gf+st+box"))(guide);
  EXPECT_TRUE(slabs_give_the_same_bits(*aggregation, random_volume(19, 13, {-7, 45}, 6)));
}

TEST(Mixture, IsReadFromText) {
  const auto shares = parse_mixture("0.5*gf+1.5*st+box");
  ASSERT_EQ(shares.size(), 3U);
  EXPECT_EQ(shares[0].method, "gf");
  EXPECT_EQ(shares[1].method, "st");
  EXPECT_EQ(shares[2].method, "box");
  EXPECT_NEAR(shares[0].weight, 0.5 / 3, 1e-15);
  EXPECT_NEAR(shares[1].weight, 1.5 / 3, 1e-15);
  EXPECT_NEAR(shares[2].weight, 1.0 / 3, 1e-15);
  EXPECT_EQ(parse_mixture("gf").front().weight, 1);
  EXPECT_EQ(parse_mixture("1e-3*gf").front().weight, 1);
  EXPECT_EQ(parse_mixture("").front().method, "");  // names are looked up elsewhere
}

TEST(Mixture, RefusesWeightsThatAreNone) {
  for (const std::string text : {"0*gf+st", "gf+-1*st", "nan*gf", "inf*gf", "*gf", "gf+x*st", "1 *gf", "0x1*gf",
                                 "1e308*gf+1e308*st", "1e999*gf"}) {
    const std::string error = error_of([&] { parse_mixture(text); });
    EXPECT_TRUE(contains(error, "method is '" + text + "': allowed is a weight above 0")) << text;
  }
}

TEST(Mixture, UnknownPartsAreRefusedByName) {
  for (const std::string text : {"gf+bxo", "2*bxo", "bxo+bxo"}) {
    EXPECT_TRUE(contains(error_of([&] { make_aggregation(mixture(text)); }), "method is 'bxo'"));
    EXPECT_TRUE(contains(error_of([&] { aggregation_traits(mixture(text)); }), "method is 'bxo'"));
  }
  EXPECT_TRUE(contains(error_of([] { make_aggregation(mixture("gf+")); }), "method is ''"));
}

TEST(AggregationTraits, OfAMixtureAreTheLeastLambdaAndTheLargestSlab) {
  for (const std::string_view a : aggregation_names()) {
    const AggregationTraits first = aggregation_traits(mixture(std::string(a)));
    EXPECT_GT(first.lambda, 0) << a;
    EXPECT_GE(first.slab, 1) << a;
    for (const std::string_view b : aggregation_names()) {
      const AggregationTraits second = aggregation_traits(mixture(std::string(b)));
      const AggregationTraits both = aggregation_traits(mixture(std::string(a) + "+0.1*" + std::string(b)));
      EXPECT_EQ(both.lambda, std::min(first.lambda, second.lambda)) << a << " and " << b;
      EXPECT_EQ(both.slab, std::max(first.slab, second.slab)) << a << " and " << b;
    }
  }
}

TEST(AggregationTraits, OfALargeImageAreFewerLevelsWhereASlabIsHeldWhole) {
  constexpr std::size_t large = 2880 * 1988;
  for (const char* held : {"nl", "st", "gf+st"}) {
    EXPECT_EQ(aggregation_traits(mixture(held)).slab_for(1242 * 375), 16) << held;
    EXPECT_EQ(aggregation_traits(mixture(held)).slab_for(large), 8) << held;
    EXPECT_EQ(aggregation_traits(mixture(held)).slab_for(100 * large), 8) << held;
  }
  EXPECT_EQ(aggregation_traits(mixture("gf")).slab_for(large), aggregation_traits(mixture("gf")).slab);
}

TEST(AggregationBytes, OfAMixtureAreThoseOfItsPartsAndTheSum) {
  const Slab slab{100, 70, {0, 20}};
  const auto bytes = [&](const std::string& text) { return aggregation_bytes(mixture(text), slab); };
  const std::size_t sum = sizeof(float) * 100 * 70 * 24;
  for (const std::string_view name : aggregation_names()) EXPECT_GT(bytes(std::string(name)), 0U) << name;
  EXPECT_EQ(bytes("gf+nl+st"), bytes("gf") + bytes("nl") + bytes("st") + sum);
  const std::size_t rows_on_their_way = sizeof(float) * 2 * companion_rows * 100 * 24;
  EXPECT_EQ(bytes("gf+st"), bytes("gf") + bytes("st") + sum + rows_on_their_way);
  EXPECT_EQ(bytes("0.1*none+box+bf"), bytes("none") + bytes("box") + bytes("bf") + sum);
  EXPECT_EQ(bytes("2*gf"), bytes("gf"));
}

TEST(Mixture, SegmentTreesInItSeeAFirstResult) {
  const FloatImage guide = random_image(23, 14, 3, 5);
  const Volume costs = random_volume(23, 14, {0, 9}, 6);
  Plane<float> disparity(23, 14);
  for (int y = 0; y < 14; ++y) {
    for (int x = 12; x < 23; ++x) disparity(x, y) = 8;
  }
  AggregateOptions options = mixture("gf+st");
  EXPECT_FALSE(aggregation_traits(options).wants_depth);
  options.st.depth = true;
  EXPECT_TRUE(aggregation_traits(options).wants_depth);
  AggregateOptions none = options;
  none.method = "gf+nl";
  EXPECT_FALSE(aggregation_traits(none).wants_depth);

  const Volume result = aggregate(*make_aggregation_with_depth(options, disparity, {0, 9})(guide), costs);
  AggregateOptions tree = as_means(options);
  tree.method = "st";
  const Volume with_depth = aggregate(*make_aggregation_with_depth(tree, disparity, {0, 9})(guide), costs);
  const Volume window = mean_by("gf", guide, costs);
  for (int y = 0; y < 14; ++y) {
    for (int x = 0; x < 23; ++x) {
      for (int k = 0; k < 9; ++k) {
        const float expected = (window.pixel(x, y)[k] + with_depth.pixel(x, y)[k]) / 2;
        ASSERT_NEAR(result.pixel(x, y)[k], expected, 1e-6);
      }
    }
  }
  EXPECT_FALSE(same_bits_inside(with_depth, mean_by("st", guide, costs)));
}

}  // namespace
}  // namespace csca
