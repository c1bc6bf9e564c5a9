// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <tiffio.h>

#include <cmath>
#include <cstring>

#include "io/io_test.hpp"
#include "io/samples.hpp"

namespace {

using csca::Image;
using csca::Sample;

class Tiff : public IoTest {};

double value_at(const Image& image, int i, int y) {
  switch (image.sample()) {
    case Sample::u8:
      return image.row<std::uint8_t>(y)[i];
    case Sample::u16:
      return image.row<std::uint16_t>(y)[i];
    default:
      return image.row<float>(y)[i];
  }
}

void expect_samples(const Image& image, const TiffKind& kind) {
  ASSERT_EQ(image.width(), kind.width);
  ASSERT_EQ(image.height(), kind.height);
  ASSERT_EQ(image.channels(), kind.channels);
  for (int y = 0; y < kind.height; ++y) {
    for (int i = 0; i < kind.width * kind.channels; ++i) {
      double expected = sample_at(i, y, kind.bits == 16 ? 16 : 8);
      if (kind.format == SAMPLEFORMAT_IEEEFP) expected /= 4;
      if (kind.format == SAMPLEFORMAT_INT && kind.bits == 8) expected -= expected > 127 ? 256 : 0;
      if (kind.format == SAMPLEFORMAT_INT && kind.bits == 16) expected -= expected > 32'767 ? 65'536 : 0;
      ASSERT_EQ(value_at(image, i, y), expected) << "sample " << i << " of row " << y;
    }
  }
}

TEST_F(Tiff, ReadsEveryLayout) {
  constexpr struct {
    int format, bits;
    Sample sample;
  } types[] = {{SAMPLEFORMAT_UINT, 8, Sample::u8},     {SAMPLEFORMAT_UINT, 16, Sample::u16},
               {SAMPLEFORMAT_UINT, 32, Sample::f32},   {SAMPLEFORMAT_INT, 8, Sample::f32},
               {SAMPLEFORMAT_INT, 16, Sample::f32},    {SAMPLEFORMAT_INT, 32, Sample::f32},
               {SAMPLEFORMAT_IEEEFP, 32, Sample::f32}, {SAMPLEFORMAT_IEEEFP, 64, Sample::f32}};
  for (const auto& type : types) {
    for (int channels = 1; channels <= 4; ++channels) {
      for (int layout = 0; layout < 4; ++layout) {
        const TiffKind kind{.channels = channels,
                            .bits = type.bits,
                            .format = type.format,
                            .colours = channels < 3 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB,
                            .tiled = (layout & 1) != 0,
                            .separate = (layout & 2) != 0};
        SCOPED_TRACE(testing::Message() << type.bits << " bits, format " << type.format << ", " << channels
                                        << " channels, layout " << layout);
        const Image image = image_of(make_tiff(kind));
        ASSERT_EQ(image.sample(), type.sample);
        expect_samples(image, kind);
      }
    }
  }
}

TEST_F(Tiff, ReadsEveryCompression) {
  for (const int compression : {COMPRESSION_NONE, COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_PACKBITS,
                                COMPRESSION_ZSTD, COMPRESSION_LZMA}) {
    if (TIFFIsCODECConfigured(static_cast<std::uint16_t>(compression)) == 0) continue;
    for (const bool tiled : {false, true}) {
      SCOPED_TRACE(compression);
      const TiffKind kind{
          .channels = 3, .bits = 16, .colours = PHOTOMETRIC_RGB, .compression = compression, .tiled = tiled};
      expect_samples(image_of(make_tiff(kind)), kind);
    }
  }
}

TEST_F(Tiff, EveryFlippedBitOfADeflatedBlockIsFound) {
  const TiffKind strips{.bits = 16, .compression = COMPRESSION_ADOBE_DEFLATE};
  const TiffKind tiles{.channels = 3, .colours = PHOTOMETRIC_RGB, .compression = COMPRESSION_DEFLATE, .tiled = true};
  const TiffKind palette{.colours = PHOTOMETRIC_PALETTE, .compression = COMPRESSION_ADOBE_DEFLATE};
  for (const TiffKind& kind : {strips, tiles, palette}) {
    const std::string good = make_tiff(kind);
    // Blocks come before the tags, which have no checksum.
    std::uint32_t tags = 0;
    std::memcpy(&tags, good.data() + 4, sizeof tags);
    ASSERT_GT(tags, 100U);
    const csca::Image picture = image_of(good);
    for (std::size_t at = 8; at < tags; at += 1 + at % 3) {
      std::string flipped = good;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << at % 8));
      try {
        const csca::Image other = image_of(flipped);
        EXPECT_EQ(samples_of<std::byte>(other), samples_of<std::byte>(picture)) << "a flipped bit in byte " << at;
      } catch (const csca::Error& error) {
        EXPECT_IN("is damaged", error.what());
      }
    }
  }
}

