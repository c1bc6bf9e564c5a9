// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <tiffio.h>

#include <array>
#include <cmath>

#include "io/io_test.hpp"
#include "io/samples.hpp"

namespace {

using csca::Image;
using csca::Sample;

class TiffKinds : public IoTest {};

void set_size(TIFF* tiff, int width, int channels, int colours, int compression) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, channels);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, colours);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, compression);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 1);
}

/// Y, or X, Y and Z, as libtiff makes logarithms of them.
std::string light(int colours, int compression, std::vector<float> samples) {
  return make_tiff("w", [&](TIFF* tiff) {
    const int channels = colours == PHOTOMETRIC_LOGL ? 1 : 3;
    set_size(tiff, static_cast<int>(samples.size()) / channels, channels, colours, compression);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 32);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
    TIFFSetField(tiff, TIFFTAG_SGILOGDATAFMT, SGILOGDATAFMT_FLOAT);
    TIFFWriteScanline(tiff, samples.data(), 0);
  });
}

/// Grey samples of an unusual kind, all 0.
std::string zeros_of(int bits, int format, int colours = PHOTOMETRIC_MINISBLACK, int compression = COMPRESSION_NONE) {
  return make_tiff("w", [&](TIFF* tiff) {
    set_size(tiff, 16, 1, colours, compression);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, format);
    if (colours == PHOTOMETRIC_PALETTE) {
      std::vector<std::uint16_t> entries(std::size_t{1} << bits);
      TIFFSetField(tiff, TIFFTAG_COLORMAP, entries.data(), entries.data(), entries.data());
    }
    std::vector<char> row(static_cast<std::size_t>(TIFFScanlineSize(tiff)));
    TIFFWriteScanline(tiff, row.data(), 0);
  });
}

/// 8-bit samples of unusual colours.
std::string bytes_of(int colours, int channels, std::vector<std::uint8_t> samples) {
  return make_tiff("w", [&](TIFF* tiff) {
    set_size(tiff, static_cast<int>(samples.size()) / channels, channels, colours, COMPRESSION_NONE);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
    if (colours == PHOTOMETRIC_YCBCR) TIFFSetField(tiff, TIFFTAG_YCBCRSUBSAMPLING, 1, 1);
    TIFFWriteScanline(tiff, samples.data(), 0);
  });
}

TEST_F(TiffKinds, LogLuvBecomesLinearRgb) {
  const std::vector<std::array<float, 3>> colours = {
      {1, 1, 1}, {0.5F, 0.25F, 0.125F}, {40, 30, 20}, {0.01F, 0.02F, 0.03F}};
  std::vector<float> xyz;
  for (const auto& [r, g, b] : colours) {  // ITU-R BT.709 with D65
    xyz.push_back(0.412453F * r + 0.357580F * g + 0.180423F * b);
    xyz.push_back(0.212671F * r + 0.715160F * g + 0.072169F * b);
    xyz.push_back(0.019334F * r + 0.119193F * g + 0.950227F * b);
  }
  const Image image = image_of(light(PHOTOMETRIC_LOGLUV, COMPRESSION_SGILOG, xyz));
  ASSERT_EQ(image.sample(), Sample::f32);
  ASSERT_EQ(image.channels(), 3);
  for (std::size_t x = 0; x < colours.size(); ++x) {
    const float brightest = *std::max_element(colours[x].begin(), colours[x].end());
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(image.row<float>(0)[3 * x + c], colours[x][c], 0.02 * brightest) << x << ' ' << c;
    }
  }
  // 24 bits are coarser, and hold less of bright light.
  const Image coarse = image_of(light(PHOTOMETRIC_LOGLUV, COMPRESSION_SGILOG24, {0.95047F, 1, 1.08883F}));
  for (int c = 0; c < 3; ++c) EXPECT_NEAR(coarse.row<float>(0)[c], 1, 0.06);
}

