// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "refine/vote_rows.hpp"

#include "refine/vote_kernels.hpp"
#include "support/random.hpp"
#include "support/simd_targets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace csca {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr std::uint8_t guard = 77;  // stands behind each row, where nothing may be written

std::vector<float> random_row(Random& random, int width) {
  std::vector<float> row;
  for (int x = 0; x < width; ++x) row.push_back(random.chance(0.1) ? nan : static_cast<float>(random.real(0, 4)));
  return row;
}

template <class Body>
void for_all_widths(const Body& body) {
  on_every_simd_target([&] {
    for (int width = 1; width < 70; ++width) {
      SCOPED_TRACE(width);
      for (std::uint32_t seed = 1; seed < 6; ++seed) body(width, Random(seed));
    }
  });
}

TEST(VoteRows, MarkJumpsToTheNextPixelAndTheOneBelow) {
  for_all_widths([](int width, Random random) {
    const std::vector<float> row = random_row(random, width);
    const std::vector<float> below = random_row(random, width);
    const float jump = 2.5F;
    const auto unsure = [&](int x) {
      if (x < 0 || x >= width) return false;
      const float next = row[x + 1 < width ? x + 1 : x];
      return !(std::abs(row[x] - next) <= jump) || !(std::abs(row[x] - below[x]) <= jump);
    };
    std::vector<std::uint8_t> scratch(width + 1, guard);
    std::vector<std::uint8_t> doubtful(width + 1, guard);
    mark_jumps(row.data(), below.data(), width, jump, scratch.data(), doubtful.data());
    for (int x = 0; x < width; ++x) {
      ASSERT_EQ(doubtful[x] != 0, unsure(x - 1) || unsure(x) || unsure(x + 1)) << "x " << x;
    }
    EXPECT_EQ(scratch[width], guard);
    EXPECT_EQ(doubtful[width], guard);
  });
}

TEST(VoteRows, StepsAreRoundedAndBounded) {
  for_all_widths([](int width, Random random) {
    std::vector<float> row = random_row(random, width);
    row[random.whole(0, width - 1)] = std::numeric_limits<float>::infinity();
    row[random.whole(0, width - 1)] = random.chance(0.5) ? 1e9F : -1e9F;
    const auto scale = static_cast<float>(random.whole(-9, 9));
    std::vector<std::int16_t> steps(width + 1, guard);
    steps_of(row.data(), width, scale, steps.data());
    for (int x = 0; x < width; ++x) {
      const float exact = std::isfinite(row[x]) ? row[x] * scale : 0;
      const float bound = std::clamp(exact, -static_cast<float>(vote_highest), static_cast<float>(vote_highest));
      const int expected = std::isfinite(row[x]) ? static_cast<int>(std::lround(bound)) : vote_unknown;
      ASSERT_EQ(steps[x], expected) << "x " << x << ", " << row[x] << " times " << scale;
    }
    EXPECT_EQ(steps[width], guard);
  });
}

TEST(VoteRows, SplitIntoPhases) {
  for_all_widths([](int width, Random random) {
    for (const int spacing : {2, 4}) {
      const int length = (width + spacing - 1) / spacing + random.whole(0, 3);
      std::vector<std::uint8_t> bytes(width);
      std::vector<std::int16_t> steps(width);
      for (int x = 0; x < width; ++x) {
        bytes[x] = static_cast<std::uint8_t>(random.whole(0, 255));
        steps[x] = static_cast<std::int16_t>(random.whole(-999, 999));
      }
      std::vector<std::uint8_t> split_bytes(spacing * length);
      std::vector<std::int16_t> split_steps(spacing * length);
      split_row(bytes.data(), width, spacing, length, split_bytes.data());
      split_row(steps.data(), width, spacing, length, split_steps.data());
      for (int x = 0; x < width; ++x) {
        const int at = x % spacing * length + x / spacing;
        ASSERT_EQ(split_bytes[at], bytes[x]) << "spacing " << spacing << ", x " << x;
        ASSERT_EQ(split_steps[at], steps[x]) << "spacing " << spacing << ", x " << x;
      }
    }
  });
}

}  // namespace
}  // namespace csca
