// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/source.hpp"

#include <csca/cost.hpp>

#include "cost/integer_cost.hpp"

#include "cost/naive_cost.hpp"
#include "support/expect.hpp"
#include "support/random.hpp"

#include <string>

namespace csca {
namespace {

constexpr Levels ranges[] = {{0, 1}, {0, 16}, {-5, 11}, {3, 7}, {-20, 60}, {60, 4}};

CostSource source_of(const CostOptions& options, const FloatImage& left, const FloatImage& right, Levels range) {
  return {make_cost(options, left, right), left, right.known, range, options.outside, 2};
}

struct Holes {
  double left;
  double right;
};

void expect_complete_rows(Outside outside, Holes holes) {
  CostOptions options;
  options.outside = outside;
  for (const std::string_view name : cost_names()) {
    options.method = name;
    for (const Size size : odd_sizes) {
      FloatImage left = random_image(size.width, size.height, 3, 1);
      FloatImage right = random_image(size.width, size.height, 3, 2);
      if (holes.left > 0) add_holes(left, holes.left, 3);
      if (holes.right > 0) add_holes(right, holes.right, 4);
      for (const Levels range : ranges) {
        const NaiveCost naive(options, left, right);
        const CostSource source = source_of(options, left, right, range);
        const Volume volume = cost_volume(source, range);
        for (int y = 0; y < size.height; ++y) {
          for (int x = 0; x < size.width; ++x) {
            ASSERT_EQ(source.partners(x, y), naive.partners(x, y, range));
            for (int k = 0; k < range.count; ++k) {
              // A mean of distances up to 80 has float32's relative precision, not an absolute one.
              const double expected = naive.complete(x, y, range.first + k, range);
              ASSERT_NEAR(volume.pixel(x, y)[k], expected, 4e-7 * std::max(1.0, expected))
                  << name << ", " << size.width << " x " << size.height << ", x " << x << ", y " << y << ", level "
                  << range.first + k << " of " << range.count << " from " << range.first;
            }
          }
        }
      }
    }
  }
}

TEST(CostSource, MeanStandsInForMissingPartners) { expect_complete_rows(Outside::mean, {0, 0}); }
TEST(CostSource, BlackStandsInForMissingPartners) { expect_complete_rows(Outside::black, {0, 0}); }
TEST(CostSource, HolesOnTheRightLackAPartnerUnderMean) { expect_complete_rows(Outside::mean, {0, 0.3}); }
TEST(CostSource, HolesOnTheRightLackAPartnerUnderBlack) { expect_complete_rows(Outside::black, {0, 0.3}); }
TEST(CostSource, HolesOnTheLeftCostNothing) { expect_complete_rows(Outside::mean, {0.3, 0}); }
TEST(CostSource, HolesOnBothSides) { expect_complete_rows(Outside::mean, {0.3, 0.3}); }
TEST(CostSource, NothingKnown) {
  expect_complete_rows(Outside::mean, {1.1, 1.1});
  expect_complete_rows(Outside::black, {0, 1.1});
}

TEST(CostSource, SlabsOfAnySizeGiveTheSameBits) {
  FloatImage left = random_image(37, 4, 3, 5);
  FloatImage right = random_image(37, 4, 3, 6);
  add_holes(right, 0.1, 7);
  const Levels range{-9, 50};
  CostOptions options;
  for (const std::string_view name : cost_names()) {
    options.method = name;
    const CostSource source = source_of(options, left, right, range);
    const Volume whole = cost_volume(source, range);
    for (const int size : {1, 3, 8, 17}) {
      for (int first = range.first; first <= range.last(); first += size) {
        const Levels slab{first, std::min(size, range.last() - first + 1)};
        ASSERT_TRUE(same_bits_inside(cost_volume(source, slab), whole)) << name << ", slabs of " << size;
      }
    }
  }
}

TEST(CostSource, PaddingIsZero) {
  const FloatImage left = random_image(6, 2, 1, 8);
  const CostSource source = source_of({}, left, left, {0, 5});
  std::vector<float> row(6 * 8, 123.0F);
  source.cells(1, {0, 6}, {0, 5}, row.data());
  for (int x = 0; x < 6; ++x) {
    for (int k = 5; k < 8; ++k) EXPECT_EQ(row[x * 8 + k], 0.0F);
  }
}

// On a narrow image most pixels lack partners at both ends of the range: every cell has to be written all the same.
TEST(CostSource, SlabsOfAWideRangeOnANarrowImageAreThoseOfTheWhole) {
  const FloatImage left = random_image(20, 5, 3, 1, true);
  const FloatImage right = random_image(20, 5, 3, 2, true);
  const Levels range{-16, 33};
  CostOptions options;
  const IntegerWeights weights = integer_weights(options, 3, 65535, false).value();
  const CostSource whole(std::make_unique<IntegerCost>(options, weights, left, right, 1), left, {}, range,
                         Outside::mean, 1);
  const CostSource floats(make_cost(options, left, right), left, {}, range, Outside::mean, 1);
  for (const CostSource* source : {&whole, &floats}) {
    const Volume all = cost_volume(*source, range);
    for (int first = range.first; first <= range.last(); first += 3) {
      const Levels levels{first, 3};
      std::vector<float> row(20 * 8, -1.0F);
      for (int y = 0; y < 5; ++y) {
        std::fill(row.begin(), row.end(), -1.0F);
        for (const Columns columns : {Columns{0, 7}, Columns{7, 11}, Columns{11, 20}}) {
          source->cells(y, columns, levels, row.data() + columns.begin * 8);
        }
        for (int x = 0; x < 20; ++x) {
          for (int k = 0; k < 3; ++k) {
            ASSERT_EQ(row[static_cast<std::size_t>(x * 8 + k)], all.pixel(x, y)[first - range.first + k])
                << "x " << x << ", level " << first + k;
            ASSERT_GE(row[static_cast<std::size_t>(x * 8 + k)], 0);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace csca
