// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/box_kernels.hpp"
#include "aggregate/guide_kernels.hpp"
#include "aggregate/mixture_kernels.hpp"
#include "aggregate/path_kernels.hpp"
#include "support/guarded.hpp"
#include "support/random.hpp"
#include "support/simd_targets.hpp"

#include <algorithm>
#include <cmath>

// Kernels write every cell that they are asked for and none behind: rows of whole vectors, and one more or less.
namespace csca {
namespace {

constexpr int lengths[] = {1, 2, 7, 8, 15, 16, 17, 31, 32, 33};

TEST(RowEnds, OfEightBits) {
  on_every_simd_target([] {
    for (const int count : lengths) {
      std::vector<float> values(static_cast<std::size_t>(count) + 1);
      for (std::size_t x = 0; x < values.size(); ++x) values[x] = static_cast<float>(x) / 25 - 0.1F;
      Guarded<std::uint8_t> bytes(static_cast<std::size_t>(count));
      to_eight_bits(values.data(), count, bytes.data());
      EXPECT_TRUE(bytes.intact()) << count;
      for (std::size_t x = 0; x + 1 < values.size(); ++x) {
        const float clamped = std::min(std::max(values[x], 0.0F), 1.0F);
        EXPECT_EQ(bytes[x], std::lrint(255.0F * clamped)) << count << ", " << x;
      }
    }
  });
}

TEST(RowEnds, OfColumnSums) {
  on_every_simd_target([] {
    for (const int length : lengths) {
      const auto size = static_cast<std::size_t>(length);
      const std::vector<float> entering(size + 1, 5.0F);
      const std::vector<float> leaving(size + 1, 2.0F);
      for (const bool enters : {false, true}) {
        for (const bool leaves : {false, true}) {
          Guarded<float> columns(size, 1.0F);
          slide_columns(enters ? entering.data() : nullptr, leaves ? leaving.data() : nullptr, size, columns.data());
          EXPECT_TRUE(columns.intact()) << length;
          const float expected = 1.0F + (enters ? 5.0F : 0.0F) - (leaves ? 2.0F : 0.0F);
          for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(columns[i], expected) << length << ", " << i;
        }
      }
    }
  });
}

// Medians are made 256 at a time.
TEST(RowEnds, OfMedians) {
  on_every_simd_target([] {
    Random random(1);
    for (const int width : {1, 2, 17, 255, 256, 257, 512, 513}) {
      const auto size = static_cast<std::size_t>(width);
      std::vector<std::uint8_t> rows[3];
      for (std::vector<std::uint8_t>& row : rows) {
        for (std::size_t x = 0; x < size + 2; ++x) row.push_back(static_cast<std::uint8_t>(random.whole(0, 255)));
      }
      Guarded<std::uint8_t> out(size);
      median_row(rows[0].data(), rows[1].data(), rows[2].data(), width, out.data());
      EXPECT_TRUE(out.intact()) << width;
      for (std::size_t x = 0; x < size; ++x) {
        std::vector<std::uint8_t> nine;
        for (const std::vector<std::uint8_t>& row : rows) nine.insert(nine.end(), &row[x], &row[x] + 3);
        std::nth_element(nine.begin(), nine.begin() + 4, nine.end());
        ASSERT_EQ(out[x], nine[4]) << width << ", " << x;
      }
    }
  });
}

TEST(RowEnds, OfMixedCells) {
  on_every_simd_target([] {
    for (const int pixels : {1, 3, 5}) {
      for (const bool with_factors : {false, true}) {
        for (const bool with_others : {false, true}) {
          if (with_factors && !with_others) continue;  // the method of factors is never the first one
          constexpr int stride = 8;
          const auto size = static_cast<std::size_t>(pixels) * stride;
          const std::vector<float> cells(size + stride, 3.0F);
          const std::vector<float> others(size + stride, 5.0F);
          const std::vector<float> factors(static_cast<std::size_t>(pixels) + 1, 2.0F);
          Guarded<float> out(size);
          mix_cells({0.5F, cells.data(), with_factors ? factors.data() : nullptr, 0.25F,
                     with_others ? others.data() : nullptr},
                    pixels, stride, out.data());
          EXPECT_TRUE(out.intact()) << pixels;
          const float expected = (with_factors ? 3.0F : 1.5F) + (with_others ? 1.25F : 0.0F);
          for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(out[i], expected) << i;
        }
      }
    }
  });
}

TEST(RowEnds, OfPathCosts) {
  on_every_simd_target([] {
    for (const int count : lengths) {
      constexpr int pixels = 3;
      const std::vector<float> costs(static_cast<std::size_t>(pixels * Volume::stride_for(count)) + 8, 7.0F);
      const auto stride = static_cast<std::size_t>(path_stride(count));
      Guarded<std::uint16_t> whole(pixels * stride);
      path_costs(costs.data(), pixels, {0, count}, {1.0F, 2.0F, 100}, whole.data());
      EXPECT_TRUE(whole.intact()) << count;
      for (std::size_t i = 0; i < pixels * stride; ++i) {
        EXPECT_EQ(whole[i], static_cast<int>(i % stride) < count ? 12 : no_level) << count << ", " << i;
      }
    }
  });
}

TEST(RowEnds, OfPathMeans) {
  on_every_simd_target([] {
    for (const int count : lengths) {
      constexpr int pixels = 3;
      const int sums_stride = path_stride(count);
      const std::vector<std::uint16_t> sums(static_cast<std::size_t>(pixels * sums_stride) + 16, 6);
      const auto stride = static_cast<std::size_t>(Volume::stride_for(count));
      Guarded<float> means(pixels * stride, 1.0F);
      path_means(sums.data(), pixels, sums_stride, count, 0.5F, 0.25F, means.data());
      EXPECT_TRUE(means.intact()) << count;
      for (std::size_t i = 0; i < pixels * stride; ++i) {
        EXPECT_EQ(means[i], static_cast<int>(i % stride) < count ? 2.0F : 0.0F) << count << ", " << i;
      }
    }
  });
}

}  // namespace
}  // namespace csca
