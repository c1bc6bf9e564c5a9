// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/orientation.hpp"

#include <tiffio.h>

#include "io/io_test.hpp"
#include "io/samples.hpp"

namespace {

/// What a stored 123 / 456 looks like, row by row, for each orientation.
struct Case {
  int orientation;
  int width;
  std::vector<std::uint8_t> seen;
};
const Case cases[] = {
    {1, 3, {1, 2, 3, 4, 5, 6}}, {2, 3, {3, 2, 1, 6, 5, 4}}, {3, 3, {6, 5, 4, 3, 2, 1}}, {4, 3, {4, 5, 6, 1, 2, 3}},
    {5, 2, {1, 4, 2, 5, 3, 6}}, {6, 2, {4, 1, 5, 2, 6, 3}}, {7, 2, {6, 3, 5, 2, 4, 1}}, {8, 2, {3, 6, 2, 5, 1, 4}},
};

class Orientation : public IoTest {
 protected:
  static std::string tiff(int orientation, int photometric) {
    return make_tiff("w", [&](TIFF* out) {
      TIFFSetField(out, TIFFTAG_IMAGEWIDTH, 3);
      TIFFSetField(out, TIFFTAG_IMAGELENGTH, 2);
      TIFFSetField(out, TIFFTAG_BITSPERSAMPLE, 8);
      TIFFSetField(out, TIFFTAG_SAMPLESPERPIXEL, 1);
      TIFFSetField(out, TIFFTAG_PHOTOMETRIC, photometric);
      TIFFSetField(out, TIFFTAG_ORIENTATION, orientation);
      std::vector<std::uint16_t> shades(256);
      for (std::size_t i = 0; i < shades.size(); ++i) shades[i] = static_cast<std::uint16_t>(257 * i);
      if (photometric == PHOTOMETRIC_PALETTE) {
        TIFFSetField(out, TIFFTAG_COLORMAP, shades.data(), shades.data(), shades.data());
      }
      for (std::uint32_t y = 0; y < 2; ++y) {
        std::uint8_t row[] = {static_cast<std::uint8_t>(3 * y + 1), static_cast<std::uint8_t>(3 * y + 2),
                              static_cast<std::uint8_t>(3 * y + 3)};
        TIFFWriteScanline(out, row, y, 0);
      }
    });
  }

  /// The JPEG with Exif data that names the orientation, in either order of bytes.
  static std::string jpeg(const std::string& bytes, char orientation, bool big) {
    using namespace std::string_literals;
    const std::string exif = big ? "MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0"s + orientation + "\0\0\0\0\0\0"s
                                 : "II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0"s + orientation + "\0\0\0\0\0\0\0"s;
    const std::string body = "Exif\0\0"s + exif;
    return bytes.substr(0, 2) + "\xff\xe1"s + '\0' + static_cast<char>(body.size() + 2) + body + bytes.substr(2);
  }
};

TEST_F(Orientation, OfTiffsIsObeyed) {
  for (const Case& c : cases) {
    const csca::Image grey = image_of(tiff(c.orientation, PHOTOMETRIC_MINISBLACK));
    EXPECT_EQ(grey.width(), c.width) << c.orientation;
    EXPECT_EQ(samples_of<std::uint8_t>(grey), c.seen) << c.orientation;
    const csca::Image palette = image_of(tiff(c.orientation, PHOTOMETRIC_PALETTE));
    ASSERT_EQ(palette.channels(), 3);
    EXPECT_EQ(palette.width(), c.width) << c.orientation;
    std::vector<std::uint8_t> red;
    const std::vector<std::uint8_t> all = samples_of<std::uint8_t>(palette);
    for (std::size_t i = 0; i < all.size(); i += 3) red.push_back(all[i]);
    EXPECT_EQ(red, c.seen) << c.orientation;
  }
}

TEST_F(Orientation, OfJpegsIsObeyed) {
  const std::string bytes = make_jpeg({});
  const csca::Image stored = image_of(bytes);
  for (const Case& c : cases) {
    for (const bool big : {false, true}) {
      EXPECT_EQ(image_of(jpeg(bytes, static_cast<char>(c.orientation), big)), csca::io::upright(stored, c.orientation))
          << c.orientation;
    }
  }
}

TEST_F(Orientation, RubbishIsUpright) {
  const std::string bytes = make_jpeg({});
  const csca::Image stored = image_of(bytes);
  for (const char orientation : {'\0', '\x09', '\x64'}) EXPECT_EQ(image_of(jpeg(bytes, orientation, false)), stored);
  using namespace std::string_view_literals;
  constexpr std::string_view segment = "Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0"sv;
  EXPECT_EQ(csca::io::exif_orientation(segment), 6);
  for (std::size_t size = 0; size < segment.size(); ++size) {
    EXPECT_EQ(csca::io::exif_orientation(segment.substr(0, size)), 1) << size;
  }
}

}  // namespace
