// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/dataset_test.hpp"

namespace csca {
namespace {

Plane<float> row(const std::vector<float>& values) {
  Plane<float> result(static_cast<int>(values.size()), 1);
  std::copy(values.begin(), values.end(), result.begin());
  return result;
}

std::vector<int> checked(const std::vector<float>& left, const std::vector<float>& right, double tolerance = 1) {
  const Mask mask = cross_checked(row(left), row(right), tolerance);
  return {mask.begin(), mask.end()};
}

TEST(CrossChecked, ComparesWithTheMatchingPlace) {
  // Pixel 0 leaves the image; 1 and 2 meet 9; 3's truth is unknown; 4 meets an unknown one; 5 meets its own 2.
  EXPECT_EQ(checked({1, 1, 2, unknown, 2, 2}, {9, unknown, unknown, 2, 0, 0}), (std::vector<int>{0, 0, 0, 0, 0, 255}));
  // Pixels 0 and 2 differ by 1, as far as allowed.
  EXPECT_EQ(checked({0, 0, 2, 0, 0, 0}, {1, 1.25F, 0, 0, 0, 0}), (std::vector<int>{255, 0, 255, 255, 255, 255}));
  EXPECT_EQ(checked({0, 0, 2, 0, 0, 0}, {1, 1.25F, 0, 0, 0, 0}, 0.5), (std::vector<int>{0, 0, 0, 255, 255, 255}));
}

TEST(CrossChecked, BetweenTwoPixelsEitherWillDo) {
  EXPECT_EQ(checked({0, 0, 1.5F}, {1.5F, 9, 9}), (std::vector<int>{0, 0, 255}));
  EXPECT_EQ(checked({0, 0, 1.5F}, {9, 1.5F, 9}), (std::vector<int>{0, 0, 255}));
  EXPECT_EQ(checked({0.5F, 9, 9}, {0.5F, 0, 0}), (std::vector<int>{0, 0, 0}));  // -0.5 is outside
}

TEST(CrossChecked, NegativeDisparitiesAndTheRightBorder) {
  EXPECT_EQ(checked({-1, -2, -1}, {0, -1, -1}), (std::vector<int>{255, 0, 0}));
  EXPECT_TRUE(contains(error_of([] { cross_checked(Plane<float>(2, 2), Plane<float>(2, 3)); }), "2 rows"));
}

}  // namespace
}  // namespace csca
