// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/select.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"
#include "support/simd_targets.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace csca {
namespace {

using enum Validity::Bits;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

Plane<float> row_of(const std::vector<float>& values) {
  Plane<float> row(static_cast<int>(values.size()), 1);
  std::copy(values.begin(), values.end(), row.begin());
  return row;
}

struct Checked {
  std::vector<float> disparity;
  std::vector<int> flags;
};

Checked check(const std::vector<float>& left, const std::vector<float>& right, double tolerance = 1) {
  Plane<float> map = row_of(left);
  ValidityMap validity(map.width(), 1, partial_range);
  check_consistency(map, validity, row_of(right), tolerance);
  Checked checked{{map.begin(), map.end()}, {}};
  for (const std::uint8_t flags : validity) checked.flags.push_back(flags & ~partial_range);
  for (const std::uint8_t flags : validity) EXPECT_NE(flags & partial_range, 0) << "flags of others are kept";
  return checked;
}

void expect_kept(const Checked& checked, const std::vector<float>& disparity, const std::vector<int>& flags) {
  ASSERT_EQ(checked.disparity.size(), disparity.size());
  for (std::size_t x = 0; x < disparity.size(); ++x) {
    if (std::isnan(disparity[x])) {
      EXPECT_TRUE(std::isnan(checked.disparity[x])) << "x " << x;
    } else {
      EXPECT_EQ(checked.disparity[x], disparity[x]) << "x " << x;
    }
    EXPECT_EQ(checked.flags[x], flags[x]) << "x " << x;
  }
}

TEST(Consistency, KeepsWhatBothViewsSay) {
  // A ground at 0 and an object at 2 in left columns 3 and 4: it hides left columns 1 and 2 from the right camera.
  expect_kept(check({0, 0, 0, 2, 2, 0, 0}, {0, 2, 2, 0, 0, 0, 0}), {0, nan, nan, 2, 2, 0, 0},
              {0, occluded, occluded, 0, 0, 0, 0});
}

TEST(Consistency, TellsMismatchedFromOccluded) {
  // Right column 1 points at left column 3 with 2, which says 1; nobody points at column 2.
  expect_kept(check({0, 1, 9, 1, 0}, {0, 2, 9, 9, 0}, 0.5), {0, nan, nan, nan, 0},
              {0, occluded, occluded, mismatched, 0});
}

TEST(Consistency, ToleranceIsTheLargestDifferenceThatPasses) {
  const std::vector<float> left = {0, 0, 0, 1, 1};
  const std::vector<float> right = {0, 0, 2, 2.25F, 0};
  // Left columns 3 and 4 look at right columns 2 and 3, which are 1 and 1.25 away.
  expect_kept(check(left, right, 1), {0, 0, nan, 1, nan}, {0, 0, occluded, 0, mismatched});
  expect_kept(check(left, right, 1.25), {0, 0, nan, 1, 1}, {0, 0, occluded, 0, 0});
  expect_kept(check(left, right, 0), {0, 0, nan, nan, nan}, {0, 0, occluded, occluded, mismatched});
}

TEST(Consistency, PartnersOutsideAndUnknownOnesAreNone) {
  // Columns 0 and 3 look outside; 1 looks at an unknown pixel; 2 is unknown itself and gets no flag.
  expect_kept(check({1, 0, nan, -1}, {7, nan, -9, 7}), {nan, nan, nan, nan}, {occluded, occluded, 0, occluded});
}

TEST(Consistency, LooksAtTheNearestColumn) {
  expect_kept(check({0, 0, 0.4F, 1.75F, 1.6F}, {0, 1.75F, 1.6F, 0, 0}, 0.1), {0, nan, nan, 1.75F, 1.6F},
              {0, occluded, occluded, 0, 0});
  // Negative disparities and ends of the row.
  expect_kept(check({-2, -1.5F, 0}, {0, 0, -2}, 0.5), {-2, nan, nan}, {0, mismatched, occluded});
}

/// The right column nearest to x - d, the right one of two; -1 where that is outside.
int naive_partner(int x, float d, int width) {
  const double column = std::floor(x - static_cast<double>(d) + 0.5);
  return column >= 0 && column < width ? static_cast<int>(column) : -1;
}

void naive_check(std::vector<float>& left, const std::vector<float>& right, double tolerance, std::vector<int>& flags) {
  const int width = static_cast<int>(left.size());
  std::vector<bool> claimed(left.size());
  for (int x = 0; x < width; ++x) {
    const int column = naive_partner(x, -right[x], width);
    if (column >= 0) claimed[column] = true;
  }
  for (int x = 0; x < width; ++x) {
    const int column = naive_partner(x, left[x], width);
    if (std::isnan(left[x]) || (column >= 0 && std::abs(right[column] - left[x]) <= tolerance)) continue;
    left[x] = nan;
    flags[x] = claimed[x] ? mismatched : occluded;
  }
}

TEST(Consistency, OfLongRowsIsThatOfPlainWords) {
  on_every_simd_target([] {
    Random random(11);
    for (const int width : {1, 7, 64, 413}) {
      const auto any = [&] {
        if (random.chance(0.1)) return random.chance(0.3) ? std::numeric_limits<float>::infinity() : nan;
        const auto whole = static_cast<float>(random.whole(-20, 40));
        // Halves, and what is next to them: there floats would round to another column.
        if (random.chance(0.5)) return std::nextafter(whole + 0.5F, random.chance(0.5) ? -1e9F : 1e9F);
        return random.chance(0.5) ? whole + 0.5F : whole + static_cast<float>(random.real(-0.5, 0.5));
      };
      for (const double tolerance : {0.0, 0.1, 1.0, 15.0}) {
        std::vector<float> left(static_cast<std::size_t>(width));
        std::vector<float> right(left.size());
        std::vector<int> flags(left.size());
        for (int x = 0; x < width; ++x) left[x] = any();
        for (int x = 0; x < width; ++x) right[x] = any();
        const Checked checked = check(left, right, tolerance);
        naive_check(left, right, tolerance, flags);
        expect_kept(checked, left, flags);
      }
    }
  });
}

TEST(Consistency, RowsDoNotMeet) {
  Plane<float> left(3, 2, 0.0F);
  Plane<float> right(3, 2, 0.0F);
  left(1, 0) = 1;
  right(1, 1) = 1;
  ValidityMap validity(3, 2);
  check_consistency(left, validity, right, 0.5);
  EXPECT_EQ(validity(1, 0), mismatched);  // right (1, 0) says 0
  EXPECT_EQ(validity(0, 0), 0);
  EXPECT_EQ(validity(1, 1), occluded);  // right (1, 1) points elsewhere
  EXPECT_EQ(left(2, 1), 0.0F);          // claimed by two
}

TEST(LeftRightConfidence, FallsWithTheDistance) {
  const Plane<float> confidence =
      left_right_confidence(row_of({0, 1, 1, nan, 5, 2.5F}), row_of({0, 2, nan, 3.5F, 0, 0}));
  EXPECT_EQ(confidence(0, 0), 1);
  EXPECT_EQ(confidence(1, 0), 0.5F);        // right column 0 says 0
  EXPECT_EQ(confidence(2, 0), 0.5F);        // right column 1 says 2
  EXPECT_EQ(confidence(3, 0), 0);           // unknown itself
  EXPECT_EQ(confidence(4, 0), 0);           // looks outside
  EXPECT_FLOAT_EQ(confidence(5, 0), 0.5F);  // 5 - 2.5 is nearest to 3, which says 3.5
  EXPECT_EQ(left_right_confidence(row_of({0, -1}), row_of({0, nan}))(0, 0), 1);
  EXPECT_EQ(left_right_confidence(row_of({-1, 0}), row_of({0, nan}))(0, 0), 0);  // the partner is unknown
}

}  // namespace
}  // namespace csca
