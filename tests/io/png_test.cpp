// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <png.h>
#include <sys/resource.h>

#include "io/io_test.hpp"
#include "io/samples.hpp"

namespace {

using csca::Image;
using csca::Sample;

class Png : public IoTest {};

/// What a sample of few bits is in 8 bits.
std::uint32_t widened(std::uint32_t value, int bits) { return bits < 8 ? value * 255 / ((1U << bits) - 1) : value; }

void expect_samples(const Image& image, const PngKind& kind, int channels) {
  ASSERT_EQ(image.width(), kind.width);
  ASSERT_EQ(image.height(), kind.height);
  ASSERT_EQ(image.channels(), channels);
  ASSERT_EQ(image.sample(), kind.bits == 16 ? Sample::u16 : Sample::u8);
  for (int y = 0; y < kind.height; ++y) {
    for (int i = 0; i < kind.width * channels; ++i) {
      const std::uint32_t value = kind.bits == 16 ? image.row<std::uint16_t>(y)[i] : image.row<std::uint8_t>(y)[i];
      ASSERT_EQ(value, widened(sample_at(i, y, kind.bits), kind.bits)) << "sample " << i << " of row " << y;
    }
  }
}

TEST_F(Png, ReadsGreyOfEveryDepth) {
  for (const bool interlaced : {false, true}) {
    for (const int bits : {1, 2, 4, 8, 16}) {
      const PngKind kind{.bits = bits, .interlaced = interlaced};
      expect_samples(image_of(make_png(kind)), kind, 1);
    }
  }
}

TEST_F(Png, ReadsColourAndAlpha) {
  for (const bool interlaced : {false, true}) {
    for (const int bits : {8, 16}) {
      PngKind kind{.bits = bits, .interlaced = interlaced};
      kind.colour = PNG_COLOR_TYPE_GRAY_ALPHA;
      expect_samples(image_of(make_png(kind)), kind, 2);
      kind.colour = PNG_COLOR_TYPE_RGB;
      expect_samples(image_of(make_png(kind)), kind, 3);
      kind.colour = PNG_COLOR_TYPE_RGBA;
      expect_samples(image_of(make_png(kind)), kind, 4);
    }
  }
}

TEST_F(Png, ExpandsPalettes) {
  for (const bool interlaced : {false, true}) {
    for (const bool transparent : {false, true}) {
      for (const int bits : {1, 2, 4, 8}) {
        const PngKind kind{
            .colour = PNG_COLOR_TYPE_PALETTE, .bits = bits, .interlaced = interlaced, .transparent = transparent};
        const Image image = image_of(make_png(kind));
        ASSERT_EQ(image.channels(), transparent ? 4 : 3);
        for (int y = 0; y < kind.height; ++y) {
          for (int x = 0; x < kind.width; ++x) {
            const std::uint32_t index = sample_at(x, y, bits);
            const auto* pixel = image.row<std::uint8_t>(y) + x * image.channels();
            ASSERT_EQ(pixel[0], index);
            ASSERT_EQ(pixel[1], 2 * index % 256);
            ASSERT_EQ(pixel[2], 255 - index);
            if (!transparent) continue;
            ASSERT_EQ(pixel[3], index == 1 ? 0 : 255);
          }
        }
      }
    }
  }
}

TEST_F(Png, TurnsATransparentColourIntoAlpha) {
  const Image grey = image_of(make_png({.bits = 2, .transparent = true}));
  ASSERT_EQ(grey.channels(), 2);
  for (int x = 0; x < grey.width(); ++x) {
    EXPECT_EQ(grey.row<std::uint8_t>(0)[2 * x + 1], sample_at(x, 0, 2) == 1 ? 0 : 255);
  }
  EXPECT_EQ(image_of(make_png({.colour = PNG_COLOR_TYPE_RGB, .bits = 16, .transparent = true})).channels(), 4);
}

TEST_F(Png, ReadsOnePixelOneRowOneColumn) {
  for (const auto& [width, height] : {std::pair{1, 1}, {40, 1}, {1, 40}}) {
    const PngKind kind{.width = width, .height = height, .interlaced = true};
    expect_samples(image_of(make_png(kind)), kind, 1);
  }
}

TEST_F(Png, MakesNoRoomForAChunkThatTheFileCannotHold) {
  using namespace std::string_literals;
  const std::string bytes = make_png({});
  const std::size_t first_data = bytes.find("IDAT") - 4;
  const std::string text = bytes.substr(0, first_data) + "\x7f\xff\xff\xfftEXta\0b"s + bytes.substr(first_data);
  rusage before{}, after{};
  ::getrusage(RUSAGE_SELF, &before);
  EXPECT_IN("is truncated: PNG", error_of([&] { image_of(text); }));
  ::getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 100'000);  // KB
}

TEST_F(Png, WritesWhatItReads) {
  for (const Sample sample : {Sample::u8, Sample::u16}) {
    for (int channels = 1; channels <= 4; ++channels) {
      Image image(9, 5, channels, sample);
      for (int y = 0; y < 5; ++y) {
        for (std::size_t i = 0; i < image.row_bytes(); ++i) {
          image.row<std::uint8_t>(y)[i] = static_cast<std::uint8_t>(sample_at(static_cast<int>(i), y, 8));
        }
      }
      csca::write_png(folder / "a.png", image);
      EXPECT_EQ(csca::read_image(folder / "a.png"), image);
      const std::string first = get(folder / "a.png");
      csca::write_png(folder / "a.png", image);
      EXPECT_EQ(get(folder / "a.png"), first);
    }
  }
}

TEST_F(Png, WritesViewsWithGapsAndUpsideDown) {
  const std::vector<std::uint8_t> bytes{1, 2, 99, 3, 4, 99, 5, 6, 99};
  csca::ImageView view{.data = bytes.data(), .width = 2, .height = 3, .row_bytes = 3};
  csca::write_png(folder / "a.png", view);
  EXPECT_EQ(samples_of<std::uint8_t>(csca::read_image(folder / "a.png")),
            (std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6}));
  view.data = bytes.data() + 6;
  view.row_bytes = -3;
  csca::write_png(folder / "a.png", view);
  EXPECT_EQ(samples_of<std::uint8_t>(csca::read_image(folder / "a.png")),
            (std::vector<std::uint8_t>{5, 6, 3, 4, 1, 2}));
}

