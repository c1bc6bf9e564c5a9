// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "plan/plan.hpp"

#include "support/expect.hpp"
#include "support/random.hpp"

namespace csca {
namespace {

const Image image = random_texture(120, 60, 3, 1);

Plan plan_of(const Options& options, const Hooks& hooks = {}) { return make_plan({image, image}, options, hooks); }

TEST(Schedule, EveryLevelCompetesOnce) {
  for (const char* method : {"box", "bf", "gf", "nl", "gf+st", "sgm", "gf+sgm"}) {
    for (const Levels range : {Levels{0, 1}, {-7, 33}, {5, 200}, {-300, 256}}) {
      for (const bool skip_zero : {false, true}) {
        for (const std::optional<int> slab : {std::optional<int>(), {1}, {7}, {64}}) {
          Options options;
          options.range = {range.first, range.count, skip_zero && range.count > 1};
          options.aggregate.method = method;
          options.run.slab = slab;
          const Plan plan = plan_of(options);
          std::vector<int> seen(static_cast<std::size_t>(range.count), 0);
          for (const Group& group : plan.schedule.groups) {
            for (const LevelSpan& span : group.slabs) {
              EXPECT_GE(span.competing.first, span.computed.first);
              EXPECT_LE(span.competing.last(), span.computed.last());
              EXPECT_GE(span.computed.first, group.computed.first);
              EXPECT_LE(span.computed.last(), group.computed.last());
              for (int d = span.competing.first; d <= span.competing.last(); ++d) ++seen[d - range.first];
            }
          }
          for (int d = range.first; d <= range.last(); ++d) {
            ASSERT_EQ(seen[d - range.first], options.range.skip_zero && d == 0 ? 0 : 1) << method << ", level " << d;
          }
        }
      }
    }
  }
}

TEST(Plan, DecidesAboutWholeNumbersByTheChannelsThatAreCompared) {
  const Image grey = random_texture(40, 20, 1, 1);
  Options options;
  options.range = {0, 16, false};
  options.cost.method = "grd";
  options.cost.grd.colour_truncation = 0.0012;
  options.cost.grd.gradient_weight = 0;
  EXPECT_EQ(match(grey, grey, options).disparity.width(), 40);
  options.cost = {};
  options.cost.cg.colour_truncation = 0.001;
  options.cost.cg.gradient_weight = options.cost.cg.census_weight = 0;
  EXPECT_EQ(match(grey, grey, options).disparity.width(), 40);
}

TEST(Plan, MaskedPairsStayOnWholeNumbers) {
  Options options;
  options.range = {0, 16, false};
  EXPECT_TRUE(make_plan({image, image, Mask(120, 60, 1), Mask(120, 60, 1)}, options, {}).box16);
  options.aggregate.method = "gf";
  EXPECT_TRUE(make_plan({image, image, Mask(120, 60, 1)}, options, {}).integer);
}

TEST(Plan, SemiGlobalPathsSeeAllLevelsWhateverSlabOrMemoryIsAskedFor) {
  Options options;
  options.range = {0, 200, false};
  options.aggregate.method = "sgm";
  for (const std::optional<int> slab : {std::optional<int>(), {8}}) {
    options.run.slab = slab;
    const Plan plan = plan_of(options);
    ASSERT_EQ(plan.schedule.slabs(), 1U);
    EXPECT_EQ(plan.schedule.groups[0].slabs[0].computed, (Levels{0, 200}));
  }
  options.run.max_memory = predicted_memory({image, image}, options) * 9 / 10;
  EXPECT_TRUE(contains(error_of([&] { plan_of(options); }), "max_memory is "));
}

TEST(Plan, MethodsThatSeeAllLevelsTogetherAreNotCut) {
  Options options;
  options.range = {0, 200, false};
  Hooks hooks;
  hooks.aggregate = make_aggregation(AggregateOptions());
  hooks.all_levels = true;
  const Plan plan = plan_of(options, hooks);
  ASSERT_EQ(plan.schedule.slabs(), 1U);
  EXPECT_EQ(plan.schedule.groups[0].slabs[0].computed, (Levels{0, 200}));
}

TEST(Plan, LevelsAroundAPlaneAreOneSlab) {
  Options options;
  options.range = {0, 128, false};
  options.aggregate.method = "gf";
  options.planes.most = 1;
  const Plan around = plan_around_plane(plan_of(options), options);
  ASSERT_EQ(around.schedule.slabs(), 1U);
  EXPECT_EQ(around.schedule.groups[0].slabs[0].computed, (Levels{-3, 7}));
}

}  // namespace
}  // namespace csca
