// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/source.hpp"

#include <csca/cost.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <memory>

namespace csca {
namespace {

CostSource source_of(const Volume& volume, const FloatImage& left, const Mask& right_known, Levels range) {
  auto cost = make_volume_cost(std::make_shared<const Volume>(volume), left.width(), left.height(), range);
  return {std::move(cost), left, right_known, range, Outside::mean, 2};
}

TEST(VolumeCost, EveryCellIsTakenAsGivenPartnerOrNot) {
  for (const Size size : odd_sizes) {
    const Volume volume = random_volume(size.width, size.height, {-9, 30}, 1);
    const FloatImage left = random_image(size.width, size.height, 1, 2);
    FloatImage right = left;
    add_holes(right, 0.5, 3);
    for (const Levels range : {Levels{-9, 30}, Levels{-3, 7}, Levels{20, 1}}) {
      EXPECT_TRUE(same_bits_inside(cost_volume(source_of(volume, left, {}, range), range), volume));
      EXPECT_TRUE(same_bits_inside(cost_volume(source_of(volume, left, right.known, range), range), volume));
    }
  }
}

TEST(VolumeCost, UnknownLeftPixelsCostNothing) {
  FloatImage left = random_image(9, 5, 1, 2);
  add_holes(left, 0.4, 3);
  const Levels range{0, 11};
  const Volume volume = random_volume(9, 5, range, 1);
  const Volume costs = cost_volume(source_of(volume, left, {}, range), range);
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 9; ++x) {
      for (int k = 0; k < range.count; ++k) {
        ASSERT_EQ(costs.pixel(x, y)[k], left.known(x, y) != 0 ? volume.pixel(x, y)[k] : 0.0F);
      }
      for (int k = range.count; k < costs.stride(); ++k) ASSERT_EQ(costs.pixel(x, y)[k], 0.0F);
    }
  }
}

TEST(VolumeCost, RefusesAVolumeThatDoesNotFit) {
  const auto volume = std::make_shared<const Volume>(9, 5, Levels{0, 11});
  const auto sentence = [&](int width, int height, Levels range) {
    return error_of([&] { make_volume_cost(volume, width, height, range); });
  };
  EXPECT_EQ(sentence(9, 5, {0, 11}), "");
  EXPECT_TRUE(contains(sentence(8, 5, {0, 11}), "9 x 5"));
  EXPECT_TRUE(contains(sentence(9, 6, {0, 11}), "9 x 6"));
  EXPECT_TRUE(contains(sentence(9, 5, {-1, 5}), "-1 to 3"));
  EXPECT_TRUE(contains(sentence(9, 5, {5, 7}), "5 to 11"));
}

}  // namespace
}  // namespace csca
