// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

namespace csca {
namespace {

AggregateOptions method(const char* name) {
  AggregateOptions options;
  options.method = name;
  return options;
}

/// Turns a slab upside down: needs all rows at once.
class UpsideDown final : public VolumeAggregation {
 public:
  void filter(Volume& slab) const override {
    for (int y = 0; y < slab.height() / 2; ++y) {
      std::swap_ranges(slab.row(y), slab.row(y) + slab.row_size(), slab.row(slab.height() - 1 - y));
    }
  }
};

TEST(None, PassesCostsThrough) {
  for (const Size size : odd_sizes) {
    const Volume costs = random_volume(size.width, size.height, {-2, 11}, 1);
    EXPECT_TRUE(same_bits_inside(aggregate(*make_aggregation(method("none"))(FloatImage()), costs), costs));
  }
}

TEST(Aggregation, PullsAndPushesEachRowOnceInOrder) {
  for (const std::string_view name : aggregation_names()) {
    for (const int height : {1, 2, 5, 20}) {
      const FloatImage guide = random_image(3, height, 3, 4);
      const Slab slab{3, height, {4, 9}};
      int pulled = 0;
      int pushed = 0;
      const auto source = [&](int y, float* row) {
        EXPECT_EQ(y, pulled++);
        std::fill_n(row, 3 * slab.stride(), 1.0F);
      };
      const auto sink = [&](int y, const float*) { EXPECT_EQ(y, pushed++); };
      make_aggregation(method(name.data()))(guide)->run(slab, source, sink);
      EXPECT_EQ(pulled, height) << name;
      EXPECT_EQ(pushed, height) << name;
    }
  }
}

TEST(Aggregation, LetsTheSinkWriteOnItsRow) {
  // The cross-scale step blends in place; that must not reach the sums of the rows that follow.
  const Volume costs = random_volume(12, 9, {0, 4}, 2);
  const FloatImage guide = random_image(12, 9, 3, 5);
  for (const std::string_view name : aggregation_names()) {
    const auto aggregation = make_aggregation(method(name.data()))(guide);
    const Volume expected = aggregate(*aggregation, costs);
    Volume result(12, 9, {0, 4});
    const auto source = [&](int y, float* row) { std::copy_n(costs.row(y), costs.row_size(), row); };
    const auto sink = [&](int y, float* row) {
      std::copy_n(row, result.row_size(), result.row(y));
      std::fill_n(row, result.row_size(), 1e9F);
    };
    aggregation->run({12, 9, {0, 4}}, source, sink);
    EXPECT_TRUE(same_bits_inside(result, expected)) << name;
  }
}

TEST(VolumeAggregation, SeesAllRowsOfASlab) {
  const Volume costs = random_volume(5, 7, {-1, 3}, 3);
  const Volume result = aggregate(UpsideDown(), costs);
  for (int y = 0; y < 7; ++y) {
    for (int x = 0; x < 5; ++x) {
      for (int k = 0; k < 3; ++k) EXPECT_EQ(result.pixel(x, y)[k], costs.pixel(x, 6 - y)[k]);
    }
  }
}

TEST(Aggregation, UnknownNameIsRefusedWithASuggestion) {
  const std::string error = error_of([] { make_aggregation(method("bxo")); });
  EXPECT_TRUE(contains(error, "method is 'bxo'"));
  EXPECT_TRUE(contains(error, "did you mean 'box'?"));
}

}  // namespace
}  // namespace csca
