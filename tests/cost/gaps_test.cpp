// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/source.hpp"

#include "cost/gaps.hpp"

#include "cost/integer_cost.hpp"

#include <csca/cost.hpp>

#include "support/random.hpp"
#include "support/simd_targets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace csca {
namespace {

constexpr Levels ranges[] = {{0, 1}, {0, 16}, {-5, 11}, {3, 7}, {-20, 60}, {60, 4}, {-90, 70}, {0, 70}};

struct Shares {
  double left;
  double right;
};
constexpr Shares shares[] = {{0, 0}, {0.02, 0}, {0, 0.02}, {0.3, 0.3}, {0.02, 0.9}, {1.1, 1.1}};

bool has_partner(const Mask& right, int width, int x, int y, int level) {
  const int partner = x - level;
  return partner >= 0 && partner < width && (right.empty() || right(partner, y) != 0);
}

Mask random_mask(Size size, double share, std::uint32_t seed) {
  FloatImage image = random_image(size.width, size.height, 1, seed);
  if (share > 0) add_holes(image, share, seed);
  return image.known;
}

TEST(Gaps, StretchesAreCompleteWhereEveryCellIs) {
  for (const Size size : {Size{1, 1}, Size{2, 3}, Size{17, 11}, Size{90, 7}}) {
    for (const Shares& share : shares) {
      const Mask left = random_mask(size, share.left, 1);
      const Mask right = random_mask(size, share.right, 2);
      for (const Levels range : ranges) {
        const Gaps gaps(left, right, size.width, size.height, range);
        std::vector<int> counts(static_cast<std::size_t>(size.width));
        for (int y = 0; y < size.height; ++y) {
          gaps.count_partners(y, {0, size.width}, counts.data());
          const Columns columns{size.width / 4, size.width};
          int from = columns.begin;
          for (Stretches stretches(gaps.row(y), columns, range); stretches.next();) {
            ASSERT_EQ(stretches.columns().begin, from);
            ASSERT_GT(stretches.columns().end, from);
            for (; from < stretches.columns().end; ++from) {
              int partners = 0;
              for (int k = 0; k < range.count; ++k) {
                partners += has_partner(right, size.width, from, y, range.first + k) ? 1 : 0;
              }
              ASSERT_EQ(counts[static_cast<std::size_t>(from)], partners) << "x " << from;
              ASSERT_EQ(gaps.partners(from, y), partners) << "x " << from;
              const bool known = left.empty() || left(from, y) != 0;
              ASSERT_EQ(stretches.complete(), known && partners == range.count) << "x " << from;
            }
          }
          ASSERT_EQ(from, columns.end);
        }
      }
    }
  }
}

/// Whole-number costs with holes are those without, the mean of a pixel's known cells in cells without a partner, and 0
/// where the left pixel is unknown.
void expect_filled(const CostOptions& options, int channels, Size size, const Shares& share, Levels range, bool fine) {
  FloatImage left = random_image(size.width, size.height, channels, 1, true);
  FloatImage right = random_image(size.width, size.height, channels, 2, true);
  if (share.left > 0) add_holes(left, share.left, 3);
  if (share.right > 0) add_holes(right, share.right, 4);
  const IntegerWeights weights = integer_weights(options, channels, 1337, fine).value();
  const IntegerCost cost(options, weights, left, right, 1);
  const CostSource source(std::make_unique<IntegerCost>(options, weights, left, right, 2), left, right.known, range,
                          options.outside, 2);
  const int stride = Volume::stride_for(range.count);
  std::vector<std::uint16_t> plain(static_cast<std::size_t>(size.width * stride));
  std::vector<std::uint16_t> whole(plain.size());
  std::vector<float> floats(plain.size());
  for (int y = 0; y < size.height; ++y) {
    integer_cells(cost.row(y), 0, size.width, range, stride, plain.data());
    source.cells(y, {0, size.width}, range, whole.data());
    source.cells(y, {0, size.width}, range, floats.data());
    for (int x = 0; x < size.width; ++x) {
      long sum = 0;
      long count = 0;
      for (int k = 0; k < range.count; ++k) {
        if (!has_partner(right.known, size.width, x, y, range.first + k)) continue;
        sum += plain[static_cast<std::size_t>(x * stride + k)];
        ++count;
      }
      const long mean = count > 0 ? (sum + count / 2) / count : 0;
      for (int k = 0; k < range.count; ++k) {
        const auto at = static_cast<std::size_t>(x * stride + k);
        long expected = plain[at];
        if (!has_partner(right.known, size.width, x, y, range.first + k)) {
          expected = options.outside == Outside::black ? cost.outside(x, y) : mean;
        }
        if (!left.known.empty() && left.known(x, y) == 0) expected = 0;
        ASSERT_EQ(whole[at], expected) << "x " << x << ", y " << y << ", level " << range.first + k;
        ASSERT_EQ(floats[at], weights.unit * static_cast<float>(expected));
      }
    }
  }
}

TEST(IntegerCostSource, HolesTakeTheMeanOfThePixelsOtherCells) {
  on_every_simd_target([] {
    CostOptions options;
    for (const std::string_view name : cost_names()) {
      options.method = name;
      for (const Outside outside : {Outside::mean, Outside::black}) {
        options.outside = outside;
        for (const Size size : {Size{1, 1}, Size{17, 4}, Size{90, 3}}) {
          for (const Shares& share : shares) {
            for (const Levels range : ranges) {
              SCOPED_TRACE(std::string(name) + ", " + std::to_string(size.width) + " columns, " +
                           std::to_string(share.left) + " and " + std::to_string(share.right) + " unknown, levels " +
                           std::to_string(range.first) + " and " + std::to_string(range.count));
              for (const bool fine : {false, true}) {
                expect_filled(options, size.width == 17 ? 1 : 3, size, share, range, fine);
              }
            }
          }
        }
      }
    }
  });
}

}  // namespace
}  // namespace csca
