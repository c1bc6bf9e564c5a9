// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/scale.hpp>

#include "support/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace csca {
namespace {

using Vector = PooledVector<double>;

constexpr double lambdas[] = {0, 1e-9, 0.01, 0.3, 1, 3, 100, 1e6};

/// A z = c by Gaussian elimination with A written out as in Equations 9 to 11.
Vector solve(double lambda, Vector c) {
  const std::size_t n = c.size();
  std::vector<Vector> a(n, Vector(n));
  for (std::size_t s = 0; s < n; ++s) {
    a[s][s] = 1;
    if (s > 0) {
      a[s][s] += lambda;
      a[s][s - 1] = -lambda;
    }
    if (s + 1 < n) {
      a[s][s] += lambda;
      a[s][s + 1] = -lambda;
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t r = i + 1; r < n; ++r) {
      const double factor = a[r][i] / a[i][i];
      for (std::size_t k = i; k < n; ++k) a[r][k] -= factor * a[i][k];
      c[r] -= factor * c[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) c[i] -= a[i][k] * c[k];
    c[i] /= a[i][i];
  }
  return c;
}

/// Equation 7 without what does not depend on z: each scale's kernel sum is (z - c)^2 plus the costs' own spread.
double objective(const Vector& z, const Vector& c, double lambda) {
  double sum = 0;
  for (std::size_t s = 0; s < z.size(); ++s) sum += (z[s] - c[s]) * (z[s] - c[s]);
  for (std::size_t s = 1; s < z.size(); ++s) sum += lambda * (z[s] - z[s - 1]) * (z[s] - z[s - 1]);
  return sum;
}

TEST(ScaleWeights, AreTheFirstRowOfTheInverse) {
  for (int scales = 1; scales <= 16; ++scales) {
    for (const double lambda : lambdas) {
      const Vector weights = scale_weights(scales, lambda);
      Vector unit(scales);
      unit[0] = 1;  // A is symmetric: the first column of its inverse is the first row
      const Vector expected = solve(lambda, unit);
      ASSERT_EQ(weights.size(), expected.size());
      // Elimination by the book loses digits as A gets stiff; the weights must not.
      for (int s = 0; s < scales; ++s) {
        EXPECT_NEAR(weights[s], expected[s], 1e-14 * (1 + 10 * lambda)) << scales << " scales, lambda " << lambda;
      }
    }
  }
}

TEST(ScaleWeights, SumToOneAndFallFromFineToCoarse) {
  for (int scales = 1; scales <= 16; ++scales) {
    for (const double lambda : lambdas) {
      const Vector weights = scale_weights(scales, lambda);
      EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-9);
      for (int s = 1; s < scales; ++s) EXPECT_LE(weights[s], weights[s - 1]);
      EXPECT_GE(weights.back(), 0);
    }
  }
}

TEST(ScaleWeights, AreTheAuthorsFigures) {
  const auto expect = [](const Vector& weights, const Vector& figures) {
    ASSERT_EQ(weights.size(), figures.size());
    for (std::size_t s = 0; s < figures.size(); ++s) EXPECT_NEAR(weights[s], figures[s], 5.1e-5);
  };
  expect(scale_weights(5, 0.3), {0.8054, 0.1567, 0.0305, 0.0060, 0.0014});
  expect(scale_weights(5, 1), {0.6182, 0.2364, 0.0909, 0.0364, 0.0182});
  expect(scale_weights(3, 0.3), {0.8057, 0.1579, 0.0364});
}

TEST(ScaleWeights, LambdaZeroLeavesTheFinestScaleAlone) {
  EXPECT_EQ(scale_weights(4, 0), (Vector{1, 0, 0, 0}));
  EXPECT_EQ(scale_weights(1, 5), (Vector{1}));
}

TEST(ScaleWeights, AHugeLambdaWeighsAllScalesAlike) {
  for (const double weight : scale_weights(5, 1e6)) EXPECT_NEAR(weight, 0.2, 1e-5);
}

TEST(ScaleWeights, GiveTheFinestCostThatMinimisesEquation7) {
  Random random(1);
  for (int scales = 1; scales <= 8; ++scales) {
    for (const double lambda : {0.0, 0.3, 1.0, 3.0, 50.0}) {
      Vector c(scales);
      for (double& cost : c) cost = random.real(0, 1);
      const Vector z = solve(lambda, c);

      const Vector weights = scale_weights(scales, lambda);
      EXPECT_NEAR(std::inner_product(weights.begin(), weights.end(), c.begin(), 0.0), z[0], 1e-12);

      const double least = objective(z, c, lambda);
      for (int trial = 0; trial < 1000; ++trial) {
        Vector other = z;
        const double step = std::pow(10.0, random.real(-4, 1));
        for (double& value : other) value += random.real(-step, step);
        ASSERT_GE(objective(other, c, lambda), least);
      }
      for (int s = 0; s < scales; ++s) {
        constexpr double h = 1e-4;  // central differences of a quadratic are exact up to rounding
        Vector up = z;
        Vector down = z;
        up[s] += h;
        down[s] -= h;
        EXPECT_NEAR((objective(up, c, lambda) - objective(down, c, lambda)) / (2 * h), 0, 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace csca
