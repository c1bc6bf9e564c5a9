// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/evaluate.hpp>

#include "evaluate/planes.hpp"
#include "support/expect.hpp"

namespace csca {
namespace {

TEST(CompleteMap, GapsTakeTheLowerNeighbourAndEndsTheNearest) {
  const Plane<float> sparse = plane<float>(6, 1, {u, 7, u, infinity, 3, u});
  EXPECT_TRUE(same_bits(complete_map(sparse), plane<float>(6, 1, {7, 7, 3, 3, 3, 3})));
}

TEST(CompleteMap, OnlyTopAndBottomRowsAreFilledFromOtherRows) {
  const Plane<float> sparse = plane<float>(3, 6,
                                           {u, u, u,  //
                                            u, u, u,  //
                                            1, u, 2,  //
                                            u, u, u,  //
                                            u, 5, u,  //
                                            u, u, u});
  EXPECT_TRUE(same_bits(complete_map(sparse), plane<float>(3, 6,
                                                           {1, 1, 2,  //
                                                            1, 1, 2,  //
                                                            1, 1, 2,  //
                                                            u, u, u,  //
                                                            5, 5, 5,  //
                                                            5, 5, 5})));
}

TEST(CompleteMap, WholeMapsAndEmptyOnesStay) {
  const Plane<float> whole = plane<float>(2, 2, {4, -3, 2, 1});
  EXPECT_TRUE(same_bits(complete_map(whole), whole));
  const Plane<float> empty(3, 2, u);
  EXPECT_TRUE(same_bits(complete_map(empty), empty));
  EXPECT_TRUE(complete_map(Plane<float>()).empty());
}

}  // namespace
}  // namespace csca
