// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/suggestion.hpp"

#include <gtest/gtest.h>

#include <array>

namespace csca {
namespace {

TEST(Suggestion, IsTheNearestName) {
  constexpr std::array<std::string_view, 4> names = {"grd", "cen", "cg", "lambda"};
  EXPECT_EQ(suggestion("gdr", names), ", did you mean 'grd'?");  // neighbours swapped
  EXPECT_EQ(suggestion("lamda", names), ", did you mean 'lambda'?");
  EXPECT_EQ(suggestion("lambbda", names), ", did you mean 'lambda'?");
  EXPECT_EQ(suggestion("cem", names), ", did you mean 'cen'?");
}

TEST(Suggestion, IsSilentWhenNothingIsNear) {
  constexpr std::array<std::string_view, 2> names = {"grd", "lambda"};
  EXPECT_EQ(suggestion("", names), "");
  EXPECT_EQ(suggestion("xyz", names), "");
  // Two of four letters right is another word.
  EXPECT_EQ(suggestion("best", std::array<std::string_view, 2>{"fast", "quality"}), "");
  EXPECT_EQ(suggestion("photograph", names), "");
  EXPECT_EQ(suggestion("grd", std::span<const std::string_view>()), "");
}

}  // namespace
}  // namespace csca
