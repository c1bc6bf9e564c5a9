// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>

#include "aggregate/guide_statistics.hpp"
#include "slabs.hpp"
#include "support/expect.hpp"
#include "support/random.hpp"
#include "support/simd_targets.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace csca {
namespace {

AggregateOptions guided_options(int radius, double epsilon) {
  AggregateOptions options;
  options.method = "gf";
  options.gf.radius = radius;
  options.gf.epsilon = epsilon;
  return options;
}

/// The window's mean of value(u, v), clipped by the border.
template <class Value>
double window_mean(int width, int height, int x, int y, int radius, const Value& value) {
  double sum = 0;
  int cells = 0;
  for (int v = std::max(0, y - radius); v <= std::min(height - 1, y + radius); ++v) {
    for (int u = std::max(0, x - radius); u <= std::min(width - 1, x + radius); ++u, ++cells) sum += value(u, v);
  }
  return sum / cells;
}

/// Solves m a = b by elimination with pivots.
std::vector<double> solve(std::vector<std::vector<double>> m, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t r = i; r < n; ++r) pivot = std::abs(m[r][i]) > std::abs(m[pivot][i]) ? r : pivot;
    std::swap(m[i], m[pivot]);
    std::swap(b[i], b[pivot]);
    for (std::size_t r = 0; r < n; ++r) {
      if (r == i) continue;
      const double factor = m[r][i] / m[i][i];
      for (std::size_t c = i; c < n; ++c) m[r][c] -= factor * m[i][c];
      b[r] -= factor * b[i];
    }
  }
  for (std::size_t i = 0; i < n; ++i) b[i] /= m[i][i];
  return b;
}

/// He et al., "Guided Image Filtering", Eq. 14 to 16, one level, window by window: a and b of each window's model
/// q = a I + b, and the mean of the models that a pixel is part of: its b, then its a of each channel.
std::vector<Plane<double>> mean_models(const FloatImage& guide, const Volume& costs, int k, int radius,
                                       double epsilon) {
  const int width = guide.width();
  const int height = guide.height();
  const std::size_t n = guide.channels.size();
  const auto mean = [&](int x, int y, const auto& value) { return window_mean(width, height, x, y, radius, value); };
  const auto colour = [&](std::size_t c, int u, int v) { return static_cast<double>(guide.channels[c](u, v)); };
  const auto cost = [&](int u, int v) { return static_cast<double>(costs.pixel(u, v)[k]); };

  std::vector<Plane<double>> a(n, Plane<double>(width, height));
  Plane<double> b(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      std::vector<double> mu(n);
      for (std::size_t c = 0; c < n; ++c) mu[c] = mean(x, y, [&](int u, int v) { return colour(c, u, v); });
      const double p = mean(x, y, cost);
      std::vector<std::vector<double>> sigma(n, std::vector<double>(n));
      std::vector<double> covariance(n);
      for (std::size_t c = 0; c < n; ++c) {
        covariance[c] = mean(x, y, [&](int u, int v) { return (colour(c, u, v) - mu[c]) * (cost(u, v) - p); });
        for (std::size_t d = 0; d < n; ++d) {
          sigma[c][d] = mean(x, y, [&](int u, int v) { return (colour(c, u, v) - mu[c]) * (colour(d, u, v) - mu[d]); });
        }
        sigma[c][c] += epsilon;
      }
      const std::vector<double> fit = solve(sigma, covariance);
      b(x, y) = p;
      for (std::size_t c = 0; c < n; ++c) {
        a[c](x, y) = fit[c];
        b(x, y) -= fit[c] * mu[c];
      }
    }
  }
  std::vector<Plane<double>> means(n + 1, Plane<double>(width, height));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      means[0](x, y) = mean(x, y, [&](int u, int v) { return b(u, v); });
      for (std::size_t c = 0; c < n; ++c) means[c + 1](x, y) = mean(x, y, [&](int u, int v) { return a[c](u, v); });
    }
  }
  return means;
}

/// The models' value at each pixel.
Plane<double> textbook(const FloatImage& guide, const Volume& costs, int k, int radius, double epsilon) {
  const auto models = mean_models(guide, costs, k, radius, epsilon);
  Plane<double> q = models[0];
  for (int y = 0; y < guide.height(); ++y) {
    for (int x = 0; x < guide.width(); ++x) {
      for (std::size_t c = 0; c < guide.channels.size(); ++c) q(x, y) += guide.channels[c](x, y) * models[c + 1](x, y);
    }
  }
  return q;
}

void expect_textbook(const FloatImage& guide, const Volume& costs, int radius, double epsilon, double tolerance) {
  const AggregateOptions options = guided_options(radius, epsilon);
  std::vector<Plane<double>> expected;
  for (int k = 0; k < costs.levels().count; ++k) {
    expected.push_back(textbook(guide, costs, k, radius, epsilon));
  }
  on_every_simd_target([&] {
    const Volume result = aggregate(*make_aggregation(options)(guide), costs);
    for (int k = 0; k < costs.levels().count; ++k) {
      for (int y = 0; y < guide.height(); ++y) {
        for (int x = 0; x < guide.width(); ++x) {
          ASSERT_NEAR(result.pixel(x, y)[k], expected[static_cast<std::size_t>(k)](x, y), tolerance)
              << guide.width() << " x " << guide.height() << ", " << guide.channels.size() << " channels, radius "
              << radius << ", x " << x << ", y " << y << ", level " << k;
        }
      }
    }
  });
}

