// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/options.hpp>

#include "support/expect.hpp"

namespace csca {
namespace {

Options options_of(std::string_view preset, const std::vector<Setting>& settings = {}) {
  return make_options(preset, settings);
}

TEST(MakeOptions, NoPresetAndDefaultAreTheDefaults) {
  for (const char* preset : {"", "bare"}) {
    const Options options = options_of(preset);
    for (const Field& f : fields()) EXPECT_EQ(f.get(options), f.get(Options())) << f.name;
  }
}

TEST(MakeOptions, DefaultChecksAndLeavesHoles) {
  const Options options = options_of("default");
  EXPECT_EQ(options.select.right, RightView::diagonal);
  EXPECT_EQ(options.refine.steps, "vote,speckle");
  EXPECT_EQ(options.refine.fill, Fill::none);
  EXPECT_EQ(options_of("dense").refine.fill, Fill::all);
}

TEST(MakeOptions, RowsWithAConditionLookAtTheUsersChoice) {
  EXPECT_EQ(options_of("default").scale.lambda, 1);
  EXPECT_EQ(options_of("default", {{"method", "gf"}}).scale.lambda, std::nullopt);
}

TEST(MakeOptions, OutdoorWindowsAreWideWithPlanes) {
  const Options wide = options_of("outdoor");
  EXPECT_EQ(wide.planes.most, std::nullopt);
  const Options narrow = options_of("outdoor", {{"planes", "0"}});
  EXPECT_GT(wide.aggregate.gf.radius, narrow.aggregate.gf.radius);
  EXPECT_GT(wide.aggregate.nl.sigma, narrow.aggregate.nl.sigma);
  EXPECT_LT(wide.cost.cen.window, narrow.cost.cen.window);
  EXPECT_EQ(narrow.aggregate.gf.epsilon, Options().aggregate.gf.epsilon);
  EXPECT_EQ(options_of("outdoor", {{"planes", "8"}}).aggregate.gf.radius, wide.aggregate.gf.radius);
}

TEST(MakeOptions, QualityAndOutdoorLeaveHolesOrFillThemByTheTree) {
  for (const char* preset : {"quality", "outdoor"}) {
    EXPECT_EQ(options_of(preset).refine.steps, "vote,speckle");
    EXPECT_EQ(options_of(preset, {{"fill", "all"}}).refine.steps, "nl,median");
    EXPECT_EQ(options_of(preset, {{"fill", "all"}, {"refine", "wm"}}).refine.steps, "wm");
  }
}

TEST(MakeOptions, KnowsFormerNames) {
  for (const Field& f : fields()) EXPECT_EQ(f.get(options_of("kitti")), f.get(options_of("outdoor"))) << f.name;
}

TEST(MakeOptions, EveryPresetIsValid) {
  for (const Preset& preset : presets()) EXPECT_NO_THROW(validate(options_of(preset.name))) << preset.name;
}

TEST(MakeOptions, PaperIsTheAuthorsProgram) {
  const Options options = options_of("paper");
  EXPECT_EQ(options.cost.method, "grd");
  EXPECT_EQ(options.cost.outside, Outside::black);
  EXPECT_TRUE(options.cost.cen.wrap && options.cost.cen.round && options.range.skip_zero);
  EXPECT_EQ(options.aggregate.box.radius, 3);
  EXPECT_FALSE(options.aggregate.box.normalise);
  EXPECT_TRUE(options.aggregate.bf.wrap);
  EXPECT_EQ(options.aggregate.bf.radius, 17);
  EXPECT_EQ(options.aggregate.gf.radius, 9);
  EXPECT_EQ(options.aggregate.nl.sigma, 0.1);
  EXPECT_EQ(options.aggregate.nl.normalise, 0);
  EXPECT_EQ(options.aggregate.st.sigma, 0.1);
  EXPECT_EQ(options.aggregate.st.normalise, 0);
  EXPECT_EQ(options.select.subpixel, Subpixel::none);
  EXPECT_EQ(options.select.right, RightView::none);
  EXPECT_TRUE(options.refine.steps.empty());
  EXPECT_EQ(options.scale.scales, 5);
  EXPECT_EQ(options.scale.lambda, 0.3);
  EXPECT_EQ(options.scale.level_map, Interpolation::nearest);
  EXPECT_EQ(options.scale.space_map, Interpolation::nearest);
}

TEST(MakeOptions, RowsWithACostApplyOnlyWithThatCost) {
  EXPECT_EQ(options_of("paper", {{"cost", "cen"}}).scale.lambda, 1);
  EXPECT_EQ(options_of("paper", {{"cost", "grd"}}).scale.lambda, 0.3);
  EXPECT_EQ(options_of("paper", {{"cost", "cg"}}).scale.lambda, 0.3);
  EXPECT_EQ(options_of("", {{"cost", "cen"}}).scale.lambda, Options().scale.lambda);
}

TEST(MakeOptions, TheUserHasTheLastWord) {
  EXPECT_EQ(options_of("paper", {{"cost", "cen"}, {"lambda", "0.5"}}).scale.lambda, 0.5);
  EXPECT_EQ(options_of("paper", {{"lambda", "0.5"}, {"cost", "cen"}}).scale.lambda, 0.5);
  EXPECT_EQ(options_of("paper", {{"lambda", "0.5"}, {"lambda", "0.7"}}).scale.lambda, 0.7);
  EXPECT_EQ(options_of("paper", {{"level_map", "linear"}}).scale.level_map, Interpolation::linear);
}

TEST(MakeOptions, RefusesUnknownNames) {
  EXPECT_TRUE(contains(error_of([] { options_of("papper"); }), "preset is 'papper'"));
  EXPECT_TRUE(contains(error_of([] { options_of("papper"); }), "did you mean 'paper'?"));
  EXPECT_TRUE(contains(error_of([] { options_of("", {{"lamda", "1"}}); }), "did you mean 'lambda'?"));
  EXPECT_TRUE(contains(error_of([] { options_of("", {{"cost", "cens"}}); }), "cost is 'cens'"));
  EXPECT_TRUE(contains(error_of([] { options_of("", {{"method", "boxx"}}); }), "method is 'boxx'"));
}

}  // namespace
}  // namespace csca
