// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/source.hpp"

#include "cost/sound_costs.hpp"

#include "support/expect.hpp"
#include "support/random.hpp"

#include <limits>
#include <memory>

namespace csca {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();

/// A user's cost, whose cells count where there is a partner.
class UserCost final : public MatchingCost {
 public:
  explicit UserCost(const Volume& costs) : costs_(costs) {}

  void cells(int y, int begin, int end, Levels levels, int stride, float* out) const override {
    for (int x = begin; x < end; ++x, out += stride) {
      for (int k = 0; k < levels.count; ++k) {
        const int partner = x - levels.first - k;
        if (partner < 0 || partner >= costs_.width()) continue;
        out[k] = costs_.pixel(x, y)[levels.first + k - costs_.levels().first];
      }
    }
  }
  float outside(int /*x*/, int /*y*/) const override { return nan; }

 private:
  const Volume& costs_;
};

constexpr Levels range{-4, 23};

/// Costs in [0, 1), and among them what is no ordinary cost.
Volume wild_volume(int width, int height) {
  Volume volume = random_volume(width, height, range, 1);
  Random random(2);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int k = 0; k < range.count; ++k) {
        if (!random.chance(0.2)) continue;
        const float odd[] = {nan, inf, -inf, 1e9F, -3e38F};
        volume.pixel(x, y)[k] = odd[random.whole(0, 4)];
      }
    }
  }
  std::fill_n(volume.pixel(1, 0), range.count, nan);
  return volume;
}

/// What a cell has to come to, from all cells of its pixel that have a cost of their own.
float expected_cost(const Volume& costs, int x, int y, int k, bool complete, float largest, int width) {
  const auto own = [&](int i) {
    const int partner = x - range.first - i;
    return complete || (partner >= 0 && partner < width);
  };
  const float* cells = costs.pixel(x, y);
  double sum = 0;
  int count = 0;
  for (int i = 0; i < range.count; ++i) {
    if (!own(i) || !(std::abs(cells[i]) <= 1)) continue;
    sum += cells[i];
    ++count;
  }
  if (own(k) && std::abs(cells[k]) <= 1) return cells[k];
  if (own(k) && !std::isnan(cells[k])) return std::copysign(largest, cells[k]);
  return count > 0 ? static_cast<float>(sum / count) : 0;
}

void expect_sound(bool complete, Outside outside) {
  for (const Size size : {Size{17, 11}, Size{40, 30}, Size{90, 33}}) {
    const Volume wild = wild_volume(size.width, size.height);
    const FloatImage left = random_image(size.width, size.height, 1, 3);
    std::unique_ptr<MatchingCost> cost = std::make_unique<UserCost>(wild);
    if (complete) cost = make_volume_cost(std::make_shared<const Volume>(wild), size.width, size.height, range);
    const Gaps gaps({}, {}, size.width, size.height, range);
    const OrdinaryCosts ordinary = ordinary_costs(*cost, gaps, size.width, size.height, range);
    EXPECT_GT(ordinary.limit, 300);
    EXPECT_LT(ordinary.limit, 700);
    EXPECT_GT(ordinary.largest, 0.98F);
    EXPECT_LE(ordinary.largest, 1);
    const CostSource source(std::move(cost), left, {}, range, outside, 2);
    const Volume costs = cost_volume(source, range);
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        for (int k = 0; k < range.count; ++k) {
          ASSERT_EQ(costs.pixel(x, y)[k], expected_cost(wild, x, y, k, complete, ordinary.largest, size.width))
              << "x " << x << ", y " << y << ", level " << range.first + k;
        }
      }
    }
    for (const int count : {1, 3, 8}) {
      for (int first = range.first; first <= range.last(); first += count) {
        const Levels slab{first, std::min(count, range.last() - first + 1)};
        ASSERT_TRUE(same_bits_inside(cost_volume(source, slab), costs)) << "slabs of " << count;
      }
    }
  }
}

TEST(SoundCosts, OfAVolume) { expect_sound(true, Outside::mean); }
TEST(SoundCosts, OfAUsersMethod) { expect_sound(false, Outside::mean); }
TEST(SoundCosts, OutsideThatIsNoNumber) { expect_sound(false, Outside::black); }

TEST(SoundCosts, OrdinaryOnesKeepTheirBits) {
  Volume volume = random_volume(40, 30, range, 4);
  for (const float offset : {0.0F, 300.0F, -300.0F}) {
    volume.pixel(20, 15)[3] = offset;
    const FloatImage left = random_image(40, 30, 1, 3);
    const CostSource source(make_volume_cost(std::make_shared<const Volume>(volume), 40, 30, range), left, {}, range,
                            Outside::mean, 1);
    EXPECT_TRUE(same_bits_inside(cost_volume(source, range), volume)) << offset;
  }
}

TEST(SoundCosts, NothingIsOrdinary) {
  const FloatImage left = random_image(9, 7, 1, 3);
  for (const float value : {0.0F, nan, inf, -inf, 3e38F}) {
    Volume volume(9, 7, range);
    for (int y = 0; y < 7; ++y) std::fill_n(volume.row(y), volume.row_size(), value);
    const CostSource source(make_volume_cost(std::make_shared<const Volume>(volume), 9, 7, range), left, {}, range,
                            Outside::mean, 1);
    const Volume costs = cost_volume(source, range);
    for (int y = 0; y < 7; ++y) {
      for (int x = 0; x < 9; ++x) {
        for (int k = 0; k < range.count; ++k) {
          ASSERT_TRUE(std::isfinite(costs.pixel(x, y)[k]));
          ASSERT_EQ(costs.pixel(x, y)[k], costs.pixel(0, 0)[0]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace csca