TEST(Guided, IsTheTextbooksFilter) {
  for (const Size size : odd_sizes) {
    for (const int channels : {1, 3}) {
      const FloatImage guide = random_image(size.width, size.height, channels, 1);
      const Volume costs = random_volume(size.width, size.height, {-3, 9}, 2);
      for (const int radius : {1, 2, 9, 40}) {
        for (const double epsilon : {1e-4, 1e-2}) expect_textbook(guide, costs, radius, epsilon, 2e-5);
      }
    }
  }
}

TEST(Guided, TakesAnyNumberOfLevels) {
  const FloatImage guide = random_image(11, 6, 3, 3);
  for (const int count : {1, 7, 8, 16, 17, 40})
    expect_textbook(guide, random_volume(11, 6, {0, count}, 4), 2, 1e-4, 2e-5);
}

TEST(Guided, SmoothGuidesDoNotCancel) {
  // Little contrast on a bright ground: the variance is a small difference of large numbers.
  FloatImage guide = random_image(40, 23, 3, 5);
  for (Plane<float>& channel : guide.channels) {
    for (float& value : channel) value = 0.9F + 0.01F * value;
  }
  expect_textbook(guide, random_volume(40, 23, {0, 4}, 6), 3, 1e-4, 2e-5);
  // Grey stored as colour: the covariance alone has no inverse.
  guide.channels[1] = guide.channels[0];
  guide.channels[2] = guide.channels[0];
  expect_textbook(guide, random_volume(40, 23, {0, 4}, 7), 3, 1e-4, 2e-5);
}

TEST(Guided, RunningSumsDoNotDrift) {
  expect_textbook(random_image(3, 900, 3, 8), random_volume(3, 900, {0, 2}, 9), 2, 1e-4, 2e-4);
  expect_textbook(random_image(900, 3, 3, 10), random_volume(900, 3, {0, 2}, 11), 2, 1e-4, 2e-4);
  expect_textbook(random_image(2900, 4, 3, 10), random_volume(2900, 4, {0, 2}, 11), 2, 1e-4, 2e-4);
  expect_textbook(random_image(4, 2900, 3, 10), random_volume(4, 2900, {0, 2}, 11), 2, 1e-4, 2e-4);
}

TEST(Guided, AConstantGuideIsABoxOfABox) {
  AggregateOptions box;
  box.method = "box";
  for (const Size size : odd_sizes) {
    for (const int channels : {1, 3}) {
      FloatImage guide;
      guide.channels.assign(channels, Plane<float>(size.width, size.height, 0.7F));
      const Volume costs = random_volume(size.width, size.height, {0, 5}, 12);
      for (const int radius : {1, 2, 9}) {
        box.box = {radius, true};
        const auto window = make_aggregation(box)(guide);
        const Volume expected = aggregate(*window, aggregate(*window, costs));
        const Volume result = aggregate(*make_aggregation(guided_options(radius, 1e-4))(guide), costs);
        for (int y = 0; y < size.height; ++y) {
          for (int x = 0; x < size.width; ++x) {
            for (int k = 0; k < 5; ++k) ASSERT_NEAR(result.pixel(x, y)[k], expected.pixel(x, y)[k], 1e-5);
          }
        }
      }
    }
  }
}

TEST(Guided, SlabsOfAnySizeGiveTheSameBits) {
  for (const int channels : {1, 3}) {
    const FloatImage guide = random_image(23, 14, channels, 13);
    const auto aggregation = make_aggregation(guided_options(3, 1e-4))(guide);
    on_every_simd_target([&] {
      EXPECT_TRUE(slabs_give_the_same_bits(*aggregation, random_volume(23, 14, {-7, 90}, 14)));
    });
  }
}

TEST(Guided, StatisticsAreTheSameBitsKeptOrMadeAgain) {
  const FloatImage guide = random_image(37, 19, 3, 15);
  on_every_simd_target([&] {
    const GuideStatistics kept(guide, 9, 5, 1e-4);
    const GuideStatistics made(guide, 9, 5, 1e-4, 0);
    GuideStatistics::Rows kept_rows(kept, {0, 37});
    GuideStatistics::Rows made_rows(made, {0, 37});
    for (int y = 0; y < 19; ++y) {
      const float* expected = kept_rows.next();
      const float* row = made_rows.next();
      for (int i = 0; i < 10 * 37; ++i) ASSERT_EQ(row[i], expected[i]) << "row " << y << ", value " << i;
      made_rows.guide(y);
      for (int v = std::max(0, y - 11); v <= y; ++v) {
        for (int i = 0; i < 3 * 37; ++i) {
          ASSERT_EQ(made_rows.guide(v)[i], kept_rows.guide(v)[i]) << "row " << v << " at " << y << ", value " << i;
        }
      }
    }
  });
}

}  // namespace
}  // namespace csca
