// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/options.hpp>

#include "support/expect.hpp"

#include <functional>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace csca {
namespace {

/// A field, a value that is not its default, how to see it in the struct, and texts that have to be refused.
struct Row {
  std::string name;
  std::string value;
  std::function<bool(const Options&)> arrived;
  std::vector<std::string> refused;
};

const std::vector<std::string> not_a_flag = {"", "1", "yes", "True"};
const std::vector<std::string> not_a_weight = {"-0.1", "1e7", "nan", "inf", "x", "", "1,5", "0.5 "};
const std::vector<std::string> not_a_truncation = {"0", "-1", "1e7", "nan", "inf", "x", ""};
const std::vector<std::string> not_a_sigma = {"0", "-1", "10.5", "nan", "inf", "x"};
const std::vector<std::string> not_a_map = {"", "cubic", "Linear"};

std::vector<Row> rows() {
  return {
      {"first", "-7", [](auto& o) { return o.range.first == -7; }, {"-32769", "32769", "1.5", "x", ""}},
      {"levels",
       "77",
       [](auto& o) { return o.range.levels == 77; },
       {"0", "-1", "32769", "1000000000", "2.5", "x", ""}},
      {"skip_zero", "true", [](auto& o) { return o.range.skip_zero; }, not_a_flag},
      {"white", "1000", [](auto& o) { return o.input.white == 1000; }, {"0", "1e-7", "-1", "inf", "nan", "1e31", "x"}},
      {"check", "false", [](auto& o) { return !o.input.check; }, not_a_flag},
      {"strict", "true", [](auto& o) { return o.input.strict; }, not_a_flag},
      {"cost", "cen", [](auto& o) { return o.cost.method == "cen"; }, {"", "gdr", "CEN"}},
      {"outside", "black", [](auto& o) { return o.cost.outside == Outside::black; }, {"", "white"}},
      {"grd_colour_weight", "0.5", [](auto& o) { return o.cost.grd.colour_weight == 0.5; }, not_a_weight},
      {"grd_gradient_weight", "0.5", [](auto& o) { return o.cost.grd.gradient_weight == 0.5; }, not_a_weight},
      {"grd_colour_truncation", "0.5", [](auto& o) { return o.cost.grd.colour_truncation == 0.5; }, not_a_truncation},
      {"grd_gradient_truncation", "0.5", [](auto& o) { return o.cost.grd.gradient_truncation == 0.5; },
       not_a_truncation},
      {"cen_window", "7", [](auto& o) { return o.cost.cen.window == 7; }, {"1", "4", "8", "17", "-3", "x"}},
      {"cen_truncation", "0.5", [](auto& o) { return o.cost.cen.truncation == 0.5; }, {"0", "-1", "1.01", "nan"}},
      {"cen_wrap", "true", [](auto& o) { return o.cost.cen.wrap; }, not_a_flag},
      {"cen_round", "true", [](auto& o) { return o.cost.cen.round; }, not_a_flag},
      {"cg_colour_weight", "0.5", [](auto& o) { return o.cost.cg.colour_weight == 0.5; }, not_a_weight},
      {"cg_gradient_weight", "0.5", [](auto& o) { return o.cost.cg.gradient_weight == 0.5; }, not_a_weight},
      {"cg_census_weight", "0.5", [](auto& o) { return o.cost.cg.census_weight == 0.5; }, not_a_weight},
      {"cg_colour_truncation", "0.5", [](auto& o) { return o.cost.cg.colour_truncation == 0.5; }, not_a_truncation},
      {"cg_gradient_truncation", "0.5", [](auto& o) { return o.cost.cg.gradient_truncation == 0.5; }, not_a_truncation},
      {"method",
       "0.7*gf+0.3*st",
       [](auto& o) { return o.aggregate.method == "0.7*gf+0.3*st"; },
       {"", "bxo", "Box", "box ", "gf,st"}},
      {"box_radius", "5", [](auto& o) { return o.aggregate.box.radius == 5; }, {"-1", "256", "1.5", "x"}},
      {"box_normalise", "false", [](auto& o) { return !o.aggregate.box.normalise; }, not_a_flag},
      {"bf_radius", "5", [](auto& o) { return o.aggregate.bf.radius == 5; }, {"0", "64", "1.5", "x"}},
      {"bf_sigma_space", "5", [](auto& o) { return o.aggregate.bf.sigma_space == 5; }, not_a_truncation},
      {"bf_sigma_colour", "0.5", [](auto& o) { return o.aggregate.bf.sigma_colour == 0.5; }, not_a_truncation},
      {"bf_wrap", "true", [](auto& o) { return o.aggregate.bf.wrap; }, not_a_flag},
      {"gf_radius", "5", [](auto& o) { return o.aggregate.gf.radius == 5; }, {"0", "256", "1.5", "x"}},
      {"gf_epsilon", "0.5", [](auto& o) { return o.aggregate.gf.epsilon == 0.5; }, {"0", "-1", "1.5", "nan", "x"}},
      {"sgm_paths", "5", [](auto& o) { return o.aggregate.sgm.paths == 5; }, {"4", "6", "11", "x"}},
      {"sgm_small", "2.5", [](auto& o) { return o.aggregate.sgm.small == 2.5; }, {"-1", "51", "x"}},
      {"sgm_large", "25", [](auto& o) { return o.aggregate.sgm.large == 25; }, {"-1", "101", "x"}},
      {"sgm_edge", "0.1", [](auto& o) { return o.aggregate.sgm.edge == 0.1; }, {"0", "x"}},
      {"nl_sigma", "0.5", [](auto& o) { return o.aggregate.nl.sigma == 0.5; }, not_a_sigma},
      {"nl_normalise", "0.25", [](auto& o) { return o.aggregate.nl.normalise == 0.25; }, {"-0.1", "1.1", "nan", "x"}},
      {"st_sigma", "0.5", [](auto& o) { return o.aggregate.st.sigma == 0.5; }, not_a_sigma},
      {"st_normalise", "0.25", [](auto& o) { return o.aggregate.st.normalise == 0.25; }, {"-0.1", "1.1", "nan", "x"}},
      {"st_scale", "300", [](auto& o) { return o.aggregate.st.scale == 300; }, {"-1", "1000000001", "nan", "x"}},
      {"st_penalty", "7", [](auto& o) { return o.aggregate.st.penalty == 7; }, {"-1", "256", "1.5", "x"}},
      {"st_least", "20", [](auto& o) { return o.aggregate.st.least == 20; }, {"-1", "1000000001", "1.5", "x"}},
      {"st_depth", "true", [](auto& o) { return o.aggregate.st.depth; }, not_a_flag},
      {"scales", "3", [](auto& o) { return o.scale.scales == 3; }, {"0", "17", "-1", "2.5"}},
      {"lambda", "0.25", [](auto& o) { return o.scale.lambda == 0.25; }, {"-1", "nan", "inf", "1e7", "x"}},
      {"level_map", "nearest", [](auto& o) { return o.scale.level_map == Interpolation::nearest; }, not_a_map},
      {"level_map", "spline", [](auto& o) { return o.scale.level_map == Interpolation::spline; }, not_a_map},
      {"space_map", "nearest", [](auto& o) { return o.scale.space_map == Interpolation::nearest; }, not_a_map},
      {"subpixel",
       "equiangular",
       [](auto& o) { return o.select.subpixel == Subpixel::equiangular; },
       {"", "true", "parabolic"}},
      {"right", "full", [](auto& o) { return o.select.right == RightView::full; }, {"", "true", "left"}},
      {"tolerance", "0.5", [](auto& o) { return o.select.tolerance == 0.5; }, {"-0.1", "1001", "nan", "inf", "x", ""}},
      {"confidence",
       "ambiguity",
       [](auto& o) { return o.select.confidence == Confidence::ambiguity; },
       {"", "true", "peakratio"}},
      {"uniqueness", "15", [](auto& o) { return o.select.uniqueness == 15; }, {"-1", "101", "nan", ""}},
      {"min_confidence", "0.5", [](auto& o) { return o.select.min_confidence == 0.5; }, {"-1", "1.1", "nan", ""}},
      {"planes", "3", [](auto& o) { return o.planes.most == 3; }, {"-1", "33", "1.5", ""}},
      {"plane_reach", "5", [](auto& o) { return o.planes.reach == 5; }, {"1", "33", "1.5", ""}},
      {"refine", "speckle,median", [](auto& o) { return o.refine.steps == "speckle,median"; }, {"medain", "NL", "5"}},
      {"fill", "background", [](auto& o) { return o.refine.fill == Fill::background; }, {"", "foreground"}},
      {"median_radius", "2", [](auto& o) { return o.refine.median.radius == 2; }, {"0", "16", "1.5", "x"}},
      {"speckle_size", "50", [](auto& o) { return o.refine.speckle.size == 50; }, {"0", "-1", "1000000001", "x"}},
      {"speckle_difference", "0.5", [](auto& o) { return o.refine.speckle.difference == 0.5; }, {"-1", "1001", "nan"}},
      {"wm_radius", "5", [](auto& o) { return o.refine.wm.radius == 5; }, {"0", "51", "x"}},
      {"wm_sigma_space", "5", [](auto& o) { return o.refine.wm.sigma_space == 5; }, not_a_truncation},
      {"wm_sigma_colour", "0.5", [](auto& o) { return o.refine.wm.sigma_colour == 0.5; }, not_a_truncation},
      {"vote_rounds", "5", [](auto& o) { return o.refine.vote.rounds == 5; }, {"0", "101", "1.5", ""}},
      {"vote_sigma_colour", "0.5", [](auto& o) { return o.refine.vote.sigma_colour == 0.5; }, not_a_truncation},
      {"vote_share", "0.5", [](auto& o) { return o.refine.vote.share == 0.5; }, {"-1", "1.1", "nan", ""}},
      {"vote_keep", "0.25", [](auto& o) { return o.refine.vote.keep == 0.25; }, {"-1", "1.1", "nan", ""}},
      {"vote_tolerance", "0.5", [](auto& o) { return o.refine.vote.tolerance == 0.5; }, {"-1", "4.1", "nan", ""}},
      {"refine_sigma", "0.5", [](auto& o) { return o.refine.nl.sigma == 0.5; }, {"0", "-1", "10.5", "nan", "x"}},
      {"threads", "3", [](auto& o) { return o.run.threads == 3; }, {"-1", "1025", "x"}},
      {"precision", "float", [](auto& o) { return o.run.precision == Precision::floats; }, {"double", "", "x"}},
      {"slab", "33", [](auto& o) { return o.run.slab == 33; }, {"0", "1025", "-16"}},
      {"max_memory",
       "2500000000",
       [](auto& o) { return o.run.max_memory == 2500000000U; },
       {"0", "-1", "nan", "x", "", "5X", "M"}},
  };
}

TEST(Options, TheRowsAboveAreTheWholeTable) {
  std::set<std::string> here;
  std::set<std::string> there;
  for (const Row& row : rows()) here.insert(row.name);
  for (const Field& f : fields()) there.insert(std::string(f.name));
  EXPECT_EQ(here, there);
  EXPECT_EQ(there.size(), fields().size()) << "a name twice";
}

TEST(Options, EveryMemberHasAField) {
  // Does not compile with a member more or less in a group whose fields are complete: then the table and the rows above
  // need one more or less too.
  [[maybe_unused]] const auto& [white, check_pair, strict, opposite_sign] = InputOptions{};  // the last one is --sign
  [[maybe_unused]] const auto& [first, levels, skip_zero] = RangeOptions{};
  [[maybe_unused]] const auto& [method, outside, grd, cen, cg] = CostOptions{};
  [[maybe_unused]] const auto& [grd1, grd2, grd3, grd4] = IntensityGradientOptions{};
  [[maybe_unused]] const auto& [window, truncation, wrap, round] = CensusOptions{};
  [[maybe_unused]] const auto& [cg1, cg2, cg3, cg4, cg5] = CensusGradientOptions{};
  [[maybe_unused]] const auto& [radius, normalise] = BoxOptions{};
  [[maybe_unused]] const auto& [bf1, bf2, bf3, bf4] = BilateralOptions{};
  [[maybe_unused]] const auto& [method_name, box, gf, bf, nl, st, sgm] = AggregateOptions{};
  [[maybe_unused]] const auto& [nl1, nl2] = NonlocalOptions{};
  [[maybe_unused]] const auto& [st1, st2, st3, st4, st5, st6] = SegmentTreeOptions{};
  [[maybe_unused]] const auto& [scales, lambda, level_map, space_map] = ScaleOptions{};
  [[maybe_unused]] const auto& [subpixel, right, tolerance, confidence, uniqueness, least] = SelectOptions{};
  [[maybe_unused]] const auto& [steps, fill, median, speckles, wm, vote, refine_nl] = RefineOptions{};
  [[maybe_unused]] const auto& [median_radius] = MedianOptions{};
  [[maybe_unused]] const auto& [speckle_size, speckle_difference] = SpeckleOptions{};
  [[maybe_unused]] const auto& [wm_radius, wm_space, wm_colour] = WeightedMedianOptions{};
  [[maybe_unused]] const auto& [rounds, vote_colour, share, keep, vote_tolerance] = VoteOptions{};
  [[maybe_unused]] const auto& [refine_sigma] = NonlocalRefineOptions{};
  [[maybe_unused]] const auto& [threads, slab, max_memory, precision] = RunOptions{};
  [[maybe_unused]] const auto& [o1, o2, o3, o4, o5, o6, o7, o8, o9] = Options{};
  [[maybe_unused]] const auto& [most, reach] = PlaneOptions{};
}

TEST(Options, SetReachesTheMemberAndGetReadsItBack) {
  for (const Row& row : rows()) {
    Options options;
    EXPECT_FALSE(row.arrived(options)) << row.name << ": the value of the row is the default";
    field(row.name).set(options, row.value);
    EXPECT_TRUE(row.arrived(options)) << row.name;
    EXPECT_EQ(field(row.name).get(options), row.value);
    EXPECT_NO_THROW(validate(options)) << row.name;
  }
}

TEST(Options, EveryDefaultSurvivesGetAndSet) {
  const Options defaults;
  Options copy;
  for (const Row& row : rows()) field(row.name).set(copy, row.value);
  for (const Field& f : fields()) f.set(copy, f.get(defaults));
  for (const Field& f : fields()) EXPECT_EQ(f.get(copy), f.get(defaults)) << f.name;
  EXPECT_EQ(copy.cost.grd.colour_truncation, defaults.cost.grd.colour_truncation);  // to the last bit
  EXPECT_NO_THROW(validate(defaults));
}

TEST(Options, RefusalsNameFieldValueAndWhatIsAllowed) {
  for (const Row& row : rows()) {
    for (const std::string& text : row.refused) {
      const std::string error = error_of([&] {
        Options options;
        field(row.name).set(options, text);
        validate(options);
      });
      EXPECT_TRUE(contains(error, row.name + " is ")) << "'" << text << "'";
      if (text != "1e7" && text != "1e-7" && text != "1e31") {  // numbers come back in another form
        EXPECT_TRUE(contains(error, text));
      }
      EXPECT_TRUE(contains(error, "allowed is " + field(row.name).allowed()));
    }
  }
}

TEST(Options, ARefusedTextLeavesTheOptionAsItWas) {
  for (const Row& row : rows()) {
    for (const std::string& text : row.refused) {
      Options options;
      const std::string before = field(row.name).get(options);
      const std::string error = error_of([&] { field(row.name).set(options, text); });
      if (error.empty()) continue;  // parsed, and refused by the check
      EXPECT_EQ(field(row.name).get(options), before) << row.name << " set to '" << text << "'";
    }
  }
}

TEST(Options, ValidateChecksStructsThatNoTextWentThrough) {
  const auto error = [](const std::function<void(Options&)>& change) {
    Options options;
    change(options);
    return error_of([&] { validate(options); });
  };
  EXPECT_EQ(error([](Options& o) { o.scale.lambda = -1; }),
            "lambda is -1: allowed is a number from 0 to 1000000, or auto");
  EXPECT_TRUE(
      contains(error([](Options& o) { o.scale.lambda = std::numeric_limits<double>::quiet_NaN(); }), "lambda is nan"));
  EXPECT_TRUE(contains(error([](Options& o) { o.cost.method = "grf"; }), "did you mean 'grd'?"));
  EXPECT_TRUE(contains(error([](Options& o) { o.cost.outside = static_cast<Outside>(9); }), "outside is '9'"));
  EXPECT_TRUE(contains(error([](Options& o) { o.scale.level_map = static_cast<Interpolation>(-1); }), "level_map"));
}

TEST(Options, AutoMeansNotSet) {
  for (const char* name : {"first", "levels", "white", "lambda", "slab", "max_memory"}) {
    Options options;
    EXPECT_EQ(field(name).get(options), "auto");
    field(name).set(options, "5");
    field(name).set(options, "auto");
    EXPECT_EQ(field(name).get(options), "auto");
    EXPECT_TRUE(contains(field(name).allowed(), ", or auto"));
  }
}

TEST(Options, MixturesAreCheckedNameByName) {
  const auto error = [](const char* text) {
    return error_of([&] {
      Options options;
      field("method").set(options, text);
    });
  };
  for (const char* text : {"gf", "gf+st", "2*gf", "1e-3*gf+box", "box+bf+gf+nl+st+none"}) EXPECT_EQ(error(text), "");
  EXPECT_TRUE(contains(error("gf+bxo"), "method is 'bxo'"));
  EXPECT_TRUE(contains(error("gf+bxo"), "did you mean 'box'?"));
  EXPECT_TRUE(contains(error("gf+"), "method is ''"));
  EXPECT_TRUE(contains(error("+gf"), "method is ''"));
  EXPECT_TRUE(contains(error("0.5*0.5*gf"), "method is '0.5*gf'"));
  for (const char* text : {"0*gf+st", "-1*gf", "nan*gf", "inf*gf", "*gf", "x*gf", "1 *gf"}) {
    EXPECT_TRUE(contains(error(text), "method is '" + std::string(text) + "': allowed is a weight above 0")) << text;
  }
}

TEST(Options, UnknownFieldIsRefusedWithASuggestion) {
  EXPECT_TRUE(contains(error_of([] { field("lamdba"); }), "there is no option 'lamdba', did you mean 'lambda'?"));
  EXPECT_EQ(error_of([] { field("xyzzy"); }), "there is no option 'xyzzy'");
}

}  // namespace
}  // namespace csca
