// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/box.hpp"

#include "support/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace csca {
namespace {

TEST(IntegerBox, IsTheWeightedMeanOrSumOfTheWindow) {
  for (const Size size : odd_sizes) {
    for (const int radius : {0, 1, 3}) {
      for (const bool normalise : {true, false}) {
        for (const int count : {1, 16, 33, 40}) {
          const BoxOptions options{radius, normalise};
          const int most = IntegerBox::largest_cost(options);
          ASSERT_GE(most, 1000);
          const Columns strip{count == 33 ? size.width / 3 : 0, size.width};
          const Slab slab{.width = size.width, .height = size.height, .levels = {0, count}, .strip = strip};
          const auto stride = static_cast<std::size_t>(slab.stride());
          std::vector<std::uint16_t> costs(slab.row_size() * static_cast<std::size_t>(size.height));
          Random random(7);
          for (std::uint16_t& cost : costs) cost = static_cast<std::uint16_t>(random.whole(0, most));
          const auto row_of = [&](int y) { return costs.data() + slab.row_size() * static_cast<std::size_t>(y); };
          const double weight = 0.4;
          int rows = 0;
          IntegerBox(options, weight)
              .run(
                  slab,
                  [&](int y, Columns columns, std::uint16_t* cells) {
                    std::copy_n(row_of(y) + static_cast<std::size_t>(columns.begin) * stride,
                                static_cast<std::size_t>(columns.count()) * stride, cells);
                  },
                  [&](int y, const std::uint16_t* row) {
                    EXPECT_EQ(y, rows++);
                    for (int x = strip.begin; x < strip.end; ++x) {
                      for (int k = 0; k < count; ++k) {
                        double sum = 0;
                        int cells = 0;
                        for (int v = std::max(0, y - radius); v <= std::min(size.height - 1, y + radius); ++v) {
                          for (int u = std::max(0, x - radius); u <= std::min(size.width - 1, x + radius); ++u) {
                            sum += row_of(v)[static_cast<std::size_t>(u) * stride + static_cast<std::size_t>(k)];
                            ++cells;
                          }
                        }
                        const double expected = weight * (normalise ? sum / cells : sum) / IntegerBox::unit(options);
                        ASSERT_NEAR(
                            row[static_cast<std::size_t>(x - strip.begin) * stride + static_cast<std::size_t>(k)],
                            expected, 2)
                            << "radius " << radius << ", x " << x << ", y " << y;
                      }
                    }
                  });
          EXPECT_EQ(rows, size.height);
        }
      }
    }
  }
}

TEST(IntegerBox, WindowsThatAreTooLargeHaveNoResolutionLeft) {
  EXPECT_EQ(IntegerBox::largest_cost({3, true}), 1337);
  EXPECT_EQ(IntegerBox::largest_cost({4, true}), 0);
}

}  // namespace
}  // namespace csca
