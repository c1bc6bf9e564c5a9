// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/scale.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

int reflect(int i, int size) {
  while (size > 1 && (i < 0 || i >= size)) i = i < 0 ? -i : 2 * (size - 1) - i;
  return size == 1 ? 0 : i;
}

/// 75 taps: 5 x 5 in space, 3 over levels.
double naive_cell(const Volume& fine, int x, int y, int level) {
  constexpr double binomial[] = {1, 4, 6, 4, 1};
  constexpr double triangle[] = {1, 2, 1};
  const Levels held = fine.levels();
  double sum = 0;
  for (int dy = -2; dy <= 2; ++dy) {
    for (int dx = -2; dx <= 2; ++dx) {
      for (int dl = -1; dl <= 1; ++dl) {
        const int l = std::clamp(2 * level + dl, held.first, held.last());
        sum += binomial[dx + 2] * binomial[dy + 2] * triangle[dl + 1] / 1024 *
               static_cast<double>(
                   fine.pixel(reflect(2 * x + dx, fine.width()), reflect(2 * y + dy, fine.height()))[l - held.first]);
      }
    }
  }
  return sum;
}

TEST(DownsampleVolume, IsABinomialInSpaceAndATriangleOverLevels) {
  for (const Size size : odd_sizes) {
    for (const Levels levels : {Levels{0, 1}, Levels{-1, 1}, Levels{0, 8}, Levels{-5, 12}, Levels{3, 17}}) {
      const Volume fine = random_volume(size.width, size.height, levels, 1);
      const Volume coarse = downsample(fine);
      ASSERT_EQ(coarse.width(), (size.width + 1) / 2);
      ASSERT_EQ(coarse.height(), (size.height + 1) / 2);
      ASSERT_EQ(coarse.levels(), coarser(levels));
      for (int y = 0; y < coarse.height(); ++y) {
        for (int x = 0; x < coarse.width(); ++x) {
          for (int k = 0; k < coarse.levels().count; ++k) {
            ASSERT_NEAR(coarse.pixel(x, y)[k], naive_cell(fine, x, y, coarse.levels().first + k), 1e-6)
                << size.width << " x " << size.height << ", x " << x << ", y " << y << ", level " << k;
          }
        }
      }
    }
  }
}

// With weights of 0 for cells without a cost, and 1 for the others, the known mean is a quotient of two such volumes.
TEST(DownsampleVolume, CellsWithoutACostTakeNoPart) {
  const Levels levels{-5, 12};
  const Volume fine = random_volume(34, 21, levels, 1);
  Volume holes = fine;
  Volume zeros = fine;
  Volume known(34, 21, levels);
  Random random(2);
  for (int y = 0; y < 21; ++y) {
    for (int x = 0; x < 34; ++x) {
      for (int k = 0; k < levels.count; ++k) {
        const bool hole = random.chance(x < 17 ? 0.02 : 0.5);
        if (hole) holes.pixel(x, y)[k] = std::numeric_limits<float>::quiet_NaN();
        if (hole) zeros.pixel(x, y)[k] = 0;
        known.pixel(x, y)[k] = hole ? 0 : 1;
      }
    }
  }
  const Volume result = downsample(holes);
  for (int y = 0; y < result.height(); ++y) {
    for (int x = 0; x < result.width(); ++x) {
      for (int k = 0; k < result.levels().count; ++k) {
        const double share = naive_cell(known, x, y, result.levels().first + k);
        if (std::abs(share - 0.5) < 1e-6) continue;
        const float cost = result.pixel(x, y)[k];
        ASSERT_EQ(std::isnan(cost), share < 0.5) << "x " << x << ", y " << y << ", level " << k;
        if (share < 0.5) continue;
        ASSERT_NEAR(cost, naive_cell(zeros, x, y, result.levels().first + k) / share, 1e-5);
      }
    }
  }
}

TEST(DownsampleVolume, AnyNumberOfThreadsGivesTheSameBits) {
  const Volume fine = random_volume(33, 27, {-3, 21}, 2);
  EXPECT_TRUE(same_bits_inside(downsample(fine, 1), downsample(fine, 3)));
}

}  // namespace
}  // namespace csca
