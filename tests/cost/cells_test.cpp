// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/cost.hpp>

#include "cost/naive_cost.hpp"
#include "support/expect.hpp"
#include "support/random.hpp"

#include <string>

namespace csca {
namespace {

constexpr float untouched = -7;

/// Every cell of every row, with a partner and without, against the definition.
void expect_as_defined(const CostOptions& options, const FloatImage& left, const FloatImage& right, Levels levels) {
  const auto cost = make_cost(options, left, right);
  const NaiveCost naive(options, left, right);
  const int stride = Volume::stride_for(levels.count);
  std::vector<float> row(static_cast<std::size_t>(left.width() * stride));
  for (int y = 0; y < left.height(); ++y) {
    std::fill(row.begin(), row.end(), untouched);
    cost->cells(y, 0, left.width(), levels, stride, row.data());
    for (int x = 0; x < left.width(); ++x) {
      for (int k = 0; k < levels.count; ++k) {
        const int partner = x - (levels.first + k);
        const bool inside = partner >= 0 && partner < left.width();
        const double expected = inside ? naive.cell(x, y, levels.first + k) : untouched;
        ASSERT_NEAR(row[x * stride + k], expected, 4e-7)
            << options.method << ", " << left.width() << " x " << left.height() << ", x " << x << ", y " << y
            << ", level " << levels.first + k;
      }
      ASSERT_NEAR(cost->outside(x, y), naive.outside(x, y), 4e-7);
    }
  }
}

void expect_as_defined(const CostOptions& options, bool coarse = false) {
  for (const Size size : odd_sizes) {
    for (const int channels : {1, 3}) {
      for (const Levels levels : {Levels{0, 1}, Levels{-3, 8}, Levels{2, 5}, Levels{-40, 83}}) {
        const FloatImage left = random_image(size.width, size.height, channels, 1, coarse);
        const FloatImage right = random_image(size.width, size.height, channels, 2, coarse);
        expect_as_defined(options, left, right, levels);
      }
    }
  }
}

CostOptions method(const std::string& name) {
  CostOptions options;
  options.method = name;
  return options;
}

TEST(IntensityGradient, IsEquation2) { expect_as_defined(method("grd")); }

TEST(IntensityGradient, RespectsItsConstants) {
  CostOptions options = method("grd");
  options.grd = {0.7, 0.2, 0.4, 0.6};
  expect_as_defined(options);
  options.grd = {0, 1, 0.1, 1e6};
  expect_as_defined(options);
}

TEST(Census, CountsDifferingBitsInWindowsOf3To15) {
  CostOptions options = method("cen");
  for (options.cen.window = 3; options.cen.window <= 15; options.cen.window += 2) expect_as_defined(options);
}

TEST(Census, ComparesStrictly) {
  // Grey images of 8 bits hold equal neighbours, which have to give no bit on either side.
  const FloatImage left = random_image(23, 9, 1, 3, true);
  FloatImage right = random_image(23, 9, 1, 4, true);
  for (float& value : right.channels[0]) value = value > 0.5F ? 1.0F : 0.0F;
  for (const int window : {3, 9, 15}) {
    CostOptions options = method("cen");
    options.cen.window = window;
    expect_as_defined(options, left, right, {-5, 19});
  }
}

TEST(Census, CutsDistancesAtAShareOfTheBits) {
  CostOptions options = method("cen");
  for (const double share : {0.01, 0.3, 0.5}) {
    options.cen.truncation = share;
    expect_as_defined(options);
  }
}

TEST(Census, WrapsAroundOnDemand) {
  CostOptions options = method("cen");
  options.cen.wrap = true;
  for (const int window : {3, 9, 15}) {
    options.cen.window = window;
    expect_as_defined(options);
  }
}

TEST(Census, RoundsLumaOnDemand) {
  CostOptions options = method("cen");
  options.cen.round = true;
  expect_as_defined(options);
}

TEST(Census, OfAnImageWithItselfIsZeroAtLevelZero) {
  const FloatImage image = random_image(31, 5, 3, 5);
  const auto cost = make_cost(method("cen"), image, image);
  std::vector<float> row(31 * 8);
  cost->cells(2, 0, 31, {0, 1}, 8, row.data());
  for (int x = 0; x < 31; ++x) EXPECT_EQ(row[x * 8], 0.0F);
}

TEST(CensusGradient, AddsColourGradientsAndCensus) { expect_as_defined(method("cg")); }

TEST(CensusGradient, RespectsItsConstants) {
  CostOptions options = method("cg");
  options.cg = {0.3, 0.2, 0.4, 0.5, 0.7};
  expect_as_defined(options);
  options.cg = {0, 0, 1, 1, 1};
  expect_as_defined(options);
}

TEST(MatchingCost, PartOfARowHasTheBitsOfTheWholeRow) {
  const FloatImage left = random_image(29, 3, 3, 6);
  const FloatImage right = random_image(29, 3, 3, 7);
  for (const std::string_view name : cost_names()) {
    const auto cost = make_cost(method(std::string(name)), left, right);
    std::vector<float> whole(29 * 16, untouched);
    std::vector<float> part(5 * 16, untouched);
    cost->cells(1, 0, 29, {-4, 13}, 16, whole.data());
    cost->cells(1, 11, 16, {-4, 13}, 16, part.data());
    EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + 11 * 16)) << name;
  }
}

TEST(MatchingCost, UnknownNameIsRefusedWithASuggestion) {
  const FloatImage image = random_image(2, 2, 1, 8);
  const std::string error = error_of([&] { make_cost(method("gdr"), image, image); });
  EXPECT_TRUE(contains(error, "cost is 'gdr'"));
  EXPECT_TRUE(contains(error, "did you mean 'grd'?"));
}

}  // namespace
}  // namespace csca
