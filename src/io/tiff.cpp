// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/tiff.hpp"

#include <algorithm>
#include <vector>

#include "io/tiff_memory.hpp"

namespace csca::io {
namespace {

/// Copies `count` samples to every `step`-th place.
template <class From, class To>
void copy(const std::byte* from_bytes, std::byte* to_bytes, int count, int step) {
  const auto* from = reinterpret_cast<const From*>(from_bytes);
  auto* to = reinterpret_cast<To*>(to_bytes);
  for (int i = 0; i < count; ++i, to += step) *to = static_cast<To>(from[i]);
}

/// Sample types that are read as they are; libtiff has put their bytes into the order of this machine.
struct Type {
  int format;
  int bits;
  Sample sample;
  void (*copy)(const std::byte* from, std::byte* to, int count, int step);
};

constexpr Type types[] = {
    {SAMPLEFORMAT_UINT, 8, Sample::u8, copy<std::uint8_t, std::uint8_t>},
    {SAMPLEFORMAT_UINT, 16, Sample::u16, copy<std::uint16_t, std::uint16_t>},
    {SAMPLEFORMAT_UINT, 32, Sample::f32, copy<std::uint32_t, float>},
    {SAMPLEFORMAT_INT, 8, Sample::f32, copy<std::int8_t, float>},
    {SAMPLEFORMAT_INT, 16, Sample::f32, copy<std::int16_t, float>},
    {SAMPLEFORMAT_INT, 32, Sample::f32, copy<std::int32_t, float>},
    {SAMPLEFORMAT_IEEEFP, 32, Sample::f32, copy<float, float>},
    {SAMPLEFORMAT_IEEEFP, 64, Sample::f32, copy<double, float>},
};

/// The best that a compression can do, generously: see check_claim.
std::uint64_t best_ratio(int compression) {
  switch (compression) {
    case COMPRESSION_NONE:
      return 1;
    case COMPRESSION_PACKBITS:
      return 64;
    case COMPRESSION_DEFLATE:
    case COMPRESSION_ADOBE_DEFLATE:
      return 1032;
    case COMPRESSION_LZW:
      return 2'000;
    default:
      return 100'000;  // fax codes and Zstandard shrink blank pages this far
  }
}

struct Tags {
  std::uint32_t width = 0, height = 0;
  std::uint16_t channels = 1, bits = 1, format = SAMPLEFORMAT_UINT, planes = PLANARCONFIG_CONTIG,
                compression = COMPRESSION_NONE, colours = PHOTOMETRIC_MINISBLACK;
};

Tags read_tags(const Source& source, TIFF* tiff) {
  Tags tags;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &tags.width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &tags.height);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &tags.channels);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &tags.bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &tags.format);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &tags.planes);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &tags.compression);
  if (TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &tags.colours) == 0 && tags.channels >= 3) {
    tags.colours = PHOTOMETRIC_RGB;
  }
  if (tags.format == SAMPLEFORMAT_VOID) tags.format = SAMPLEFORMAT_UINT;

  check_size(source, tags.width, tags.height);
  if (tags.channels < 1 || tags.channels > 4) {
    fail_unsupported(source, "it has " + std::to_string(tags.channels) + " channels", "keep 1 to 4 of them");
  }
  const std::uint64_t row_bytes = (std::uint64_t{tags.width} * tags.channels * tags.bits + 7) / 8;
  check_claim(source, "TIFF", row_bytes * tags.height, best_ratio(tags.compression));
  return tags;
}

[[noreturn]] void fail(const Source& source, const TiffMemory& memory) {
  if (memory.ended) fail_truncated(source, "TIFF");
  fail_damaged(source, std::string("libtiff says \"") + memory.text + '"');
}

/// Strips and tiles alike: a strip is a block as wide as the image.
struct Blocks {
  Blocks(TIFF* tiff, const Tags& tags) : tiled(TIFFIsTiled(tiff) != 0), width(tags.width), height(tags.height) {
    if (tiled) {
      TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width);
      TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height);
    } else {
      TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &height);
      height = std::min(height, tags.height);
    }
    row_bytes = std::uint64_t{width} * tags.bits / 8 * (tags.planes == PLANARCONFIG_SEPARATE ? 1 : tags.channels);
  }

  bool tiled;
  std::uint32_t width, height;
  std::uint64_t row_bytes;
};

