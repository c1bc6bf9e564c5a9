// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <tiffio.h>

#include <cmath>
#include <limits>

#include "io/io_test.hpp"
#include "io/samples.hpp"

namespace {

using csca::Image;
using csca::Sample;

template <class T>
constexpr int format_of = std::is_floating_point_v<T> ? SAMPLEFORMAT_IEEEFP
                          : std::is_signed_v<T>       ? SAMPLEFORMAT_INT
                                                      : SAMPLEFORMAT_UINT;

/// As GDAL tells libtiff of its tag.
void add_tag(TIFF* tiff) {
  static char name[] = "GDAL_NODATA";
  const TIFFFieldInfo field = {42113, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, name};
  TIFFMergeFieldInfo(tiff, &field, 1);
}

/// One row, with GDAL's tag.
template <class T>
std::string row_with(const std::string& no_data, std::vector<T> samples, int channels = 1,
                     int colours = PHOTOMETRIC_MINISBLACK) {
  return make_tiff("w", [&](TIFF* tiff) {
    add_tag(tiff);
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<int>(samples.size()) / channels);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, channels);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, static_cast<int>(8 * sizeof(T)));
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, format_of<T>);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, colours);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, 42113, no_data.c_str());
    TIFFWriteScanline(tiff, samples.data(), 0);
  });
}

class TiffNoData : public IoTest {
 protected:
  /// "1 ? 3" for samples of which the second is NaN.
  template <class T>
  std::string read(const std::string& no_data, std::vector<T> samples, int channels = 1,
                   int colours = PHOTOMETRIC_MINISBLACK) const {
    const Image image = image_of(row_with(no_data, std::move(samples), channels, colours));
    std::string text;
    for (int i = 0; i < image.width() * image.channels(); ++i) {
      const double value = image.sample() == Sample::u8    ? image.row<std::uint8_t>(0)[i]
                           : image.sample() == Sample::u16 ? image.row<std::uint16_t>(0)[i]
                                                           : static_cast<double>(image.row<float>(0)[i]);
      if (i > 0) text += ' ';
      text += std::isnan(value) ? "?" : std::to_string(std::lround(value));
    }
    return text;
  }
};

TEST_F(TiffNoData, IsNaNInFloats) {
  const float lowest = std::numeric_limits<float>::lowest();
  for (const char* text : {"-3.4028234663852886e+38", "-3.40282346638529e+38", "-3.40282e+38", "-3.4e+38",
                           "-1.7976931348623157e+308", "-inf"}) {
    EXPECT_EQ(read<float>(text, {1, lowest, 3}), "1 ? 3") << text;
  }
  EXPECT_EQ(read<float>("3.4e38", {1, -lowest, 3}), "1 ? 3");
  EXPECT_EQ(read<float>("-9999", {1, -9999, -9998}), "1 ? -9998");
  EXPECT_EQ(read<float>(" -9999.0 ", {1, -9999, 3}), "1 ? 3");
  EXPECT_EQ(read<float>("+7", {7, 2, 3}), "? 2 3");
  EXPECT_EQ(read<float>("0", {0, 2, -0.0F}), "? 2 ?");
  EXPECT_EQ(read<float>("nan", {1, std::nanf(""), 3}), "1 ? 3");
  EXPECT_EQ(read<float>("", {1, 2, 3}), "1 2 3");
  EXPECT_EQ(read<float>("1e-400", {0, 2, 3}), "0 2 3");
  // 0.1 is another number in float than in double.
  EXPECT_EQ(read<float>("0.1", {0.1F, 2, 3}), "? 2 3");
  EXPECT_EQ(read<double>("0.1", {0.1, 2, 3}), "? 2 3");
  EXPECT_EQ(read<double>("-1.7976931348623157e+308", {std::numeric_limits<double>::lowest(), 2, 3}), "? 2 3");
}

