// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/synth.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>

namespace csca {
namespace {

template <class T>
std::string complaint(T SynthOptions::*field, T value) {
  SynthOptions options;
  options.*field = value;
  try {
    validate(options);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

TEST(Validate, NamesFieldValueAndRange) {
  EXPECT_EQ(complaint(&SynthOptions::width, 0), "width is 0: allowed is a whole number from 1 to 32768");
  EXPECT_EQ(complaint(&SynthOptions::height, 32769), "height is 32769: allowed is a whole number from 1 to 32768");
  EXPECT_EQ(complaint(&SynthOptions::first, -16385), "first is -16385: allowed is a whole number from -16384 to 16384");
  EXPECT_EQ(complaint(&SynthOptions::levels, 0), "levels is 0: allowed is a whole number from 1 to 32768");
  EXPECT_EQ(complaint(&SynthOptions::exposure, 0.05), "exposure is 0.05: allowed is a number from 0.1 to 10");
  EXPECT_EQ(complaint(&SynthOptions::noise, -1.0), "noise is -1: allowed is a number from 0 to 1");
  EXPECT_EQ(complaint(&SynthOptions::time, 2e6), "time is 2e+06: allowed is a number from -1e+06 to 1e+06");
  EXPECT_EQ(complaint(&SynthOptions::sample, Sample::f32), "sample is f32: allowed is u8 or u16");
}

TEST(Validate, RefusesWhatIsNoNumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(complaint(&SynthOptions::exposure, nan), "exposure is nan: allowed is a number from 0.1 to 10");
  EXPECT_EQ(complaint(&SynthOptions::noise, nan), "noise is nan: allowed is a number from 0 to 1");
}

TEST(Validate, AcceptsTheEndsOfEachRange) {
  EXPECT_EQ(complaint(&SynthOptions::width, 32768), "none");
  EXPECT_EQ(complaint(&SynthOptions::height, 1), "none");
  EXPECT_EQ(complaint(&SynthOptions::first, -16384), "none");
  EXPECT_EQ(complaint(&SynthOptions::levels, 32768), "none");
  EXPECT_EQ(complaint(&SynthOptions::exposure, 10.0), "none");
  EXPECT_EQ(complaint(&SynthOptions::noise, 1.0), "none");
  EXPECT_EQ(complaint(&SynthOptions::sample, Sample::u16), "none");
}

TEST(Synthesize, Validates) {
  SynthOptions options;
  options.levels = -3;
  EXPECT_THROW(synthesize(options), Error);
}

/// Truth and masks of every size and range keep their promises, however odd.
TEST(Synthesize, OddSizesAndRanges) {
  for (const auto& [width, height] : {std::pair{1, 1}, {1, 37}, {41, 1}, {2, 2}, {65, 3}, {33, 17}}) {
    for (const auto& [first, levels] :
         {std::pair{0, 1}, {-5, 1}, {0, 2}, {-9, 16}, {0, 100}, {16384, 32768}, {-16384, 32768}, {-16384, 1}}) {
      SynthOptions options{.width = width, .height = height, .first = first, .levels = levels};
      const SynthPair pair = synthesize(options);
      for (const auto* truth : {&pair.truth_left, &pair.truth_right}) {
        ASSERT_EQ(truth->width(), width);
        ASSERT_EQ(truth->height(), height);
        for (const float d : *truth) {
          ASSERT_GE(d, static_cast<float>(first)) << width << "x" << height;
          ASSERT_LE(d, static_cast<float>(first + levels - 1)) << width << "x" << height;
        }
      }
      for (const auto* mask : {&pair.visible_left, &pair.visible_right}) {
        ASSERT_TRUE(std::all_of(mask->begin(), mask->end(), [](auto v) { return v == 0 || v == 255; }));
      }
    }
  }
}

TEST(Synthesize, OneLevelIsAConstantMap) {
  const SynthPair pair = synthesize({.width = 50, .height = 40, .first = 7, .levels = 1});
  EXPECT_EQ(pair.truth_left, Plane<float>(50, 40, 7.0F));
  EXPECT_EQ(pair.truth_right, Plane<float>(50, 40, 7.0F));
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 50; ++x) {
      ASSERT_EQ(pair.visible_left(x, y), x >= 7 ? 255 : 0);
      ASSERT_EQ(pair.visible_right(x, y), x <= 42 ? 255 : 0);
    }
  }
}

}  // namespace
}  // namespace csca
