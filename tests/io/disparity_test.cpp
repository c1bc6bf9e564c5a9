// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <png.h>
#include <tiffio.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "io/io_test.hpp"
#include "io/samples.hpp"

namespace {

using csca::Image;
using csca::Plane;
using csca::Sample;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

class Disparity : public IoTest {};

/// Equal, NaN where the other has NaN.
void expect_same(const Plane<float>& a, const Plane<float>& b) {
  ASSERT_EQ(a.width(), b.width());
  ASSERT_EQ(a.height(), b.height());
  for (int y = 0; y < a.height(); ++y) {
    for (int x = 0; x < a.width(); ++x) {
      EXPECT_TRUE(a(x, y) == b(x, y) || (std::isnan(a(x, y)) && std::isnan(b(x, y)))) << x << ' ' << y;
    }
  }
}

Plane<float> ramp(int width, int height) {
  Plane<float> plane(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) plane(x, y) = (x + y) % 5 == 0 ? nan : static_cast<float>(x - y) / 3;
  }
  return plane;
}

TEST_F(Disparity, ComesBackFromFloatFormats) {
  for (const char* name : {"d.pfm", "d.tif", "d.tiff", "d.npy", "D.PFM", "D.Npy"}) {
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 9}, {9, 1}, {7, 5}, {300, 451}}) {
      SCOPED_TRACE(name);
      const Plane<float> plane = ramp(width, height);
      csca::write_disparity(folder / name, plane);
      expect_same(csca::read_disparity(folder / name), plane);
      const std::string bytes = get(folder / name);
      csca::write_disparity(folder / name, plane);
      EXPECT_EQ(get(folder / name), bytes) << "the bytes must depend on the map only";
    }
  }
}

TEST_F(Disparity, BytesAreThoseOfTheFile) {
  Plane<float> plane(3, 2, 4.5F);
  plane(1, 1) = nan;
  for (const std::string ending : {".pfm", ".png", ".tif", ".npy"}) {
    csca::write_disparity(folder / ("d" + ending), plane);
    EXPECT_EQ(csca::disparity_bytes(ending, plane), get(folder / ("d" + ending))) << ending;
  }
  EXPECT_THROW(csca::disparity_bytes(".jpg", plane), csca::Error);
}

TEST_F(Disparity, EachFormatMarksUnknownItsOwnWay) {
  Plane<float> plane(4, 1);
  plane(0, 0) = nan;
  plane(1, 0) = infinity;
  plane(2, 0) = -infinity;
  plane(3, 0) = -2.5F;
  const auto last_16 = [&](const char* name) {
    csca::write_disparity(folder / name, plane);
    const std::string bytes = get(folder / name);
    std::vector<float> values(4);
    std::memcpy(values.data(), bytes.data() + bytes.size() - 16, 16);
    return values;
  };
  EXPECT_EQ(last_16("d.pfm"), (std::vector<float>{infinity, infinity, infinity, -2.5F}));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(std::isnan(last_16("d.npy")[static_cast<std::size_t>(i)]));
  csca::write_disparity(folder / "d.tif", plane);
  const Image image = csca::read_image(folder / "d.tif");
  EXPECT_EQ(image.sample(), Sample::f32);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(std::isnan(image.row<float>(0)[i]));
  EXPECT_EQ(get(folder / "d.pfm").substr(0, 10), "Pf\n4 1\n-1\n");
}

TEST_F(Disparity, KittiPngRoundsAndKeepsZeroApartFromUnknown) {
  Plane<float> plane(6, 1);
  const float values[] = {nan, 0, 0.001F, 1, 100.3F, 255.996F};
  const int codes[] = {0, 1, 1, 256, 25'677, 65'535};
  for (int x = 0; x < 6; ++x) plane(x, 0) = values[x];
  csca::write_disparity(folder / "d.png", plane);
  const Image image = csca::read_image(folder / "d.png");
  ASSERT_EQ(image.sample(), Sample::u16);
  const Plane<float> back = csca::read_disparity(folder / "d.png");
  for (int x = 0; x < 6; ++x) {
    EXPECT_EQ(image.row<std::uint16_t>(0)[x], codes[x]);
    EXPECT_EQ(std::isnan(back(x, 0)), x == 0);
    if (x == 0) continue;
    EXPECT_EQ(back(x, 0), static_cast<float>(codes[x]) / 256);
  }
}