TEST_F(TiffNoData, IsNaNInIntegersThatBecomeFloats) {
  EXPECT_EQ(read<std::uint16_t>("0", {0, 2, 65'535}), "? 2 65535");
  EXPECT_EQ(read<std::uint16_t>("65535", {0, 2, 65'535}), "0 2 ?");
  EXPECT_EQ(read<std::uint8_t>("255", {0, 2, 255}), "0 2 ?");
  EXPECT_EQ(read<std::int16_t>("-32768", {-32'768, 2, 3}), "? 2 3");
  EXPECT_EQ(read<std::int32_t>("-2147483648", {-2'147'483'647 - 1, 2, 3}), "? 2 3");
  EXPECT_EQ(read<std::uint32_t>("4294967295", {1, 4'294'967'295U, 3}), "1 ? 3");
  EXPECT_EQ(read<std::uint8_t>("0", {0, 2, 255}, 1, PHOTOMETRIC_MINISWHITE), "? 253 0");
}

TEST_F(TiffNoData, ChangesNothingWhenNoPixelHasIt) {
  const Image bytes = image_of(row_with<std::uint8_t>("7", {1, 2, 3}));
  EXPECT_EQ(bytes.sample(), Sample::u8);
  EXPECT_EQ(image_of(row_with<std::uint16_t>("-9999", {1, 2, 3})).sample(), Sample::u16);
  EXPECT_EQ(read<std::uint8_t>("nan", {1, 2, 3}), "1 2 3");
}

TEST_F(TiffNoData, OfColoursIsAllOfAnIntegerPixelAndAnyOfAFloatOne) {
  EXPECT_EQ(read<std::uint8_t>("0", {0, 0, 0, 0, 5, 6}, 3, PHOTOMETRIC_RGB), "? ? ? 0 5 6");
  EXPECT_EQ(read<std::uint8_t>("0", {0, 0, 0, 255, 9, 5, 6, 0}, 4, PHOTOMETRIC_RGB), "? ? ? 255 9 5 6 0");
  EXPECT_EQ(read<std::uint8_t>("9", {9, 255, 3, 9}, 2), "? 255 3 9");
  EXPECT_EQ(read<float>("-9999", {1, -9999, 3, 4, 5, 6}, 3, PHOTOMETRIC_RGB), "? ? ? 4 5 6");
}

TEST_F(TiffNoData, IsUnknownInDisparityMaps) {
  const auto map = [&](const std::string& bytes, std::optional<double> scale) {
    const csca::Plane<float> plane = csca::read_disparity(put("map.tif", bytes), scale);
    return std::vector<float>(plane.begin(), plane.end());
  };
  const std::vector<float> floats = map(row_with<float>("-9999", {1.5F, -9999, 3}), {});
  EXPECT_EQ(floats[0], 1.5F);
  EXPECT_TRUE(std::isnan(floats[1]));
  const std::vector<float> counts = map(row_with<std::uint16_t>("65535", {512, 65'535, 0}), 256);
  EXPECT_EQ(counts[0], 2);
  EXPECT_TRUE(std::isnan(counts[1]));
  EXPECT_TRUE(std::isnan(counts[2]));
}

TEST_F(TiffNoData, IsZeroInMasks) {
  const csca::Mask mask = csca::read_mask(put("mask.tif", row_with<std::uint8_t>("0", {255, 0, 1})));
  EXPECT_EQ(mask(0, 0), 255);
  EXPECT_EQ(mask(1, 0), 0);
  EXPECT_EQ(mask(2, 0), 1);
}

TEST_F(TiffNoData, IsReadInProgramsThatUseGdal) {
  const TIFFExtendProc before = TIFFSetTagExtender(add_tag);
  const std::string samples = read<float>("-9999", {1, -9999, 3});
  TIFFSetTagExtender(before);
  EXPECT_EQ(samples, "1 ? 3");
}

TEST_F(TiffNoData, ThatIsNoNumberIsRefused) {
  for (const char* text : {"none", "-9999 m", "1,5", "--1"}) {
    const std::string sentence = error_of([&] { read<float>(text, {1, 2, 3}); });
    EXPECT_IN("GDAL_NODATA", sentence);
    EXPECT_IN(text, sentence);
  }
}

}  // namespace
