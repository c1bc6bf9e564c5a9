// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <cstring>

#include "io/io_test.hpp"

namespace {

using namespace std::string_literals;

class Npy : public IoTest {
 protected:
  csca::Plane<float> read(const std::string& header, const std::string& body, std::optional<double> scale = {}) const {
    return csca::read_disparity(put("d.npy", file(header, body)), scale);
  }

  static std::string file(const std::string& header, const std::string& body, char version = 1) {
    std::string bytes = "\x93NUMPY"s + version + '\0' + static_cast<char>(header.size()) + '\0';
    if (version > 1) bytes += "\0\0"s;
    return bytes + header + body;
  }

  static std::string header(const std::string& type, const std::string& shape = "(2, 3)",
                            const char* fortran = "False") {
    return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }  \n";
  }
};

template <class T>
std::string bytes_of(const std::vector<T>& values, bool swap = false) {
  std::string bytes;
  for (const T value : values) {
    std::string one(sizeof(T), '\0');
    std::memcpy(one.data(), &value, sizeof(T));
    if (swap != (std::endian::native == std::endian::big)) one = std::string(one.rbegin(), one.rend());
    bytes += one;
  }
  return bytes;
}

void expect_one_to_six(const csca::Plane<float>& plane) {
  ASSERT_EQ(plane.width(), 3);
  ASSERT_EQ(plane.height(), 2);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(plane(i % 3, i / 3), static_cast<float>(i + 1));
}

template <class T>
const std::vector<T> one_to_six{1, 2, 3, 4, 5, 6};

TEST_F(Npy, ReadsEveryType) {
  expect_one_to_six(read(header("<f4"), bytes_of(one_to_six<float>)));
  expect_one_to_six(read(header(">f4"), bytes_of(one_to_six<float>, true)));
  expect_one_to_six(read(header("<f8"), bytes_of(one_to_six<double>)));
  expect_one_to_six(read(header(">f8"), bytes_of(one_to_six<double>, true)));
  expect_one_to_six(read(header("|u1"), bytes_of(one_to_six<std::uint8_t>)));
  expect_one_to_six(read(header("<u2"), bytes_of(one_to_six<std::uint16_t>), 1));
  expect_one_to_six(read(header("<i2"), bytes_of(one_to_six<std::int16_t>), 1));
  expect_one_to_six(read(header(">i2"), bytes_of(one_to_six<std::int16_t>, true), 1));
  expect_one_to_six(read(header("<i4"), bytes_of(one_to_six<std::int32_t>)));
}

TEST_F(Npy, ReadsColumnsFirst) {
  expect_one_to_six(read(header("<f4", "(2, 3)", "True"), bytes_of<float>({1, 4, 2, 5, 3, 6})));
}

TEST_F(Npy, ReadsLaterVersions) {
  for (const char version : {'\2', '\3'}) {
    expect_one_to_six(csca::read_disparity(put("d.npy", file(header("<f4"), bytes_of(one_to_six<float>), version))));
  }
}

TEST_F(Npy, DividesIntegersAndLeavesFloats) {
  EXPECT_EQ(read(header("<u2", "(1, 2)"), bytes_of<std::uint16_t>({0, 384}), 256)(1, 0), 1.5F);
  EXPECT_EQ(read(header("<u2", "(1, 2)"), bytes_of<std::uint16_t>({0, 384}), 256)(0, 0), 0);
  EXPECT_EQ(read(header("<i2", "(1, 1)"), bytes_of<std::int16_t>({-32}), 16)(0, 0), -2);
  EXPECT_EQ(read(header("<f4", "(1, 1)"), bytes_of<float>({3}), 1)(0, 0), 3);
  EXPECT_IN("leave the scale out", error_of([&] { read(header("<f4", "(1, 1)"), bytes_of<float>({3}), 16); }));
}

TEST_F(Npy, SixteenBitsNeedAScale) {
  for (const char* type : {"<i2", "<u2", ">i2"}) {
    EXPECT_IN("unknown scale; say by how much",
              error_of([&] { read(header(type), bytes_of(one_to_six<std::int16_t>)); }));
  }
}