TEST_F(Png, WritesBlueGreenRedAsRedGreenBlue) {
  const std::vector<std::uint8_t> bytes{1, 2, 3, 4, 5, 6};
  csca::write_png(folder / "a.png", {bytes.data(), 2, 1, 3, Sample::u8, 6, true});
  EXPECT_EQ(samples_of<std::uint8_t>(csca::read_image(folder / "a.png")),
            (std::vector<std::uint8_t>{3, 2, 1, 6, 5, 4}));
}

TEST_F(Png, RefusesToWriteFloats) {
  const Image image(2, 2, 1, Sample::f32);
  EXPECT_IN("float", error_of([&] { csca::write_png(folder / "a.png", image); }));
  EXPECT_EQ(files_in_folder(), 0U);
}

TEST_F(Png, SaysTruncatedAndDamaged) {
  const std::string bytes = make_png({});
  const std::string truncated = error_of([&] { image_of(bytes.substr(0, bytes.size() - 30)); });
  EXPECT_IN("is truncated: PNG ends before its last row", truncated);
  EXPECT_IN("image'", truncated);
  std::string wrong = bytes;
  wrong[wrong.find("IDAT") + 10] ^= 1;
  EXPECT_IN("is damaged", error_of([&] { image_of(wrong); }));
}

/// The checksum of PNG's chunks, for a header with a lie in it.
std::uint32_t checksum(std::string_view bytes) {
  std::uint32_t sum = ~0U;
  for (const char c : bytes) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) sum = (sum & 1) != 0 ? sum >> 1 ^ 0xEDB88320U : sum >> 1;
  }
  return ~sum;
}

TEST_F(Png, RefusesSizesThatTheFileCannotHold) {
  std::string bytes = make_png({});
  const std::size_t header = bytes.find("IHDR");
  for (const std::size_t at : {6, 10}) bytes[header + at] = '\x70';  // 28 thousand rows and columns
  const std::uint32_t sum = checksum(std::string_view(bytes).substr(header, 17));
  for (std::size_t i = 0; i < 4; ++i) bytes[header + 17 + i] = static_cast<char>(sum >> (24 - 8 * i));
  EXPECT_IN("is truncated", error_of([&] { image_of(bytes); }));
}

TEST_F(Png, ReadsUpTo65535Columns) {
  EXPECT_EQ(image_of(make_png({.width = 65'535, .height = 1})).width(), 65'535);
  EXPECT_IN("cut it into tiles", error_of([&] { image_of(make_png({.width = 65'536, .height = 1})); }));
}

}  // namespace