TEST_F(Tiff, ReadsBothByteOrdersAndBigTiff) {
  for (const char* mode : {"wl", "wb", "wl8", "wb8"}) {
    const TiffKind kind{.bits = 32, .format = SAMPLEFORMAT_IEEEFP, .mode = mode};
    expect_samples(image_of(make_tiff(kind)), kind);
  }
}

TEST_F(Tiff, InvertsFilesInWhichZeroIsWhite) {
  const Image image = image_of(make_tiff({.bits = 16, .colours = PHOTOMETRIC_MINISWHITE}));
  EXPECT_EQ(image.row<std::uint16_t>(3)[5], 65'535 - sample_at(5, 3, 16));
}

TEST_F(Tiff, WidensBitmaps) {
  for (const int compression : {COMPRESSION_NONE, COMPRESSION_CCITTFAX4}) {
    for (const int colours : {PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_MINISWHITE}) {
      const Image image = image_of(make_tiff({.bits = 1, .colours = colours, .compression = compression}));
      ASSERT_EQ(image.channels(), 1);
      for (int x = 0; x < image.width(); ++x) {
        const bool white = (sample_at(x, 2, 8) & 1) == (colours == PHOTOMETRIC_MINISBLACK ? 1U : 0U);
        EXPECT_EQ(image.row<std::uint8_t>(2)[x], white ? 255 : 0);
      }
    }
  }
}

TEST_F(Tiff, ExpandsPalettes) {
  const Image image = image_of(make_tiff({.colours = PHOTOMETRIC_PALETTE}));
  ASSERT_EQ(image.channels(), 3);
  for (int x = 0; x < image.width(); ++x) {
    const std::uint32_t index = sample_at(x, 4, 8);
    EXPECT_EQ(image.row<std::uint8_t>(4)[3 * x], index);
    EXPECT_EQ(image.row<std::uint8_t>(4)[3 * x + 1], 2 * index % 256);
    EXPECT_EQ(image.row<std::uint8_t>(4)[3 * x + 2], 255 - index);
  }
}

TEST_F(Tiff, RefusesManyChannelsAndOddDepths) {
  EXPECT_IN("5 channels", error_of([&] { image_of(make_tiff({.channels = 5})); }));
  EXPECT_IN("cannot be used", error_of([&] { image_of(make_tiff({.bits = 64})); }));
}

TEST_F(Tiff, LeavesTheHandlersOfTheProcessAlone) {
  static int calls;
  calls = 0;
  const TIFFErrorHandler handler = [](const char*, const char*, va_list) { ++calls; };
  const TIFFErrorHandler errors = TIFFSetErrorHandler(handler);
  const TIFFErrorHandler warnings = TIFFSetWarningHandler(handler);
  const std::string bytes = make_tiff({.compression = COMPRESSION_LZW});
  error_of([&] { image_of(bytes.substr(0, bytes.size() - 20)); });
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(TIFFSetErrorHandler(errors), handler);
  EXPECT_EQ(TIFFSetWarningHandler(warnings), handler);
}

}  // namespace