Image read_blocks(const Source& source, const TiffMemory& memory, TIFF* tiff, const Tags& tags, const Type& type) {
  const Blocks block(tiff, tags);
  // Tiles may overhang the image, but not by much.
  constexpr std::uint32_t overhang = 8'192;
  const auto libtiff_row = block.tiled ? TIFFTileRowSize64(tiff) : TIFFScanlineSize64(tiff);
  if (block.width == 0 || block.height == 0 || block.width > tags.width + overhang ||
      block.height > tags.height + overhang || libtiff_row != block.row_bytes) {
    fail_damaged(source, "the size of its strips or tiles makes no sense");
  }

  Image image(static_cast<int>(tags.width), static_cast<int>(tags.height), tags.channels, type.sample);
  std::vector<std::byte> bytes(block.row_bytes * block.height);
  const bool separate = tags.planes == PLANARCONFIG_SEPARATE;
  const int together = separate ? 1 : tags.channels;  // samples of a pixel that lie together in a block
  const std::uint16_t planes = separate ? tags.channels : std::uint16_t{1};
  for (std::uint16_t plane = 0; plane < planes; ++plane) {
    for (std::uint32_t top = 0; top < tags.height; top += block.height) {
      const std::uint32_t rows = std::min(block.height, tags.height - top);
      for (std::uint32_t left = 0; left < tags.width; left += block.width) {
        const auto wanted = static_cast<tmsize_t>(block.row_bytes * (block.tiled ? block.height : rows));
        const tmsize_t got =
            block.tiled ? TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, left, top, 0, plane), bytes.data(), wanted)
                        : TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, top, plane), bytes.data(), wanted);
        if (got != wanted) fail(source, memory);
        const int count = static_cast<int>(std::min(block.width, tags.width - left)) * together;
        const std::size_t offset = (std::size_t{left} * tags.channels + plane) * bytes_per_sample(type.sample);
        for (std::uint32_t y = 0; y < rows; ++y) {
          type.copy(bytes.data() + y * block.row_bytes, image.row<std::byte>(static_cast<int>(top + y)) + offset, count,
                    tags.channels / together);
        }
      }
    }
  }
  return image;
}

/// For files in which 0 is white. A second channel is alpha and stays.
template <class T>
void invert(Image& image) {
  for (int y = 0; y < image.height(); ++y) {
    T* row = image.row<T>(y);
    for (int x = 0; x < image.width(); ++x) row[x * image.channels()] = static_cast<T>(~row[x * image.channels()]);
  }
}

/// Bitmaps, palettes, YCbCr, CMYK and the like, which libtiff turns into 8-bit RGBA.
Image read_rgba(const Source& source, const TiffMemory& memory, TIFF* tiff, const Tags& tags) {
  char why[1024] = "";
  if (TIFFRGBAImageOK(tiff, why) == 0) {
    fail_unsupported(source, std::string("libtiff says \"") + why + '"',
                     "convert it to 8-bit, 16-bit or float samples");
  }
  std::vector<std::uint32_t> raster(std::size_t{tags.width} * tags.height);
  if (TIFFReadRGBAImageOriented(tiff, tags.width, tags.height, raster.data(), ORIENTATION_TOPLEFT, 1) == 0) {
    fail(source, memory);
  }
  const bool grey = tags.colours == PHOTOMETRIC_MINISBLACK || tags.colours == PHOTOMETRIC_MINISWHITE;
  Image image(static_cast<int>(tags.width), static_cast<int>(tags.height), grey ? 1 : 3, Sample::u8);
  const std::uint32_t* from = raster.data();
  for (int y = 0; y < image.height(); ++y) {
    auto* to = image.row<std::uint8_t>(y);
    for (int x = 0; x < image.width(); ++x, ++from) {
      *to++ = static_cast<std::uint8_t>(TIFFGetR(*from));
      if (grey) continue;
      *to++ = static_cast<std::uint8_t>(TIFFGetG(*from));
      *to++ = static_cast<std::uint8_t>(TIFFGetB(*from));
    }
  }
  return image;
}

}  // namespace

Image decode_tiff(const Source& source) {
  TiffMemory memory;
  memory.bytes = source.bytes;
  const Tiff tiff = open_tiff(memory, "rm");
  if (tiff == nullptr) fail(source, memory);
  const Tags tags = read_tags(source, tiff.get());

  const auto* type = std::find_if(std::begin(types), std::end(types), [&](const Type& candidate) {
    return candidate.format == tags.format && candidate.bits == tags.bits;
  });
  const bool grey = tags.colours == PHOTOMETRIC_MINISBLACK || tags.colours == PHOTOMETRIC_MINISWHITE;
  const bool direct = type != std::end(types) && (grey || (tags.colours == PHOTOMETRIC_RGB && tags.channels >= 3));
  Image image =
      direct ? read_blocks(source, memory, tiff.get(), tags, *type) : read_rgba(source, memory, tiff.get(), tags);
  if (memory.ended) fail_truncated(source, "TIFF");  // libtiff only warns when a tag is cut off
  if (direct && tags.colours == PHOTOMETRIC_MINISWHITE) {
    if (type->sample == Sample::u8) invert<std::uint8_t>(image);
    if (type->sample == Sample::u16) invert<std::uint16_t>(image);
  }
  return image;
}

}  // namespace csca::io
