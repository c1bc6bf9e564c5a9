// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "scale/pack_kernels.hpp"
#include "support/guarded.hpp"
#include "support/simd_targets.hpp"

namespace csca {
namespace {

TEST(Pack, MovesTheCellsOfEachPixelAndNothingElse) {
  on_every_simd_target([] {
    constexpr int width = 5;
    for (const int count : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33}) {
      const int stride = count + 3;
      for (const int packed_stride : {count, count + 2}) {
        std::vector<float> row(static_cast<std::size_t>(stride * (width + 1)));
        for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<float>(i);
        // The last pixel's cells are the last that may be written.
        Guarded<float> packed(static_cast<std::size_t>(packed_stride * (width - 1) + count), -1.0F);
        pack_levels(row.data(), width, stride, count, packed_stride, packed.data());
        EXPECT_TRUE(packed.intact()) << count << ", " << packed_stride;
        for (int i = 0; i < packed_stride * (width - 1) + count; ++i) {
          const int k = i % packed_stride;
          const float expected = k < count ? static_cast<float>(i / packed_stride * stride + k) : -1.0F;
          ASSERT_EQ(packed[static_cast<std::size_t>(i)], expected) << count << ", " << packed_stride << ", " << i;
        }
      }
    }
  });
}

}  // namespace
}  // namespace csca
