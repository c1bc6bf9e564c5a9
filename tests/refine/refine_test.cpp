// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "maps.hpp"

#include <cmath>
#include <string>

namespace csca {
namespace {

RefineOptions steps(const std::string& names, Fill fill = Fill::none) {
  RefineOptions options;
  options.steps = names;
  options.fill = fill;
  options.speckle = {2, 1};
  return options;
}

Map example() {
  Map map(random_map({17, 11}, 0.3, true, 20), random_image(17, 11, 3, 21));
  map.validity(3, 3) = Validity::masked;
  map.disparity(3, 3) = unknown;
  return map;
}

Map refined(const RefineOptions& options, int threads = 1) {
  Map map = example();
  map.threads = threads;
  refine(map.refinement(), options);
  return map;
}

TEST(Refine, RunsStepsInTheirOrder) {
  Map one_by_one = example();
  refine_speckle(one_by_one.refinement(), steps(""));
  refine_weighted_median(one_by_one.refinement(), steps(""));
  refine_median(one_by_one.refinement(), steps(""));
  const Map chain = refined(steps("speckle, wm ,median"));
  EXPECT_TRUE(same_bits(chain.disparity, one_by_one.disparity));
  EXPECT_EQ(chain.validity, one_by_one.validity);
  EXPECT_FALSE(same_bits(refined(steps("median,wm,speckle")).disparity, one_by_one.disparity));
}

TEST(Refine, NoStepsChangeNothing) {
  for (const char* none : {"", "  ", "none", "none,none"}) {
    EXPECT_TRUE(same_bits(refined(steps(none)).disparity, example().disparity)) << "'" << none << "'";
  }
}

TEST(Refine, FillsInTheEnd) {
  for (const char* list : {"", "speckle", "wm,speckle"}) {
    const Map background = refined(steps(list, Fill::background));
    const Map all = refined(steps(list, Fill::all));
    for (std::size_t i = 0; i < all.disparity.size(); ++i) {
      EXPECT_FALSE(std::isnan(all.disparity.data()[i]));
      EXPECT_EQ(std::isnan(background.disparity.data()[i]), (background.validity.data()[i] & Validity::masked) != 0);
    }
  }
}

TEST(Refine, ThreadsDoNotChangeTheResult) {
  const RefineOptions options = steps("nl,speckle,wm,median", Fill::background);
  const Map one = refined(options);
  for (const int threads : {2, 5}) {
    EXPECT_TRUE(same_bits(refined(options, threads).disparity, one.disparity));
    EXPECT_EQ(refined(options, threads).validity, one.validity);
  }
}

TEST(Refine, EveryStepTakesEverySize) {
  for (const std::string_view name : refine_names()) {
    for (const Size size : odd_sizes) {
      for (const int channels : {0, 1, 3}) {
        for (const double share : {0.0, 0.5, 1.0}) {
          Map map(random_map(size, share, false, 22), random_image(size.width, size.height, channels, 23));
          EXPECT_NO_THROW(refine(map.refinement(), steps(std::string(name), Fill::all))) << name;
          if (share < 0.5) {
            for (const float d : map.disparity) EXPECT_TRUE(name == "speckle" || !std::isnan(d)) << name;
          }
        }
      }
    }
    Map empty{Plane<float>()};
    EXPECT_NO_THROW(refine(empty.refinement(), steps(std::string(name), Fill::all))) << name;
  }
}

TEST(Refine, UnknownNamesAreRefusedBeforeAnythingChanges) {
  Map map = example();
  const std::string error = error_of([&] { refine(map.refinement(), steps("fill,medain")); });
  EXPECT_EQ(error, "refine is 'medain': allowed is none, median, speckle, fill, wm, vote, nl, did you mean 'median'?");
  EXPECT_TRUE(same_bits(map.disparity, example().disparity));
  for (const char* list : {",", "nl,", ",nl", "nl,,wm", "nl wm", "NL"}) {
    EXPECT_TRUE(contains(error_of([&] { refine(map.refinement(), steps(list)); }), "refine is '")) << list;
  }
}

TEST(Refine, SizesHaveToAgree) {
  for (const std::string_view name : refine_names()) {
    if (name == "none") continue;
    Map map = example();
    map.guide = random_image(17, 10, 1, 24);
    EXPECT_TRUE(contains(error_of([&] { refine(map.refinement(), steps(std::string(name))); }),
                         "the guide has 17 x 10 pixels, the disparity map 17 x 11"));
    map = example();
    map.validity = ValidityMap(1, 1);
    EXPECT_TRUE(contains(error_of([&] { refine(map.refinement(), steps(std::string(name))); }), "the validity map"));
  }
}

TEST(Refine, TheOptionTakesAList) {
  Options options;
  EXPECT_EQ(field("refine").get(options), "none");
  field("refine").set(options, "speckle, wm,median");
  EXPECT_EQ(options.refine.steps, "speckle, wm,median");
  EXPECT_EQ(field("refine").get(options), "speckle, wm,median");
  EXPECT_TRUE(contains(error_of([&] { field("refine").set(options, "wm,medain"); }), "did you mean 'median'?"));
  EXPECT_EQ(options.refine.steps, "speckle, wm,median");
  field("refine").set(options, "");
  EXPECT_EQ(options.refine.steps, "");
  options.refine.steps = "wm,speckel";
  EXPECT_TRUE(contains(error_of([&] { validate(options); }), "refine is 'speckel'"));
}

}  // namespace
}  // namespace csca
