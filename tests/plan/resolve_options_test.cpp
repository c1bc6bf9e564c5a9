// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

namespace csca {
namespace {

const Image left = random_texture(120, 60, 3, 1);
const Image right = shifted(left, 4, 2);

TEST(ResolvedOptions, LeaveNothingOpenAndGiveTheSameMap) {
  for (const char* preset : {"", "paper", "quality"}) {
    for (const char* precision : {"auto", "float"}) {
      const std::vector<Setting> settings = {{"precision", precision}};
      const Options asked = make_options(preset, settings);
      const Options resolved = resolve_options({left, right}, asked);
      EXPECT_TRUE(resolved.range.first && resolved.range.levels && resolved.input.white && resolved.scale.lambda &&
                  resolved.run.slab);
      EXPECT_GT(resolved.run.threads, 0);
      const Result as_asked = match(left, right, asked);
      const Result as_resolved = match(left, right, resolved);
      EXPECT_EQ(resolved.range.first, as_asked.range.first);
      EXPECT_EQ(resolved.range.levels, as_asked.range.count);
      EXPECT_EQ(resolved.scale.scales, as_asked.scales);
      EXPECT_EQ(resolved.input.white, as_asked.white);
      EXPECT_EQ(as_asked.weights, as_resolved.weights);
      const auto same = [](float a, float b) { return a == b || (a != a && b != b); };
      EXPECT_TRUE(std::equal(as_asked.disparity.begin(), as_asked.disparity.end(), as_resolved.disparity.begin(), same))
          << preset << ' ' << precision;
    }
  }
}

TEST(ResolvedOptions, FitTheMemoryThatIsAskedFor) {
  Options asked;
  asked.range = {0, 64, false};
  asked.aggregate.method = "nl";
  asked.run.threads = 4;
  asked.run.max_memory = predicted_memory({left, right}, asked) - 1;
  const Options resolved = resolve_options({left, right}, asked);
  const Options fitted = fit_memory({left, right}, asked);
  EXPECT_EQ(resolved.run.threads, fitted.run.threads);
  EXPECT_EQ(resolved.run.slab, fitted.run.slab);
}

}  // namespace
}  // namespace csca
