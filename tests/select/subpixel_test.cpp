// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/winner_table.hpp"

#include "naive_select.hpp"
#include "select/subpixel.hpp"
#include "support/expect.hpp"

#include <limits>

namespace csca {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr Subpixel fits[] = {Subpixel::parabola, Subpixel::equiangular};

TEST(SubpixelOffset, OfAParabola) {
  // Costs (d - m)^2 at -1, 0 and 1.
  for (const float m : {-0.5F, -0.375F, -0.125F, 0.0F, 0.25F, 0.5F}) {
    EXPECT_NEAR(subpixel_offset(Subpixel::parabola, (1 + m) * (1 + m), m * m, (1 - m) * (1 - m)), m, 1e-6);
  }
  EXPECT_FLOAT_EQ(subpixel_offset(Subpixel::parabola, 3, 1, 2), 0.5F * 1 / 3);
}

TEST(SubpixelOffset, OfTwoLinesOfOneSlope) {
  // Costs |d - m| at -1, 0 and 1.
  for (const float m : {-0.5F, -0.375F, -0.125F, 0.0F, 0.25F, 0.5F}) {
    EXPECT_NEAR(subpixel_offset(Subpixel::equiangular, 1 + m, std::abs(m), 1 - m), m, 1e-6);
  }
  EXPECT_FLOAT_EQ(subpixel_offset(Subpixel::equiangular, 3, 1, 2), 0.5F * 1 / 2);
}

TEST(SubpixelOffset, IsZeroWhereThereIsNothingToFit) {
  for (const Subpixel fit : fits) {
    EXPECT_EQ(subpixel_offset(fit, 1, 1, 1), 0);
    EXPECT_EQ(subpixel_offset(fit, 2, 1, 2), 0);
    EXPECT_EQ(subpixel_offset(fit, infinity, 1, 2), 0);
    EXPECT_EQ(subpixel_offset(fit, 2, 1, infinity), 0);
    EXPECT_EQ(subpixel_offset(fit, infinity, infinity, infinity), 0);
    EXPECT_EQ(subpixel_offset(fit, nan, 1, 2), 0);
    EXPECT_EQ(subpixel_offset(fit, 2, 1, nan), 0);
  }
  EXPECT_EQ(subpixel_offset(Subpixel::none, 3, 1, 2), 0);
}

TEST(SubpixelOffset, IsAtMostHalfALevel) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const auto lowest = static_cast<float>(random.real(-1, 1));
    const auto below = static_cast<float>(lowest + random.real(-0.1, 1));  // a level that may not win can cost less
    const auto above = static_cast<float>(lowest + random.real(-0.1, 1));
    for (const Subpixel fit : fits) {
      const float offset = subpixel_offset(fit, below, lowest, above);
      ASSERT_LE(std::abs(offset), 0.5F);
      if (below >= lowest && above >= lowest) {
        ASSERT_EQ(offset < 0, below < above);
      }
    }
  }
  for (const Subpixel fit : fits) {
    EXPECT_EQ(subpixel_offset(fit, 1, 1, 3), -0.5F);  // a tie with the level below: half way
    EXPECT_EQ(subpixel_offset(fit, 3, 1, 1), 0.5F);
  }
}

/// The winner and the fit through its neighbours in double precision; whole levels at the ends of the range.
Plane<float> naive_fit(const Volume& volume, Subpixel fit) {
  const int count = volume.levels().count;
  Plane<float> result(volume.width(), volume.height(), nan);
  for (int y = 0; y < volume.height(); ++y) {
    for (int x = 0; x < volume.width(); ++x) {
      const float* cells = volume.pixel(x, y);
      const int best = naive_winner(cells, count);
      if (best < 0) continue;
      double offset = 0;
      if (best > 0 && best + 1 < count && std::isfinite(cells[best - 1]) && std::isfinite(cells[best + 1])) {
        const double below = cells[best - 1];
        const double above = cells[best + 1];
        const double depth = fit == Subpixel::parabola ? below + above - 2.0 * cells[best]
                                                       : std::max(below, above) - static_cast<double>(cells[best]);
        if (depth > 0) offset = (below - above) / (2 * depth);
      }
      result(x, y) = static_cast<float>(volume.levels().first + best + offset);
    }
  }
  return result;
}

TEST(Winner, FitsACurveThroughItsNeighbours) {
  for (const Subpixel fit : fits) {
    for (const int count : {1, 2, 3, 8, 17, 40}) {
      for (const Size size : odd_sizes) {
        const Volume volume = rough_volume(size.width, size.height, {-9, count}, static_cast<std::uint32_t>(count));
        const Plane<float> expected = naive_fit(volume, fit);
        const Plane<float> result = select(volume, fit);
        for (std::size_t i = 0; i < expected.size(); ++i) {
          ASSERT_EQ(std::isnan(result.data()[i]), std::isnan(expected.data()[i]));
          if (std::isnan(expected.data()[i])) continue;
          ASSERT_NEAR(result.data()[i], expected.data()[i], 1e-5);
        }
      }
    }
  }
}

TEST(Winner, FitsTheSameCurveFromSlabsInAnyOrder) {
  const Volume volume = rough_volume(17, 11, {-6, 31}, 2);
  for (const Subpixel fit : fits) {
    const Plane<float> expected = select(volume, fit);
    for (const int size : {1, 3, 8, 16}) {
      std::vector<Share> shares = shares_of(volume, size);
      std::mt19937 engine(3);
      for (int trial = 0; trial < 10; ++trial) {
        WinnerTable winner(17, 11, {.neighbours = true});
        take_all(winner, shares);
        EXPECT_TRUE(same_bits(winner.disparity(fit), expected)) << "slabs of " << size;
        EXPECT_TRUE(same_bits(winner.disparity(), select(volume)));
        std::shuffle(shares.begin(), shares.end(), engine);
      }
    }
  }
}

TEST(Winner, WhatIsNoNumberNeverWins) {
  for (const int count : {1, 5, 8, 11, 24}) {
    for (int place = 0; place < count; ++place) {
      Volume volume(2, 1, {-4, count});
      std::fill_n(volume.pixel(0, 0), volume.stride(), nan);
      std::fill_n(volume.pixel(1, 0), volume.stride(), nan);
      volume.pixel(1, 0)[place] = 1e30F;
      const Plane<float> winners = select(volume, Subpixel::parabola);
      EXPECT_TRUE(std::isnan(winners(0, 0)));
      EXPECT_EQ(winners(1, 0), static_cast<float>(-4 + place));
    }
  }
}

}  // namespace
}  // namespace csca
