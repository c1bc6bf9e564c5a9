// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>

#include "slabs.hpp"
#include "support/expect.hpp"
#include "support/random.hpp"
#include "support/simd_targets.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

AggregateOptions bilateral_options(BilateralOptions bf) {
  AggregateOptions options;
  options.method = "bf";
  options.bf = bf;
  return options;
}

int around(int i, int size) { return ((i % size) + size) % size; }

/// Every pixel of the window, or of the window that wraps around, weighed in double precision.
double window_mean(const FloatImage& guide, const Volume& costs, int x, int y, int k, const BilateralOptions& bf) {
  const int width = guide.width();
  const int height = guide.height();
  double sum = 0;
  double total = 0;
  for (int dy = -bf.radius; dy <= bf.radius; ++dy) {
    for (int dx = -bf.radius; dx <= bf.radius; ++dx) {
      const bool inside = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;
      if (!inside && !bf.wrap) continue;
      const int u = around(x + dx, width);
      const int v = around(y + dy, height);
      double difference = 0;
      for (const Plane<float>& channel : guide.channels) {
        difference += std::abs(static_cast<double>(channel(u, v)) - channel(x, y));
      }
      const double colour = difference / static_cast<double>(guide.channels.size()) / bf.sigma_colour;
      const double space = (dx * dx + dy * dy) / (bf.sigma_space * bf.sigma_space);
      const double weight = std::exp(-space - colour * colour);
      sum += weight * costs.pixel(u, v)[k];
      total += weight;
    }
  }
  return sum / total;
}

void expect_window_means(const FloatImage& guide, const Volume& costs, const BilateralOptions& bf) {
  const Volume result = aggregate(*make_aggregation(bilateral_options(bf))(guide), costs);
  for (int y = 0; y < guide.height(); ++y) {
    for (int x = 0; x < guide.width(); ++x) {
      for (int k = 0; k < costs.levels().count; ++k) {
        ASSERT_NEAR(result.pixel(x, y)[k], window_mean(guide, costs, x, y, k, bf), 1e-5)
            << guide.width() << " x " << guide.height() << ", " << guide.channels.size() << " channels, radius "
            << bf.radius << (bf.wrap ? ", wrapped" : "") << ", x " << x << ", y " << y;
      }
    }
  }
}

TEST(Bilateral, IsTheWeightedWindow) {
  on_every_simd_target([] {
    for (const Size size : odd_sizes) {
      for (const int channels : {1, 3}) {
        const FloatImage guide = random_image(size.width, size.height, channels, 1);
        const Volume costs = random_volume(size.width, size.height, {-3, 9}, 2);
        for (const bool wrap : {false, true}) {
          for (const int radius : {1, 4, 17}) {
            for (const double sigma_colour : {0.03, 0.5}) {
              expect_window_means(guide, costs, {radius, 0.6 * radius, sigma_colour, wrap});
            }
          }
        }
      }
    }
  });
}

TEST(Bilateral, TakesAnyNumberOfLevelsAndTheWidestWindow) {
  on_every_simd_target([] {
    const FloatImage guide = random_image(6, 5, 3, 3);
    for (const int count : {1, 7, 8, 17, 33, 64, 90, 150}) {
      expect_window_means(guide, random_volume(6, 5, {0, count}, 4), {2, 2, 0.3});
    }
    for (const bool wrap : {false, true}) {
      expect_window_means(random_image(70, 3, 1, 5), random_volume(70, 3, {0, 1}, 6), {63, 40, 0.3, wrap});
    }
  });
}

TEST(Bilateral, PiecesOfTheImageMeet) {
  // Wider and higher than what is aggregated at a time, with groups of levels, flat parts and parts that do not count.
  on_every_simd_target([] {
    FloatImage guide = random_image(101, 27, 3, 9);
    for (Plane<float>& channel : guide.channels) {
      for (float& value : channel) value = std::round(value * 3) / 3;
    }
    for (const bool wrap : {false, true}) {
      expect_window_means(guide, random_volume(101, 27, {0, 5}, 10), {5, 5, 0.02, wrap});
    }
    expect_window_means(random_image(101, 11, 3, 9), random_volume(101, 11, {0, 70}, 10), {2, 3, 0.2});
  });
}

TEST(Bilateral, AnyNumberOfThreadsGivesTheSameBits) {
  const FloatImage guide = random_image(150, 21, 3, 11);
  const Volume costs = random_volume(150, 21, {0, 20}, 12);
  const auto aggregation = make_aggregation(bilateral_options({4, 4, 0.2}))(guide);
  const Volume expected = aggregate(*aggregation, costs);
  Volume result(150, 21, {0, 20});
  aggregation->run(
      {150, 21, {0, 20}, 3}, [&](int y, Columns, float* row) { std::copy_n(costs.row(y), costs.row_size(), row); },
      [&](int y, const float* row) { std::copy_n(row, result.row_size(), result.row(y)); });
  EXPECT_TRUE(same_bits_inside(result, expected));
}

TEST(Bilateral, WeightsAreExponentialsToFloatPrecision) {
  // Two pixels, costs 0 and 1: the mean at the first is w / (1 + w).
  FloatImage guide;
  guide.channels.assign(1, Plane<float>(2, 1));
  Volume costs(2, 1, {0, 1});
  costs.pixel(1, 0)[0] = 1;
  on_every_simd_target([&] {
    for (int i = 0; i <= 2000; ++i) {
      guide.channels[0](1, 0) = static_cast<float>(i) / 500;
      const BilateralOptions bf{1, 1e4, 1};
      const double colour = guide.channels[0](1, 0);
      const double exponent = colour * colour + 1e-8;
      const double weight = std::exp(-exponent);
      const Volume result = aggregate(*make_aggregation(bilateral_options(bf))(guide), costs);
      const double expected = weight / (1 + weight);
      ASSERT_NEAR(result.pixel(0, 0)[0] / expected, 1, 4e-7 + 1.5e-7 * exponent) << "exponent " << exponent;
    }
  });
}

TEST(Bilateral, NothingCrossesAStrongEdge) {
  FloatImage guide;
  guide.channels.assign(3, Plane<float>(12, 9));
  Volume costs(12, 9, {0, 2});
  for (int y = 0; y < 9; ++y) {
    for (int x = 6; x < 12; ++x) {
      for (Plane<float>& channel : guide.channels) channel(x, y) = 1;
      costs.pixel(x, y)[0] = 1e6F;
    }
  }
  const Volume result = aggregate(*make_aggregation(bilateral_options({}))(guide), costs);
  for (int y = 0; y < 9; ++y) {
    for (int x = 0; x < 6; ++x) EXPECT_EQ(result.pixel(x, y)[0], 0.0F);
    for (int x = 6; x < 12; ++x) EXPECT_NEAR(result.pixel(x, y)[0], 1e6F, 1);
  }
}

TEST(Bilateral, SlabsOfAnySizeGiveTheSameBits) {
  const FloatImage guide = random_image(19, 13, 3, 7);
  on_every_simd_target([&] {
    for (const bool wrap : {false, true}) {
      const auto aggregation = make_aggregation(bilateral_options({3, 3, 0.2, wrap}))(guide);
      EXPECT_TRUE(slabs_give_the_same_bits(*aggregation, random_volume(19, 13, {-7, 85}, 8)));
    }
  });
}

}  // namespace
}  // namespace csca
