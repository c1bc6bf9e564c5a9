// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/source.hpp"

#include "cost/integer_cost.hpp"

#include <csca/cost.hpp>

#include "support/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

CostOptions named(const char* method) {
  CostOptions options;
  options.method = method;
  return options;
}

float grey(const FloatImage& image, int x, int y) {
  x = std::clamp(x, 0, image.width() - 1);
  y = std::clamp(y, 0, image.height() - 1);
  if (image.channels.size() == 1) return image.channels[0](x, y);
  return 0.299F * image.channels[0](x, y) + 0.587F * image.channels[1](x, y) + 0.114F * image.channels[2](x, y);
}

/// In floats, as what is tested: halves must round the same way. Steps are those of the whole from black to white.
long steps(float value, float steps) { return std::lround(steps * value); }

/// The gradient along (dx, dy), none where a neighbour lies outside.
long gradient(const FloatImage& image, int x, int y, int dx, int dy, float size) {
  const bool inside = x - dx >= 0 && x + dx < image.width() && y - dy >= 0 && y + dy < image.height();
  return inside ? steps(grey(image, x + dx, y + dy) - grey(image, x - dx, y - dy), size) : 0;
}

long differing_bits(const FloatImage& left, const FloatImage& right, int x, int y, int partner, int window) {
  const int radius = window / 2;
  long count = 0;
  constexpr float size = 255.0F * census_steps;
  const auto brighter = [&](const FloatImage& image, int column, int dx, int dy) {
    return steps(grey(image, column, y), size) > steps(grey(image, column + dx, y + dy), size);
  };
  for (int dy = -radius; dy <= radius; ++dy) {
    for (int dx = -radius; dx <= radius; ++dx) {
      count += brighter(left, x, dx, dy) != brighter(right, partner, dx, dy) ? 1 : 0;
    }
  }
  return count;
}

/// The formula of IntegerWeights, cell by cell.
long naive(const IntegerWeights& weights, const CostOptions& options, const FloatImage& left, const FloatImage& right,
           int x, int y, int level) {
  const int partner = x - level;
  long cost = 0;
  const bool cen = options.method == "cen";
  const int colour_parts = weights.fine ? fine_colours : 1;
  const int gradient_parts = weights.fine ? fine_gradients : 1;
  if (!cen) {
    long colour = 0;
    for (std::size_t c = 0; c < left.channels.size(); ++c) {
      const auto size = static_cast<float>(255 * colour_parts);
      const float black = weights.fine ? 1 : 0;
      colour +=
          std::abs(steps(left.channels[c](x, y) + black, size) - steps(right.channels[c](partner, y) + black, size));
    }
    cost += weights.colour_weight * std::min<long>(colour, weights.colour_most) / colour_parts;
    long gradients = 0;
    for (int direction = 0; direction < (options.method == "cg" ? 2 : 1); ++direction) {
      const int dx = direction == 0 ? 1 : 0;
      const auto size = static_cast<float>(255 * gradient_steps * gradient_parts);
      const long difference =
          std::abs(gradient(left, x, y, dx, 1 - dx, size) - gradient(right, partner, y, dx, 1 - dx, size));
      gradients += std::min<long>(difference, weights.gradient_most);
    }
    cost += weights.gradient_weight * gradients / gradient_parts;
  }
  if (cen || options.method == "cg") {
    const long bits = differing_bits(left, right, x, y, partner, cen ? options.cen.window : 5);
    cost += weights.bit_weight * std::min<long>(bits, weights.bits_most);
  }
  return cost;
}

/// Of 8-bit samples, or of such that fine features alone tell apart, of which these are the least and
/// the largest.
void expect_formula(bool fine, float black = 0, float brightest = 1) {
  for (const Size size : {Size{1, 1}, Size{5, 3}, Size{41, 9}, Size{90, 7}}) {
    for (const int channels : {1, 3}) {
      FloatImage left = random_image(size.width, size.height, channels, 1, !fine);
      FloatImage right = random_image(size.width, size.height, channels, 2, !fine);
      for (FloatImage* image : {&left, &right}) {
        for (Plane<float>& channel : image->channels) {
          for (float& value : channel) value = black + (brightest - black) * value;
        }
      }
      for (const char* method : {"grd", "cg", "cen"}) {
        const CostOptions options = named(method);
        const IntegerWeights weights = integer_weights(options, channels, 1337, fine).value();
        const IntegerCost cost(options, weights, left, right, 2);
        for (const Levels levels : {Levels{0, 1}, Levels{-9, 20}, Levels{3, 33}, Levels{-40, 64}}) {
          const int stride = Volume::stride_for(levels.count);
          std::vector<std::uint16_t> whole(static_cast<std::size_t>(size.width * stride));
          std::vector<float> floats(whole.size());
          for (int y = 0; y < size.height; ++y) {
            integer_cells(cost.row(y), 0, size.width, levels, stride, whole.data());
            integer_cells(cost.row(y), 0, size.width, levels, stride, floats.data());
            for (int x = 0; x < size.width; ++x) {
              for (int k = 0; k < levels.count; ++k) {
                const int partner = x - levels.first - k;
                if (partner < 0 || partner >= size.width) continue;
                const auto at = static_cast<std::size_t>(x * stride + k);
                ASSERT_EQ(whole[at], naive(weights, options, left, right, x, y, levels.first + k))
                    << method << ", " << channels << " channels, x " << x << ", y " << y << ", level "
                    << levels.first + k;
                ASSERT_EQ(floats[at], weights.unit * static_cast<float>(whole[at]));
              }
            }
          }
        }
      }
    }
  }
}

