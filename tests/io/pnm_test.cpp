// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "io/io_test.hpp"

namespace {

using namespace std::string_literals;
using csca::Image;
using csca::Sample;
using Bytes = std::vector<std::uint8_t>;
using Words = std::vector<std::uint16_t>;

class Pnm : public IoTest {};

TEST_F(Pnm, ReadsBitmaps) {
  const Bytes expected{255, 0, 255, 0, 0, 255};
  EXPECT_EQ(samples_of<std::uint8_t>(image_of("P1\n3 2\n0 1 0\n1 1 0\n")), expected);
  EXPECT_EQ(samples_of<std::uint8_t>(image_of("P1 3 2 010110")), expected);
  EXPECT_EQ(samples_of<std::uint8_t>(image_of("P4\n3 2\n\x40\xc0"s)), expected);
  // Rows of more than eight columns start at a byte of their own.
  const Image wide = image_of("P4 9 2\n\xff\x80\x00\x00"s);
  EXPECT_EQ(samples_of<std::uint8_t>(wide),
            (Bytes{0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255}));
}

TEST_F(Pnm, ReadsGrey) {
  EXPECT_EQ(samples_of<std::uint8_t>(image_of("P2 2 2 255 0 1 2\n255")), (Bytes{0, 1, 2, 255}));
  EXPECT_EQ(samples_of<std::uint8_t>(image_of("P5 2 2 255\n\x00\x01\x02\xff"s)), (Bytes{0, 1, 2, 255}));
  const Image deep = image_of("P5\n2 1\n65535\n\x01\x02\xff\xff"s);
  EXPECT_EQ(deep.sample(), Sample::u16);
  EXPECT_EQ(samples_of<std::uint16_t>(deep), (Words{0x0102, 65'535}));
  EXPECT_EQ(samples_of<std::uint16_t>(image_of("P2 2 1 65535 258 65535")), (Words{258, 65'535}));
}

TEST_F(Pnm, ReadsColour) {
  const Image plain = image_of("P3 1 2 255 1 2 3 4 5 6\n");
  EXPECT_EQ(plain.channels(), 3);
  EXPECT_EQ(samples_of<std::uint8_t>(plain), (Bytes{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(image_of("P6 1 2 255\n\x01\x02\x03\x04\x05\x06"s), plain);
  EXPECT_EQ(samples_of<std::uint16_t>(image_of("P6 1 1 65535\n\x00\x01\x00\x02\x01\x00"s)), (Words{1, 2, 256}));
}

TEST_F(Pnm, SkipsComments) {
  EXPECT_EQ(samples_of<std::uint8_t>(image_of("P5 # made by hand\n#2 2\n1# one\n 2\t255\n#A")), (Bytes{'#', 'A'}));
  EXPECT_EQ(samples_of<std::uint8_t>(image_of("P2\r\n2 1\r\n255\r\n7 # seven\n8")), (Bytes{7, 8}));
}

TEST_F(Pnm, WidensToTheFullRange) {
  EXPECT_EQ(samples_of<std::uint8_t>(image_of("P2 4 1 3 0 1 2 3")), (Bytes{0, 85, 170, 255}));
  EXPECT_EQ(samples_of<std::uint16_t>(image_of("P2 3 1 1023 0 512 1023")), (Words{0, 32'800, 65'535}));
  EXPECT_EQ(samples_of<std::uint16_t>(image_of("P5 1 1 256\n\x01\x00"s)), (Words{65'535}));
}

TEST_F(Pnm, KeepsTheNumbersOfDisparities) {
  const auto file = put("d.pgm", "P2 3 1 63 0 8 63");
  const auto disparity = csca::read_disparity(file, 4);
  EXPECT_TRUE(std::isnan(disparity(0, 0)));
  EXPECT_EQ(disparity(1, 0), 2);
  EXPECT_EQ(disparity(2, 0), 15.75F);
}

TEST_F(Pnm, RefusesNonsense) {
  for (const char* bytes : {"P5", "P5 2", "P5 2 2", "P5 2 2 255", "P5 2 2 255\n123", "P2 2 1 255 1", "P1 2 1 1"}) {
    EXPECT_IN("is truncated", error_of([&] { image_of(bytes); })) << bytes;
  }
  for (const char* bytes :
       {"P5 x 2 255\n", "P5 -2 2 255\n", "P5 0 2 255\n", "P5 2 2 0\n1234", "P5 2 2 65536\n12341234", "P5 2 1 7\n12",
        "P2 2 1 7 8 1", "P2 2 1 255 1 x", "P1 2 1 2 3", "P5rubbish", "P2 99999999999 1 1 1"}) {
    EXPECT_IN("is damaged", error_of([&] { image_of(bytes); })) << bytes;
  }
}

TEST_F(Pnm, RefusesSizesThatTheFileCannotHold) {
  for (const char* magic : {"P1", "P2", "P3", "P4", "P5", "P6"}) {
    const std::string bytes = magic + " 46000 46000 255\n1 1 1 1 1"s;
    EXPECT_IN("is truncated", error_of([&] { image_of(bytes); }));
  }
  EXPECT_IN("claims 65536 x 1 ", error_of([&] { image_of("P5 65536 1 255\n1"); }));
  EXPECT_IN("claims 4294967295 x 4294967295 ", error_of([&] { image_of("P5 4294967295 4294967295 255\n1"); }));
}

}  // namespace
