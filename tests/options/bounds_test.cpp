// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/options.hpp>

#include "support/expect.hpp"

#include <fmt/format.h>

#include <string>

namespace csca {
namespace {

using Kind = Field::Kind;

bool is_number(const Field& f) { return f.kind == Kind::integer || f.kind == Kind::real || f.kind == Kind::bytes; }

bool is_named(const Field& f) { return f.kind == Kind::choice || f.kind == Kind::list || f.kind == Kind::mixture; }

bool takes(const Field& f, const std::string& text) {
  return error_of([&] {
           Options options;
           f.set(options, text);
           f.check(options);
         })
      .empty();
}

std::string text_of(const Field& f, double value) {
  return f.kind == Kind::real ? fmt::format("{}", value) : fmt::format("{:.0f}", value);
}

TEST(Bounds, EveryFieldSaysWhatItsKindNeeds) {
  for (const Field& f : fields()) {
    EXPECT_EQ(f.bounds.has_value(), is_number(f)) << f.name;
    EXPECT_EQ(!f.choices.empty(), is_named(f)) << f.name;
    if (!f.bounds) continue;
    EXPECT_LT(f.bounds->minimum, f.bounds->maximum) << f.name;
    EXPECT_EQ(f.bounds->step == 0, f.kind == Kind::real) << f.name;
  }
}

TEST(Bounds, AreWhatANumberFieldTakes) {
  for (const Field& f : fields()) {
    if (!f.bounds) continue;
    const Bounds& b = *f.bounds;
    const double little = b.step == 0 ? 1e-6 * (b.maximum - b.minimum) : b.step;
    EXPECT_EQ(takes(f, text_of(f, b.minimum)), b.minimum_included) << f.name;
    EXPECT_TRUE(takes(f, text_of(f, b.minimum + little))) << f.name;
    EXPECT_TRUE(takes(f, text_of(f, b.maximum))) << f.name;
    EXPECT_FALSE(takes(f, text_of(f, b.minimum - little))) << f.name;
    EXPECT_FALSE(takes(f, text_of(f, b.maximum * 1.01 + little))) << f.name;
    EXPECT_NE(takes(f, text_of(f, b.minimum + 1)), b.step >= 2) << f.name;
    EXPECT_NE(takes(f, fmt::format("{}", b.minimum + 0.5)), f.kind == Kind::integer) << f.name;
  }
}

TEST(Bounds, OptionalFieldsTakeAutoAndNoOthers) {
  for (const Field& f : fields()) {
    if (f.name == "precision") continue;  // one of its choices is called so
    EXPECT_EQ(takes(f, "auto"), f.optional) << f.name;
  }
}

TEST(Bounds, ChoicesAreTakenAndNothingElse) {
  for (const Field& f : fields()) {
    if (f.choices.empty()) continue;
    const std::string first(f.choices.front());
    const std::string last(f.choices.back());
    for (const std::string_view choice : f.choices) EXPECT_TRUE(takes(f, std::string(choice))) << f.name;
    EXPECT_FALSE(takes(f, "nothing of that name")) << f.name;
    EXPECT_EQ(takes(f, first + "," + last), f.kind == Kind::list) << f.name;
    EXPECT_EQ(takes(f, first + "+" + last), f.kind == Kind::mixture) << f.name;
  }
}

TEST(Bounds, AllowedIsTheSameInWords) {
  EXPECT_EQ(field("scales").allowed(), "a whole number from 1 to 16");
  EXPECT_EQ(field("cen_window").allowed(), "an odd number from 3 to 15");
  EXPECT_EQ(field("gf_epsilon").allowed(), "a number above 0 to 1");
  EXPECT_EQ(field("lambda").allowed(), "a number from 0 to 1000000, or auto");
  EXPECT_EQ(field("lambda").allowed("None"), "a number from 0 to 1000000, or None");
  EXPECT_EQ(field("skip_zero").allowed(), "true or false");
  EXPECT_EQ(field("outside").allowed(), "mean, black");
  EXPECT_EQ(field("refine").allowed(), "none, median, speckle, fill, wm, vote, nl");
  EXPECT_EQ(field("method").allowed(), "none, box, bf, gf, nl, st, sgm, or a mixture such as gf+st or 0.7*gf+0.3*st");
  EXPECT_EQ(field("max_memory").allowed(), "a size above 0 such as 500M or 2G, or auto");
}

}  // namespace
}  // namespace csca
