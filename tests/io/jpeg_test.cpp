// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/io_test.hpp"
#include "io/samples.hpp"

namespace {

class Jpeg : public IoTest {};

int ramp(int x, int y, int c) { return 4 * x + 2 * y + 20 * c; }

TEST_F(Jpeg, ReadsGreyAndColour) {
  for (const bool progressive : {false, true}) {
    for (const int channels : {1, 3}) {
      const csca::Image image = image_of(make_jpeg({.channels = channels, .progressive = progressive}));
      ASSERT_EQ(image.width(), 33);
      ASSERT_EQ(image.height(), 17);
      ASSERT_EQ(image.channels(), channels);
      ASSERT_EQ(image.sample(), csca::Sample::u8);
      for (int y = 0; y < 17; ++y) {
        for (int i = 0; i < 33 * channels; ++i) {
          EXPECT_NEAR(image.row<std::uint8_t>(y)[i], ramp(i / channels, y, i % channels), 3);
        }
      }
    }
  }
}

TEST_F(Jpeg, TurnsInksIntoLights) {
  const csca::Image image = image_of(make_jpeg({.channels = 4}));
  ASSERT_EQ(image.channels(), 3);
  for (int y = 0; y < 17; ++y) {
    for (int x = 0; x < 33; ++x) {
      // Written with Adobe's marker, so the numbers are 255 minus the ink.
      EXPECT_NEAR(image.row<std::uint8_t>(y)[3 * x], ramp(x, y, 0) * ramp(x, y, 3) / 255, 4);
    }
  }
}

TEST_F(Jpeg, SaysTruncated) {
  const std::string bytes = make_jpeg({});
  for (const std::size_t cut : {1, 2, 3, 10, 100}) {
    EXPECT_IN("is truncated: JPEG", error_of([&] { image_of(bytes.substr(0, bytes.size() - cut)); })) << cut;
  }
}

TEST_F(Jpeg, RefusesSizesThatTheFileCannotHold) {
  std::string bytes = make_jpeg({.channels = 1});
  const std::size_t frame = bytes.find("\xff\xc0");
  ASSERT_NE(frame, std::string::npos);
  for (const std::size_t at : {5, 7}) bytes[frame + at] = '\x70';  // 28 thousand rows and columns
  EXPECT_IN("is truncated: JPEG", error_of([&] { image_of(bytes); }));
}

TEST_F(Jpeg, RefusesArithmeticCoding) {
  // Where its bytes end, such a file goes on with zeros: no end can be missed, no size doubted.
  EXPECT_IN("arithmetic coding", error_of([&] { image_of(make_jpeg({.arithmetic = true})); }));
}

TEST_F(Jpeg, RefusesBlocksThatWereMisread) {
  // Without restart marks a flipped bit moves all that follows. JPEG has no checksum, so some get through.
  const std::string bytes = make_jpeg({.width = 320, .height = 240, .noise = true});
  int refused = 0;
  for (std::size_t at = bytes.size() / 2; at < bytes.size() / 2 + 100; ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 16);
    try {
      image_of(damaged);
    } catch (const csca::Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 30);
}

TEST_F(Jpeg, RefusesThousandsOfScans) {
  const std::string bytes = make_jpeg({.channels = 1, .progressive = true});
  const std::size_t first = bytes.find("\xff\xda");
  const std::size_t next = bytes.find("\xff\xc4", first);  // its tables
  ASSERT_NE(next, std::string::npos);
  std::string many = bytes.substr(0, first);
  for (int i = 0; i < 5000; ++i) many += bytes.substr(first, next - first);
  EXPECT_IN("more than 100 scans", error_of([&] { image_of(many + bytes.substr(next)); }));
}

TEST_F(Jpeg, WritesWhatItReads) {
  for (const int channels : {1, 3}) {
    csca::Image image(33, 17, channels, csca::Sample::u8);
    for (int y = 0; y < 17; ++y) {
      for (int i = 0; i < 33 * channels; ++i) {
        image.row<std::uint8_t>(y)[i] = static_cast<std::uint8_t>(ramp(i / channels, y, i % channels));
      }
    }
    csca::write_jpeg(folder / "out.jpg", image);
    const csca::Image again = csca::read_image(folder / "out.jpg");
    ASSERT_EQ(again.channels(), channels);
    for (int y = 0; y < 17; ++y) {
      for (int i = 0; i < 33 * channels; ++i) {
        ASSERT_NEAR(again.row<std::uint8_t>(y)[i], image.row<std::uint8_t>(y)[i], 3) << i << ", " << y;
      }
    }
  }
}

TEST_F(Jpeg, WritesNothingThatAJpegCannotHold) {
  const std::filesystem::path file = folder / "out.jpg";
  const auto error_with = [&](const csca::ImageView& image) {
    return error_of([&] { csca::write_jpeg(file, image); });
  };
  EXPECT_IN("a JPEG holds 8-bit grey or RGB samples", error_with(csca::Image(3, 2, 1, csca::Sample::u16)));
  EXPECT_IN("a JPEG holds 8-bit grey or RGB samples", error_with(csca::Image(3, 2, 4, csca::Sample::u8)));
  const csca::Image colour(3, 2, 3, csca::Sample::u8);
  csca::ImageView other_order = colour;
  other_order.bgr = true;
  EXPECT_IN("a JPEG holds 8-bit grey or RGB samples", error_with(other_order));
  EXPECT_IN("cannot make a JPEG: libjpeg says \"", error_with(csca::Image(65'501, 1, 1, csca::Sample::u8)));
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(Jpeg, IsNoDisparityMap) {
  const auto file = put("d.jpg", make_jpeg({.channels = 1}));
  EXPECT_IN("JPEG", error_of([&] { csca::read_disparity(file); }));
}

}  // namespace