TEST_F(TiffKinds, LogLBecomesFloat) {
  const std::vector<float> light_values = {0.001F, 1, 123, 4000};
  const Image image = image_of(light(PHOTOMETRIC_LOGL, COMPRESSION_SGILOG, light_values));
  ASSERT_EQ(image.sample(), Sample::f32);
  ASSERT_EQ(image.channels(), 1);
  for (std::size_t x = 0; x < light_values.size(); ++x) {
    EXPECT_NEAR(image.row<float>(0)[x], light_values[x], 0.005 * light_values[x]);
  }
}

TEST_F(TiffKinds, YCbCrAndCmykBecomeRgb) {
  const Image video = image_of(bytes_of(PHOTOMETRIC_YCBCR, 3, {81, 90, 240, 128, 128, 128}));
  ASSERT_EQ(video.channels(), 3);
  EXPECT_NEAR(video.row<std::uint8_t>(0)[0], 81 + 1.402 * 112, 2);
  EXPECT_NEAR(video.row<std::uint8_t>(0)[2], 81 - 1.772 * 38, 2);
  EXPECT_NEAR(video.row<std::uint8_t>(0)[4], 128, 1);
  const Image print = image_of(bytes_of(PHOTOMETRIC_SEPARATED, 4, {255, 0, 0, 0, 0, 0, 0, 128}));
  ASSERT_EQ(print.channels(), 3);
  EXPECT_EQ(samples_of<std::uint8_t>(print), (std::vector<std::uint8_t>{0, 255, 255, 127, 127, 127}));
}

TEST_F(TiffKinds, OthersAreRefusedByName) {
  const auto colours = [&](int code, int channels) {
    return error_of([&] { image_of(bytes_of(code, channels, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})); });
  };
  EXPECT_IN("transparency mask", colours(PHOTOMETRIC_MASK, 1));
  EXPECT_IN("CIE L*a*b*", colours(PHOTOMETRIC_CIELAB, 3));
  EXPECT_IN("ICC L*a*b*", colours(PHOTOMETRIC_ICCLAB, 3));
  EXPECT_IN("ITU L*a*b*", colours(PHOTOMETRIC_ITULAB, 3));
  EXPECT_IN("raw mosaic", colours(PHOTOMETRIC_CFA, 1));
  EXPECT_IN("unknown kind 34892", colours(34'892, 3));  // LinearRaw of DNG
  EXPECT_IN("RGB, but its channels are 2", colours(PHOTOMETRIC_RGB, 2));
  EXPECT_IN("CMYK), but its channels are 3", colours(PHOTOMETRIC_SEPARATED, 3));
  EXPECT_IN("CIE LogLuv, which do not go with its compression", colours(PHOTOMETRIC_LOGLUV, 3));
  EXPECT_IN("CIE LogL, which do not go with its compression", colours(PHOTOMETRIC_LOGL, 1));

  const auto samples = [&](auto... what) { return error_of([&] { image_of(zeros_of(what...)); }); };
  EXPECT_IN("16-bit floats", samples(16, SAMPLEFORMAT_IEEEFP));
  EXPECT_IN("32-bit complex integers", samples(32, SAMPLEFORMAT_COMPLEXINT));
  EXPECT_IN("16-bit complex integers", samples(16, SAMPLEFORMAT_COMPLEXINT));
  EXPECT_IN("64-bit complex floats", samples(64, SAMPLEFORMAT_COMPLEXIEEEFP));
  EXPECT_IN("64-bit unsigned integers", samples(64, SAMPLEFORMAT_UINT));
  EXPECT_IN("12-bit unsigned integers", samples(12, SAMPLEFORMAT_UINT));
  EXPECT_IN("4-bit signed integers", samples(4, SAMPLEFORMAT_INT));
  EXPECT_IN("8-bit signed integers", samples(8, SAMPLEFORMAT_INT, PHOTOMETRIC_PALETTE));
  EXPECT_IN("16-bit unsigned integers", samples(16, SAMPLEFORMAT_UINT, PHOTOMETRIC_PALETTE));
  if (TIFFIsCODECConfigured(COMPRESSION_PIXARLOG) != 0) {
    EXPECT_IN("its compression is PixarLog",
              samples(8, SAMPLEFORMAT_UINT, PHOTOMETRIC_MINISBLACK, COMPRESSION_PIXARLOG));
  }
}

}  // namespace
