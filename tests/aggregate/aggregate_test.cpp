// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/strips.hpp"
#include "aggregate/traits.hpp"

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
      const bool passes = aggregation_traits(method(name.data())).levels_together;  // a method may take several
      int pulled = 0;
      int pushed = 0;
      const auto source = [&](int y, Columns columns, float* row) {
        if (!passes) {
          EXPECT_EQ(y, pulled);
        }
        ++pulled;
        EXPECT_EQ(columns, (Columns{0, 3}));
        std::fill_n(row, 3 * slab.stride(), 1.0F);
      };
      const auto sink = [&](int y, const float*) { EXPECT_EQ(y, pushed++); };
      make_aggregation(method(name.data()))(guide)->run(slab, source, sink);
      EXPECT_EQ(pulled == height, !passes) << name;
      EXPECT_EQ(pushed, height) << name;
    }
  }
}

TEST(Aggregation, StripsHaveTheResultsOfWholeRows) {
  const Volume costs = random_volume(61, 9, {0, 9}, 6);
  const FloatImage guide = random_image(61, 9, 3, 7);
  Mask known(61, 9, 1);
  for (int i = 0; i < 61 * 9; i += 5) known.data()[i] = 0;
  for (const char* name : {"box", "gf"}) {
    AggregateOptions options = method(name);
    options.gf.radius = 4;
    for (const Mask& mask : {Mask(), known}) {
      const auto aggregation = leave_out_unknown(make_aggregation(options)(guide), mask);
      const Volume expected = aggregate(*aggregation, costs);
      ASSERT_GT(aggregation->strip(), 0);
      for (const Columns strip : {Columns{0, 1}, Columns{0, 20}, Columns{20, 50}, Columns{33, 34}, Columns{50, 61}}) {
        const auto source = [&](int y, Columns columns, float* cells) {
          std::copy_n(costs.pixel(columns.begin, y), columns.count() * costs.stride(), cells);
        };
        aggregation->run({61, 9, {0, 9}, 1, strip}, source, [&](int y, const float* cells) {
          for (int x = strip.begin; x < strip.end; ++x, cells += costs.stride()) {
            for (int k = 0; k < 9; ++k) ASSERT_NEAR(cells[k], expected.pixel(x, y)[k], 1e-5) << name << ", x " << x;
          }
        });
      }
    }
  }
}

TEST(Strips, HoldEachColumnOnce) {
  for (const int about : {0, 1, 16, 100, 960}) {
    for (const int width : {1, 15, 16, 17, 450, 1242, 2880}) {
      int next = 0;
      for (const Columns& strip : strips(width, about)) {
        EXPECT_EQ(strip.begin, next);
        EXPECT_GT(strip.end, strip.begin);
        EXPECT_TRUE(about == 0 || strip.count() <= 3 * about / 2 + longest_period) << strip.count();
        next = strip.end;
      }
      EXPECT_EQ(next, width);
    }
    EXPECT_EQ(strips(2880, 0).size(), 1U);
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

// A result depends on costs and guide within the margin that the method declares, and on nothing beyond it.
TEST(AggregationTraits, MarginsAreTrue) {
  const int size = 61;
  const FloatImage guide = random_image(size, size, 3, 5);
  const Volume costs = random_volume(size, size, {0, 4}, 2);
  for (const std::string_view name : aggregation_names()) {
    AggregateOptions options = method(name.data());
    options.box.radius = 4;
    options.gf.radius = 5;
    options.bf.radius = 7;
    const std::optional<int> margin = aggregation_traits(options).margin;
    if (!margin) continue;
    FloatImage other_guide = guide;
    Volume other_costs = costs;
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        if (std::max(std::abs(x - 30), std::abs(y - 30)) <= *margin) continue;
        for (Plane<float>& channel : other_guide.channels) channel(x, y) = 1 - channel(x, y);
        for (int k = 0; k < 4; ++k) other_costs.pixel(x, y)[k] += 1;
      }
    }
    const auto at_centre = [&](const FloatImage& image, const Volume& volume, int k) {
      return aggregate(*make_aggregation(options)(image), volume).pixel(30, 30)[k];
    };
    for (int k = 0; k < 4; ++k) {
      EXPECT_NEAR(at_centre(guide, costs, k), at_centre(other_guide, other_costs, k), 2e-4) << name;
    }
    if (*margin == 0) continue;
    other_costs = costs;
    for (int k = 0; k < 4; ++k) other_costs.pixel(30 + *margin, 30)[k] += 1000;
    const FloatImage flat{{Plane<float>(size, size)}, {}};
    EXPECT_NE(at_centre(flat, costs, 0), at_centre(flat, other_costs, 0)) << name << " needs less than it declares";
  }
}

}  // namespace
}  // namespace csca