TEST(IntegerCost, IsItsFormulaCellByCell) { expect_formula(false); }
TEST(IntegerCost, IsItsFormulaOfFineFeaturesToo) { expect_formula(true); }
TEST(IntegerCost, IsItsFormulaOfNegativeSamplesToo) { expect_formula(true, -0.25F, 0.7F); }

TEST(IntegerCost, IsTheSameOfFineFeaturesFor8BitSamples) {
  for (const int channels : {1, 3}) {
    const FloatImage left = random_image(60, 9, channels, 1, true);
    const FloatImage right = random_image(60, 9, channels, 2, true);
    for (const char* method : {"grd", "cg", "cen"}) {
      const CostOptions options = named(method);
      std::vector<std::uint16_t> costs[2];
      for (const bool fine : {false, true}) {
        const IntegerWeights weights = integer_weights(options, channels, 1337, fine).value();
        const IntegerCost cost(options, weights, left, right, 1);
        costs[fine ? 1 : 0].resize(60 * 16);
        integer_cells(cost.row(4), 20, 60, {0, 16}, 16, costs[fine ? 1 : 0].data());
      }
      // Luma of colours falls between steps: gradients are rounded otherwise then, and census bits may be others.
      const int allowed = channels == 1 ? 0 : 45;
      for (std::size_t i = 0; i < costs[0].size(); ++i) EXPECT_NEAR(costs[0][i], costs[1][i], allowed) << method;
    }
  }
}

void expect_shared_features(bool fine) {
  const FloatImage left = random_image(70, 9, 3, 1, true);
  const CostOptions options = named("cg");
  const IntegerWeights weights = integer_weights(options, 3, 1337, fine).value();
  const IntegerCost first(options, weights, left, random_image(70, 9, 3, 2, true), 1);
  const FloatImage right = random_image(70, 9, 3, 3, true);
  const IntegerCost second(options, weights, left, right, 1, first.left_features());
  const IntegerCost alone(options, weights, left, right, 1);
  EXPECT_EQ(first.left_features(), second.left_features());
  std::vector<float> cells(70 * 16);
  std::vector<float> expected(cells.size());
  for (int y = 0; y < 9; ++y) {
    integer_cells(second.row(y), 0, 70, {0, 16}, 16, cells.data());
    integer_cells(alone.row(y), 0, 70, {0, 16}, 16, expected.data());
    EXPECT_EQ(cells, expected);
  }
}

TEST(IntegerCost, TakesTheLeftFeaturesOfAnEarlierOne) {
  expect_shared_features(false);
  expect_shared_features(true);
}

// Rounding to steps is all that they lose.
TEST(IntegerCost, IsNearTheFloatCost) {
  const FloatImage left = random_image(60, 20, 3, 1, true);
  const FloatImage right = random_image(60, 20, 3, 2, true);
  for (const char* method : {"grd", "cg", "cen"}) {
    const CostOptions options = named(method);
    const IntegerWeights weights = integer_weights(options, 3, 65535, false).value();
    const Levels levels{0, 16};
    const CostSource whole(std::make_unique<IntegerCost>(options, weights, left, right, 1), left, {}, levels,
                           Outside::mean, 1);
    const CostSource floats(make_cost(options, left, right), left, {}, levels, Outside::mean, 1);
    const Volume a = cost_volume(whole, levels);
    const Volume b = cost_volume(floats, levels);
    const double largest = weights.unit * 65535.0;
    // A neighbour that is brighter by less than a step is in the window up to five times where the border repeats.
    const double tolerance = options.method == "cen" ? 0.07 : 0.02;
    for (int y = 0; y < 20; ++y) {
      for (int x = 0; x < 60; ++x) {
        for (int k = 0; k < 16; ++k) ASSERT_NEAR(a.pixel(x, y)[k], b.pixel(x, y)[k], tolerance * largest) << method;
      }
    }
  }
}

TEST(IntegerCost, RefusesWhatWholeNumbersCannotTell) {
  CostOptions options = named("grd");
  EXPECT_TRUE(integer_weights(options, 3, 65535, false));
  EXPECT_TRUE(integer_weights(options, 3, 65535, true));
  EXPECT_FALSE(integer_weights(options, 3, 0, false));
  EXPECT_FALSE(integer_weights(options, 3, 0, true));
  options.grd.colour_truncation = 1;
  EXPECT_FALSE(integer_weights(options, 3, 65535, false));
  options = named("cen");
  options.cen.wrap = true;
  EXPECT_FALSE(integer_weights(options, 3, 65535, false));
}

}  // namespace
}  // namespace csca
