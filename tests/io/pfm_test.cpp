// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "io/io_test.hpp"

namespace {

using namespace std::string_literals;
using Floats = std::vector<float>;

class Pfm : public IoTest {};

// 1, 2, -0.5 and infinity.
const std::string little = "\0\0\x80\x3f\0\0\0\x40\0\0\0\xbf\0\0\x80\x7f"s;
const std::string big = "\x3f\x80\0\0\x40\0\0\0\xbf\0\0\0\x7f\x80\0\0"s;
const Floats flipped{-0.5F, std::numeric_limits<float>::infinity(), 1, 2};

TEST_F(Pfm, ReadsBothByteOrdersBottomUp) {
  EXPECT_EQ(samples_of<float>(image_of("Pf\n2 2\n-1.0\n" + little)), flipped);
  EXPECT_EQ(samples_of<float>(image_of("Pf\n2 2\n1\n" + big)), flipped);
}

TEST_F(Pfm, UsesOnlyTheSignOfTheScale) {
  for (const char* scale : {"-0.003922", "-255", "-1e-3", "-inf"}) {
    EXPECT_EQ(samples_of<float>(image_of("Pf 2 2 "s + scale + "\n" + little)), flipped) << scale;
  }
  EXPECT_EQ(samples_of<float>(image_of("Pf 2 2 +7.5\n" + big)), flipped);
}

TEST_F(Pfm, ReadsColour) {
  const csca::Image image = image_of("PF\n1 1\n-1\n" + little.substr(0, 12));
  EXPECT_EQ(image.channels(), 3);
  EXPECT_EQ(samples_of<float>(image), (Floats{1, 2, -0.5F}));
}

TEST_F(Pfm, ReadsLinesThatEndInTwoBytes) {
  EXPECT_EQ(samples_of<float>(image_of("Pf\r\n2 2\r\n-1\r\n" + little)), flipped);
  const std::string starts_with_newline = "\n\0\x80\x3f"s;
  EXPECT_GT(samples_of<float>(image_of("Pf\r1 1\r-1\r" + starts_with_newline))[0], 1);
}

TEST_F(Pfm, UnknownDisparitiesAreNaN) {
  const auto disparity = csca::read_disparity(put("d.pfm", "Pf\n2 2\n-1\n" + little));
  EXPECT_EQ(disparity(0, 0), -0.5F);
  EXPECT_TRUE(std::isnan(disparity(1, 0)));
  EXPECT_EQ(disparity(1, 1), 2);
}

TEST_F(Pfm, RefusesNonsense) {
  for (const std::string& bytes : {"Pf\n2 2\n-1\n" + little.substr(1), "Pf\n2 2\n-1"s, "Pf\n2"s, "Pf"s,
                                   "PF\n2 2\n-1\n" + little, "Pf 46000 46000 -1\n" + little}) {
    EXPECT_IN("is truncated", error_of([&] { image_of(bytes); })) << bytes;
  }
  for (const char* scale : {"0", "-0", "nan", "x", "1x"}) {
    EXPECT_IN("is damaged", error_of([&] { image_of("Pf 2 2 "s + scale + "\n" + little); })) << scale;
  }
  EXPECT_IN("is damaged", error_of([&] { image_of("Pfrubbish"); }));
}

}  // namespace
