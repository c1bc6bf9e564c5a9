// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "json.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <new>
#include <stdexcept>

#include "match/asked_blocks.hpp"

namespace csca::app {
namespace {

TEST(Json, PrintsWhatItIsMadeOf) {
  Json json = {{"text", "a \"quoted\" line\n"}, {"none", nullptr}, {"flag", true}, {"least", -3}, {"share", 0.1F}};
  json["seed"] = std::numeric_limits<std::uint64_t>::max();
  json["whole"] = 2.0;
  json["infinite"] = std::numeric_limits<double>::infinity();
  json["missing"] = std::optional<double>();
  json["list"] = std::vector<int>{1, 2};
  json["empty"] = Json::array();
  json["nothing"] = Json::object();
  json["deep"]["pairs"].push_back(Json::array({1, "b"}));
  EXPECT_EQ(json.dump(),
            R"({"text":"a \"quoted\" line\n","none":null,"flag":true,"least":-3,"share":0.10000000149011612,)"
            R"("seed":18446744073709551615,"whole":2.0,"infinite":null,"missing":null,"list":[1,2],"empty":[],)"
            R"("nothing":{},"deep":{"pairs":[[1,"b"]]}})");
}

TEST(Json, IndentsWhatHasContent) {
  const Json json = {{"a", Json::array({1, Json::array()})}, {"b", {{"c", 2}}}};
  EXPECT_EQ(json.dump(2), "{\n  \"a\": [\n    1,\n    []\n  ],\n  \"b\": {\n    \"c\": 2\n  }\n}");
}

TEST(Json, ReadsWhatItPrints) {
  const Json json = {{"a", -1}, {"b", Json::array({1, 2.5, "c", false, nullptr})}, {"d", {{"e", 1e300}}}};
  EXPECT_EQ(Json::parse(json.dump()), json);
  EXPECT_EQ(Json::parse(json.dump(4)).value().dump(), json.dump());
  EXPECT_EQ(Json::parse("{\"a\": "), std::nullopt);
  EXPECT_EQ(Json::parse(""), std::nullopt);
}

TEST(Json, WillNotGoTooDeep) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(Json::parse(nested(20)));
  EXPECT_EQ(Json::parse(nested(1'000'000)), std::nullopt);
}

TEST(Json, ComparesObjectsInAnyOrder) {
  const Json a = {{"one", 1}, {"two", Json::array({{{"x", 1}, {"y", 2}}})}};
  const Json b = {{"two", Json::array({{{"y", 2}, {"x", 1}}})}, {"one", 1U}};
  EXPECT_EQ(a, b);
  EXPECT_EQ(sorted(b).dump(), a.dump());
  EXPECT_FALSE(a == Json({{"one", 1}, {"three", 3}}));
  EXPECT_FALSE(a == Json({{"one", 1}}));
}

TEST(Json, FindsMembers) {
  Json json = {{"a", 1}};
  json["a"] = 2;
  json.update({{"b", 3}, {"a", 4}});
  EXPECT_EQ(json.dump(), R"({"a":4,"b":3})");
  EXPECT_EQ(json.at("b").number(), 3);
  EXPECT_EQ(json.find("c"), nullptr);
  EXPECT_EQ(Json(5).find("c"), nullptr);
  EXPECT_THROW(json.at("c"), std::out_of_range);
  EXPECT_THROW(json.at("a").text(), std::exception);
}

TEST(Json, IsNotHalfMadeWhereMemoryEnds) {
  if (!counts_blocks) GTEST_SKIP() << "sanitizers have an allocator of their own";
  for (int number = 1;; ++number) {
    const int before = held_blocks();
    refuse_block(number);
    try {
      const Json made = {{"name", "a text that is too long to live in the string itself"},
                         {"list", Json::array({1, 2})}};
      const Json copy = made;
    } catch (const std::bad_alloc&) {
    }
    const bool reached = block_was_refused();
    refuse_block(0);
    ASSERT_EQ(held_blocks(), before) << "allocation " << number;
    if (!reached) break;
  }
}

}  // namespace
}  // namespace csca::app
