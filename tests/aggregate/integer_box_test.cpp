// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/box.hpp"

#include <gtest/gtest.h>

namespace csca {
namespace {

TEST(IntegerBox, FactorsMakeWindowsThatAreCutAsLargeAsWholeOnes) {
  const IntegerBox mean({1, true}, 0.25);
  EXPECT_EQ(mean.factor(9), 16384);
  EXPECT_EQ(mean.factor(4), 36864);
  const IntegerBox sum({1, false}, 0.25);
  EXPECT_EQ(sum.factor(4), 16384);
  // A weight of 1 is one part less, so that it fits 16 bits.
  EXPECT_EQ(IntegerBox({3, true}, 1).factor(49), 65535);
  EXPECT_EQ(IntegerBox({3, true}, 0.5).factor(49, 7), 7U << 15);
  EXPECT_EQ(IntegerBox({3, true}, 0.5).factor(21, 7), 7U << 15);   // a mean, whatever the border cuts
  EXPECT_EQ(IntegerBox({3, false}, 0.5).factor(21, 7), 3U << 15);  // a sum, as if all of the window were known
  EXPECT_EQ(IntegerBox({3, true}, 1).factor(49, 0), 0U);
}

TEST(IntegerBox, WindowsThatAreTooLargeHaveNoResolutionLeft) {
  EXPECT_EQ(IntegerBox::largest_cost({3, true}), 1337);
  EXPECT_EQ(IntegerBox::largest_cost({4, true}), 0);
}

}  // namespace
}  // namespace csca
