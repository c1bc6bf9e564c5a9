// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/integer_kernels.hpp"
#include "support/guarded.hpp"
#include "support/simd_targets.hpp"

// Rows of features, mirrored and not, end where they are told.
namespace csca {
namespace {

TEST(FeatureRows, HoldEachPixelOnceAndNothingElse) {
  on_every_simd_target([] {
    for (const int width : {1, 2, 7, 8, 9, 16, 17, 31, 33}) {
      const auto size = static_cast<std::size_t>(width);
      std::vector<float> before(size + 2, 0.0F);
      std::vector<float> after;
      for (int x = 0; x < width + 2; ++x) after.push_back(static_cast<float>(x * 3) / 255.0F);
      for (const bool mirrored : {false, true}) {
        Guarded<std::uint8_t> colours(size);
        Guarded<std::int16_t> gradients(size);
        colour_features(&after[1], width, mirrored, colours.data());
        gradient_features(&before[1], &after[1], width, mirrored, false, gradients.data());
        Guarded<std::uint16_t> fine_colours_of(size);
        Guarded<std::int16_t> fine_gradients_of(size);
        colour_features(&after[1], width, mirrored, fine_colours_of.data());
        gradient_features(&before[1], &after[1], width, mirrored, true, fine_gradients_of.data());
        EXPECT_TRUE(colours.intact()) << width << ", " << mirrored;
        EXPECT_TRUE(gradients.intact()) << width << ", " << mirrored;
        EXPECT_TRUE(fine_colours_of.intact()) << width << ", " << mirrored;
        EXPECT_TRUE(fine_gradients_of.intact()) << width << ", " << mirrored;
        for (int x = 0; x < width; ++x) {
          const auto place = static_cast<std::size_t>(mirrored ? width - 1 - x : x);
          EXPECT_EQ(colours[place], 3 * (x + 1)) << width << ", " << x;
          EXPECT_EQ(gradients[place], 3 * (x + 1) * gradient_steps) << width << ", " << x;
          EXPECT_EQ(fine_colours_of[place], (3 * (x + 1) + 255) * fine_colours) << width << ", " << x;
          EXPECT_EQ(fine_gradients_of[place], 3 * (x + 1) * gradient_steps * fine_gradients) << width << ", " << x;
        }
      }
    }
  });
}

TEST(FeatureRows, CostsAreTheirNumbersTimesTheUnit) {
  on_every_simd_target([] {
    for (const std::size_t size : {1, 7, 8, 16, 33}) {
      const std::vector<std::uint16_t> numbers(size + 1, 300);
      Guarded<float> costs(size);
      to_costs(numbers.data(), size, 0.25F, costs.data());
      EXPECT_TRUE(costs.intact()) << size;
      for (std::size_t i = 0; i < size; ++i) EXPECT_EQ(costs[i], 75.0F) << size << ", " << i;
    }
  });
}

}  // namespace
}  // namespace csca