TEST_F(Npy, TakesOpenCvsMarkForUnknown) {
  const auto four = [&](const std::vector<std::int16_t>& values, const char* type = "<i2", double scale = 16) {
    return read(header(type, "(1, 4)"), bytes_of(values), scale);
  };
  // A range from 3 on: its mark is 2 pixels.
  const auto marked = four({32, 56, 32, 48});
  EXPECT_TRUE(std::isnan(marked(0, 0)) && std::isnan(marked(2, 0)));
  EXPECT_EQ(marked(1, 0), 3.5F);
  EXPECT_EQ(marked(3, 0), 3);
  EXPECT_TRUE(std::isnan(four({-16, 0, 7, 160})(0, 0)));
  // Not less than a pixel below others, not whole, all whole, without a sign, of another scale: no mark.
  EXPECT_EQ(four({32, 56, 32, 47})(0, 0), 2);
  EXPECT_EQ(four({33, 56, 33, 64})(0, 0), 33 / 16.0F);
  EXPECT_EQ(four({32, 64, 32, 48})(0, 0), 2);
  EXPECT_EQ(four({32, 56, 32, 48}, "<u2")(0, 0), 2);
  EXPECT_EQ(four({32, 56, 32, 48}, "<i2", 8)(0, 0), 4);
}

TEST_F(Npy, UnknownDisparitiesAreNaN) {
  const auto plane = read(header("<f8", "(1, 3)"), bytes_of<double>({-1, INFINITY, NAN}));
  EXPECT_EQ(plane(0, 0), -1);
  EXPECT_TRUE(std::isnan(plane(1, 0)));
  EXPECT_TRUE(std::isnan(plane(2, 0)));
}

TEST_F(Npy, RefusesAHeaderThatDoesNotEndWhereItSays) {
  const std::string good = header("<f4");
  const std::string body = bytes_of(one_to_six<float>);
  expect_one_to_six(read(good, body));
  // Four bytes of the array count as header, which would move all pixels by one.
  EXPECT_IN("no list of type", error_of([&] { read(good + body.substr(0, 4), body.substr(4) + "abcd"); }));
  EXPECT_IN("no list of type", error_of([&] { read(' ' + good, body); }));
  EXPECT_IN("no list of type", error_of([&] { read("{'more': 1, " + good.substr(1), body); }));
}

TEST_F(Npy, RefusesOtherShapesAndTypes) {
  const std::string body = bytes_of(one_to_six<double>);
  for (const char* shape : {"(6,)", "()", "(1, 2, 3)", "(2, x)", "2, 3", "(2, 3", "", "(-2, 3)"}) {
    EXPECT_IN("two-dimensional", error_of([&] { read(header("<f4", shape), body); })) << shape;
  }
  for (const char* type : {"<f2", "<c8", "<i8", "|O", "<U5", "xf4", "", "<f44"}) {
    EXPECT_IN("save it as float32", error_of([&] { read(header(type), body); })) << type;
  }
  const std::string odd = error_of([&] { read(header("<f4", "(2,\n\x1b[2J3, 4)"), body); });
  EXPECT_IN("the shape (2,??[2J3, 4);", odd);
  EXPECT_IN("no pixels", error_of([&] { read(header("<f4", "(0, 3)"), body); }));
  EXPECT_IN("no shape", error_of([&] { read("{'descr': '<f4', 'fortran_order': False}", body); }));
}

TEST_F(Npy, RefusesTruncatedFiles) {
  const std::string bytes = file(header("<f4"), bytes_of(one_to_six<float>));
  for (std::size_t size = 6; size < bytes.size(); ++size) {
    EXPECT_IN("is truncated", error_of([&] { csca::read_disparity(put("d.npy", bytes.substr(0, size))); })) << size;
  }
  EXPECT_IN("is truncated", error_of([&] { read(header("<f4", "(46000, 46000)"), "1234"); }));
}

}  // namespace
