// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/ambiguity.hpp"
#include "select/winner_table.hpp"

#include "naive_select.hpp"
#include "support/expect.hpp"
#include "support/simd_targets.hpp"

#include <limits>

namespace csca {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

Plane<float> peak_ratio_of(const std::vector<Share>& shares) {
  WinnerTable winner(shares[0].rows.width(), shares[0].rows.height(), {.runners_up = true});
  take_all(winner, shares);
  return winner.peak_ratio();
}

/// From the whole cost vector: the lowest cost, and the lowest at least two levels away from it.
double naive_peak_ratio(const float* cells, int count) {
  const int best = naive_winner(cells, count);
  double second = infinity;
  for (int k = 0; k < count; ++k) {
    if (std::abs(k - best) > 1 && cells[k] < second) second = cells[k];
  }
  if (best < 0 || !std::isfinite(second) || second <= 0) return 0;
  return std::clamp(1 - std::max<double>(cells[best], 0) / second, 0.0, 1.0);
}

TEST(PeakRatio, ComparesTheTwoBestPeaks) {
  on_every_simd_target([] {
    for (const int count : {1, 2, 3, 4, 5, 8, 17, 40}) {
      for (const int first : {-50, -2, 0}) {
        const Volume volume = rough_volume(17, 11, {first, count}, static_cast<std::uint32_t>(count));
        for (const int size : {1, 3, 8, 64}) {
          const Plane<float> result = peak_ratio_of(shares_of(volume, size));
          for (int y = 0; y < 11; ++y) {
            for (int x = 0; x < 17; ++x) {
              ASSERT_NEAR(result(x, y), naive_peak_ratio(volume.pixel(x, y), count), 1e-6)
                  << count << " levels, slabs of " << size << ", x " << x << ", y " << y;
            }
          }
        }
      }
    }
  });
}

TEST(PeakRatio, SlabsInAnyOrderGiveTheSameMap) {
  const Volume volume = rough_volume(17, 11, {-6, 31}, 1);
  const Plane<float> expected = peak_ratio_of(shares_of(volume, 64));
  for (const int size : {1, 2, 5, 8}) {
    std::vector<Share> shares = shares_of(volume, size);
    std::mt19937 engine(2);
    for (int trial = 0; trial < 10; ++trial) {
      EXPECT_TRUE(same_bits(peak_ratio_of(shares), expected)) << "slabs of " << size;
      std::shuffle(shares.begin(), shares.end(), engine);
    }
  }
}

TEST(PeakRatio, ByHand) {
  const auto of = [](const std::vector<float>& costs) {
    Volume volume(1, 1, {0, static_cast<int>(costs.size())});
    std::copy(costs.begin(), costs.end(), volume.pixel(0, 0));
    return peak_ratio_of(shares_of(volume, 3))(0, 0);
  };
  EXPECT_EQ(of({4, 1, 4, 1, 4}), 0);         // two equal peaks
  EXPECT_EQ(of({4, 2, 1, 1.5F, 4}), 0.75F);  // the winner's own slopes do not count
  EXPECT_EQ(of({4, 2, 1, 1.5F, 2}), 0.5F);
  EXPECT_EQ(of({0, 3, 3}), 1);
  EXPECT_EQ(of({0, 0, 0}), 0);
  EXPECT_EQ(of({-1, 3, 3}), 1);  // a filter may overshoot
  EXPECT_EQ(of({1, 2}), 0);      // nothing to compare with
}

/// Paper-and-pencil: for each of `steps` thresholds, the share of the other levels that come within it.
double naive_ambiguity(const float* cells, int count, double mean) {
  const int best = naive_winner(cells, count);
  if (best < 0 || !std::isfinite(cells[best])) return 0;
  double near = 0;
  for (int s = 1; s <= Ambiguity::steps; ++s) {
    const double eta = Ambiguity::reach * mean * s / Ambiguity::steps;
    for (int k = 0; k < count; ++k) {
      if (k != best && (cells[k] == cells[best] || cells[k] - static_cast<double>(cells[best]) < eta)) near += 1;
    }
  }
  return 1 - near / Ambiguity::steps / std::max(count - 1, 1);
}

Plane<float> ambiguity_of(const std::vector<Share>& shares, int levels) {
  WinnerTable winner(shares[0].rows.width(), shares[0].rows.height());
  take_all(winner, shares);
  Ambiguity ambiguity(winner.lowest_cost(), levels);
  take_all(ambiguity, shares);
  return ambiguity.confidence();
}

TEST(Ambiguity, CountsTheLevelsThatComeNear) {
  for (const int count : {1, 2, 3, 8, 17, 40}) {
    const Volume volume = rough_volume(17, 11, {-6, count}, static_cast<std::uint32_t>(count));
    double mean = 0;
    for (int y = 0; y < 11; ++y) {
      for (int x = 0; x < 17; ++x) {
        const int best = naive_winner(volume.pixel(x, y), count);
        if (best >= 0 && std::isfinite(volume.pixel(x, y)[best])) mean += volume.pixel(x, y)[best] / (17.0 * 11.0);
      }
    }
    const Plane<float> result = ambiguity_of(shares_of(volume, 5), count);
    for (int y = 0; y < 11; ++y) {
      for (int x = 0; x < 17; ++x) {
        // Rounding may move a cost by one step.
        ASSERT_NEAR(result(x, y), naive_ambiguity(volume.pixel(x, y), count, mean), 1.01 / Ambiguity::steps / count)
            << count << " levels, x " << x << ", y " << y;
      }
    }
  }
}

TEST(Ambiguity, SlabsInAnyOrderGiveTheSameMap) {
  const Volume volume = rough_volume(17, 11, {-6, 31}, 3);
  const Plane<float> expected = ambiguity_of(shares_of(volume, 64), 31);
  for (const int size : {1, 3, 8}) EXPECT_TRUE(same_bits(ambiguity_of(shares_of(volume, size), 31), expected));
}

TEST(Ambiguity, AtItsEnds) {
  Volume volume(3, 1, {0, 4});
  std::fill_n(volume.pixel(0, 0), 4, 1.0F);  // all the same
  std::fill_n(volume.pixel(1, 0), 4, 1e6F);  // one peak
  volume.pixel(1, 0)[2] = 1;
  std::fill_n(volume.pixel(2, 0), 4, std::numeric_limits<float>::quiet_NaN());  // no cost at all
  const Plane<float> result = ambiguity_of(shares_of(volume, 4), 4);
  EXPECT_EQ(result(0, 0), 0);
  EXPECT_EQ(result(1, 0), 1);
  EXPECT_EQ(result(2, 0), 0);
}

TEST(Ambiguity, PerfectMatchesAreCertain) {
  // Lowest costs of 0 everywhere: any other cost is beyond any threshold.
  Volume volume(2, 1, {0, 4});
  std::fill_n(volume.pixel(0, 0), 4, 0.5F);
  volume.pixel(0, 0)[1] = 0;
  std::fill_n(volume.pixel(1, 0), 4, 0.0F);
  const Plane<float> result = ambiguity_of(shares_of(volume, 2), 4);
  EXPECT_EQ(result(0, 0), 1);
  EXPECT_EQ(result(1, 0), 0);
}

}  // namespace
}  // namespace csca
