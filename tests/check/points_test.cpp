// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "check/points_kernels.hpp"

#include "support/random.hpp"
#include "support/simd_targets.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace csca {
namespace {

/// Eight sums, added from the first to the last behind the product that is left over.
float naive_likeness(const Patch& a, const Patch& b) {
  std::array<float, 8> sums = {};
  const std::size_t whole = a.size() / 8 * 8;
  for (std::size_t i = 0; i < whole; ++i) sums[i % 8] += a[i] * b[i];
  float sum = 0;
  for (std::size_t i = whole; i < a.size(); ++i) sum += a[i] * b[i];
  for (const float part : sums) sum += part;
  return sum;
}

TEST(Points, LikenessesHaveTheSameBitsEverywhere) {
  on_every_simd_target([] {
    Random random(3);
    Patch one;
    for (float& value : one) value = static_cast<float>(random.real(-0.3, 0.3));
    std::vector<Patch> others(7);
    for (Patch& other : others) {
      for (float& value : other) value = static_cast<float>(random.real(-0.3, 0.3));
    }
    std::vector<float> results(others.size());
    likenesses(one, others.data(), static_cast<int>(others.size()), results.data());
    for (std::size_t i = 0; i < others.size(); ++i) EXPECT_EQ(results[i], naive_likeness(one, others[i])) << i;
  });
}

}  // namespace
}  // namespace csca