TEST_F(Disparity, KittiPngRefusesWhatItCannotHold) {
  put("d.png", "old");
  Plane<float> plane(4, 1, 5);
  plane(1, 0) = -0.25F;
  plane(2, 0) = 256;
  plane(3, 0) = 1e9F;
  const std::string sentence = error_of([&] { csca::write_disparity(folder / "d.png", plane); });
  EXPECT_IN("d.png': 3 disparities are outside", sentence);
  EXPECT_IN(".pfm, .tif or .npy", sentence);
  EXPECT_EQ(get(folder / "d.png"), "old");
  EXPECT_EQ(files_in_folder(), 1U);
}

TEST_F(Disparity, IntegersAreDividedByTheScale) {
  Image image(3, 1, 1, Sample::u8);
  image.row<std::uint8_t>(0)[1] = 6;
  image.row<std::uint8_t>(0)[2] = 255;
  csca::write_png(folder / "d.png", image);
  EXPECT_TRUE(std::isnan(csca::read_disparity(folder / "d.png")(0, 0)));
  EXPECT_EQ(csca::read_disparity(folder / "d.png")(1, 0), 6);
  EXPECT_EQ(csca::read_disparity(folder / "d.png", 4)(1, 0), 1.5F);
  EXPECT_EQ(csca::read_disparity(folder / "d.png", 3)(2, 0), 85);
  for (const double scale : {0.0, -1.0, std::nan("")}) {
    EXPECT_IN("scale", error_of([&] { csca::read_disparity(folder / "d.png", scale); }));
  }
}

TEST_F(Disparity, SixteenBitsOtherThanPngNeedAScale) {
  const auto pgm = put("d.pgm", "P2 2 1 65535 512 0");
  EXPECT_IN("unknown scale", error_of([&] { csca::read_disparity(pgm); }));
  EXPECT_EQ(csca::read_disparity(pgm, 256)(0, 0), 2);
  const auto tiff = put("d.tif", make_tiff({.bits = 16}));
  EXPECT_IN("unknown scale", error_of([&] { csca::read_disparity(tiff); }));
  EXPECT_EQ(csca::read_disparity(tiff, 8)(3, 2), static_cast<float>(sample_at(3, 2, 16)) / 8);
}

TEST_F(Disparity, IntegersWithASignAreDividedToo) {
  const auto file = put("d.tif", make_tiff({.bits = 16, .format = 2}));
  EXPECT_IN("unknown scale", error_of([&] { csca::read_disparity(file); }));
  const Plane<float> pixels = csca::read_disparity(file, 1);
  const Plane<float> eighths = csca::read_disparity(file, 8);
  EXPECT_NE(pixels(3, 2), 0);
  EXPECT_EQ(eighths(3, 2), pixels(3, 2) / 8);
}

TEST_F(Disparity, TakesGreyStoredAsColourButNoColour) {
  Image image(2, 2, 3, Sample::u8);
  for (int i = 0; i < 6; ++i) image.row<std::uint8_t>(1)[i] = static_cast<std::uint8_t>(7 + i / 3);
  csca::write_png(folder / "d.png", image);
  EXPECT_EQ(csca::read_disparity(folder / "d.png")(1, 1), 8);
  image.row<std::uint8_t>(1)[4] = 1;
  csca::write_png(folder / "d.png", image);
  EXPECT_IN("colour", error_of([&] { csca::read_disparity(folder / "d.png"); }));
}

TEST_F(Disparity, RefusesOtherEndings) {
  for (const char* name : {"d.xyz", "d", "d.jpg", "pfm", ".pfm"}) {
    const std::string sentence = error_of([&] { csca::write_disparity(folder / name, ramp(2, 2)); });
    EXPECT_IN("the ending must be .pfm, .png (KITTI), .tif or .npy", sentence);
    EXPECT_IN(name, sentence);
    error_of([&] { csca::check_disparity_ending(name); });
  }
  EXPECT_NO_THROW(csca::check_disparity_ending("missing/d.TIFF"));
  EXPECT_EQ(files_in_folder(), 0U);
}

TEST_F(Disparity, RefusesAnEmptyMap) {
  EXPECT_IN("no pixels", error_of([&] { csca::write_disparity(folder / "d.pfm", {}); }));
}

}  // namespace
