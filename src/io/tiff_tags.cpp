// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/tiff_tags.hpp"

#include <algorithm>
#include <string>

namespace csca::io {
namespace {

/// What a file says that its numbers mean, and how many channels that takes; more may follow, such as alpha.
struct Colours {
  int code;
  std::string_view name;
  TiffWay way;
  int channels = 1, most = 4;
};

constexpr Colours all_colours[] = {
    {PHOTOMETRIC_MINISWHITE, "grey", TiffWay::samples},
    {PHOTOMETRIC_MINISBLACK, "grey", TiffWay::samples},
    {PHOTOMETRIC_RGB, "RGB", TiffWay::samples, 3},
    {PHOTOMETRIC_PALETTE, "a palette", TiffWay::converted, 1, 2},
    {PHOTOMETRIC_YCBCR, "YCbCr", TiffWay::converted, 3},
    {PHOTOMETRIC_SEPARATED, "inks (CMYK)", TiffWay::converted, 4},
    {PHOTOMETRIC_LOGL, "CIE LogL", TiffWay::light, 1, 1},
    {PHOTOMETRIC_LOGLUV, "CIE LogLuv", TiffWay::light, 3, 3},
    {PHOTOMETRIC_MASK, "a transparency mask", TiffWay::refused},
    {PHOTOMETRIC_CIELAB, "CIE L*a*b*", TiffWay::refused},
    {PHOTOMETRIC_ICCLAB, "ICC L*a*b*", TiffWay::refused},
    {PHOTOMETRIC_ITULAB, "ITU L*a*b*", TiffWay::refused},
    {PHOTOMETRIC_CFA, "a camera's raw mosaic", TiffWay::refused},
};

/// Compressions and the best that each can do, generously: see check_claim. Fax codes and Zstandard shrink blank pages
/// the furthest.
struct Compression {
  int code;
  std::uint64_t ratio;
};

constexpr Compression compressions[] = {
    {COMPRESSION_NONE, 1},
    {COMPRESSION_PACKBITS, 64},
    {COMPRESSION_DEFLATE, 1'032},
    {COMPRESSION_ADOBE_DEFLATE, 1'032},
    {COMPRESSION_LZW, 2'000},
    {COMPRESSION_CCITTRLE, 100'000},
    {COMPRESSION_CCITTRLEW, 100'000},
    {COMPRESSION_CCITTFAX3, 100'000},
    {COMPRESSION_CCITTFAX4, 100'000},
    {COMPRESSION_JPEG, 100'000},
    {COMPRESSION_OJPEG, 100'000},
    {COMPRESSION_LZMA, 100'000},
    {COMPRESSION_ZSTD, 100'000},
    {COMPRESSION_WEBP, 100'000},
    {COMPRESSION_LERC, 100'000},
    {COMPRESSION_JBIG, 100'000},
    {COMPRESSION_SGILOG, 256},
    {COMPRESSION_SGILOG24, 256},
};

struct SampleFormat {
  int code;
  std::string_view name;
};

constexpr SampleFormat sample_formats[] = {{SAMPLEFORMAT_UINT, "unsigned integers"},
                                           {SAMPLEFORMAT_INT, "signed integers"},
                                           {SAMPLEFORMAT_IEEEFP, "floats"},
                                           {SAMPLEFORMAT_COMPLEXINT, "complex integers"},
                                           {SAMPLEFORMAT_COMPLEXIEEEFP, "complex floats"}};

/// The row with this code; null when there is none.
template <class Row, std::size_t count>
const Row* find(const Row (&table)[count], int code) {
  const Row* found = std::find_if(table, table + count, [&](const Row& row) { return row.code == code; });
  return found == table + count ? nullptr : found;
}

const Colours& known_colours(const Source& source, const TiffTags& tags) {
  constexpr std::string_view remedy = "convert it to grey or RGB";
  const Colours* colours = find(all_colours, tags.colours);
  if (colours == nullptr) {
    fail_unsupported(source, "its colours are of the unknown kind " + std::to_string(tags.colours), remedy);
  }
  const std::string name(colours->name);
  if (colours->way == TiffWay::refused) fail_unsupported(source, "its colours are " + name, remedy);
  if (tags.channels < colours->channels || tags.channels > colours->most) {
    fail_unsupported(source, "its colours are " + name + ", but its channels are " + std::to_string(tags.channels),
                     remedy);
  }
  return *colours;
}

const Compression& known_compression(const Source& source, const TiffTags& tags) {
  const Compression* compression = find(compressions, tags.compression);
  if (compression == nullptr || TIFFIsCODECConfigured(tags.compression) == 0) {
    const TIFFCodec* codec = TIFFFindCODEC(tags.compression);
    fail_unsupported(source,
                     "its compression is " +
                         (codec == nullptr ? "number " + std::to_string(tags.compression) : std::string(codec->name)),
                     "save it with LZW or without compression");
  }
  return *compression;
}

/// Bitmaps and their like are widened by libtiff.
TiffWay way_of(const Source& source, const TiffTags& tags, const Colours& colours) {
  const bool logarithms = tags.compression == COMPRESSION_SGILOG || tags.compression == COMPRESSION_SGILOG24;
  if ((colours.way == TiffWay::light) != logarithms) {
    fail_unsupported(source, "its colours are " + std::string(colours.name) + ", which do not go with its compression",
                     "save it as float RGB without compression");
  }
  if (colours.way == TiffWay::light) return TiffWay::light;
  const bool integers = tags.format == SAMPLEFORMAT_UINT;
  const bool small = integers && (tags.bits == 1 || tags.bits == 2 || tags.bits == 4);
  if (colours.way == TiffWay::samples) return tags.grey() && small ? TiffWay::converted : TiffWay::samples;
  const bool bytes = integers && tags.bits == 8;
  if (!bytes && !(small && tags.colours == PHOTOMETRIC_PALETTE)) fail_samples(source, tags);
  return TiffWay::converted;
}

}  // namespace

void fail_samples(const Source& source, const TiffTags& tags) {
  const SampleFormat* format = find(sample_formats, tags.format);
  fail_unsupported(source,
                   "its samples are " + std::to_string(tags.bits) + "-bit " +
                       std::string(format == nullptr ? "numbers of an unknown kind" : format->name),
                   "convert them to 8-bit or 16-bit unsigned integers or to 32-bit floats");
}

TiffTags read_tags(const Source& source, TIFF* tiff) {
  TiffTags tags;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &tags.width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &tags.height);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &tags.channels);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &tags.planes);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &tags.compression);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &tags.orientation);
  if (TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &tags.colours) == 0 && tags.channels >= 3) {
    tags.colours = PHOTOMETRIC_RGB;
  }
  check_size(source, tags.width, tags.height);
  if (tags.channels < 1 || tags.channels > 4) {
    fail_unsupported(source, "it has " + std::to_string(tags.channels) + " channels", "keep 1 to 4 of them");
  }
  const Colours& colours = known_colours(source, tags);
  const Compression& compression = known_compression(source, tags);
  if (colours.way == TiffWay::light) TIFFSetField(tiff, TIFFTAG_SGILOGDATAFMT, SGILOGDATAFMT_FLOAT);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &tags.bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &tags.format);
  if (tags.format == SAMPLEFORMAT_VOID) tags.format = SAMPLEFORMAT_UINT;
  tags.way = way_of(source, tags, colours);

  const std::uint64_t row_bytes = (std::uint64_t{tags.width} * tags.channels * tags.bits + 7) / 8;
  check_claim(source, "TIFF", row_bytes * tags.height, compression.ratio);
  return tags;
}

}  // namespace csca::io
