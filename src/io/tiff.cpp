// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/tiff.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "io/tiff_no_data.hpp"
#include "io/tiff_tags.hpp"

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

[[noreturn]] void fail(const Source& source, const TiffMemory& memory) {
  if (memory.ended) fail_truncated(source, "TIFF");
  fail_damaged(source, std::string("libtiff says \"") + memory.text + '"');
}

/// Strips and tiles alike: a strip is a block as wide as the image.
struct Blocks {
  Blocks(TIFF* tiff, const TiffTags& tags) : tiled(TIFFIsTiled(tiff) != 0), width(tags.width), height(tags.height) {
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

Image read_blocks(const Source& source, const TiffMemory& memory, TIFF* tiff, const TiffTags& tags, const Type& type) {
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

/// Bitmaps, palettes, YCbCr and CMYK, which libtiff turns into 8-bit RGBA.
Image read_rgba(const Source& source, const TiffMemory& memory, TIFF* tiff, const TiffTags& tags) {
  char why[1024] = "";
  if (TIFFRGBAImageOK(tiff, why) == 0) {
    fail_unsupported(source, std::string("libtiff says \"") + why + '"',
                     "convert it to 8-bit, 16-bit or float samples");
  }
  std::vector<std::uint32_t> raster(std::size_t{tags.width} * tags.height);
  if (TIFFReadRGBAImageOriented(tiff, tags.width, tags.height, raster.data(), ORIENTATION_TOPLEFT, 1) == 0) {
    fail(source, memory);
  }
  const bool grey = tags.grey();
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

/// Linear RGB with the primaries of ITU-R BT.709 and its white, D65, as OpenCV makes XYZ of them.
void xyz_to_rgb(Image& image) {
  for (int y = 0; y < image.height(); ++y) {
    float* pixel = image.row<float>(y);
    for (int x = 0; x < image.width(); ++x, pixel += 3) {
      const auto [X, Y, Z] = std::array{pixel[0], pixel[1], pixel[2]};
      pixel[0] = 3.240479F * X - 1.537150F * Y - 0.498535F * Z;
      pixel[1] = -0.969256F * X + 1.875991F * Y + 0.041556F * Z;
      pixel[2] = 0.055648F * X - 0.204043F * Y + 1.057311F * Z;
    }
  }
}

/// Samples as they are in the file, but for files in which 0 is white, and a mask of those without data.
struct Decoded {
  Image image;
  Mask no_data;  ///< 1 for pixels without data; empty when all have data
};

Decoded decode(const Source& source) {
  TiffMemory memory;
  memory.bytes = source.bytes;
  const Tiff tiff = open_tiff(memory, "rm");
  if (tiff == nullptr) fail(source, memory);
  const TiffTags tags = read_tags(source, tiff.get());
  const std::optional<double> mark = read_no_data(source, tiff.get());

  Decoded result;
  if (tags.way == TiffWay::converted) {
    result.image = read_rgba(source, memory, tiff.get(), tags);
  } else {
    const auto* type = std::find_if(std::begin(types), std::end(types), [&](const Type& candidate) {
      return candidate.format == tags.format && candidate.bits == tags.bits;
    });
    if (type == std::end(types)) fail_samples(source, tags);
    result.image = read_blocks(source, memory, tiff.get(), tags, *type);
  }
  if (memory.ended) fail_truncated(source, "TIFF");  // libtiff only warns when a tag is cut off
  if (tags.colours == PHOTOMETRIC_LOGLUV) xyz_to_rgb(result.image);
  if (tags.way != TiffWay::samples) return result;
  if (mark) result.no_data = pixels_without_data(result.image, *mark);
  if (tags.colours == PHOTOMETRIC_MINISWHITE) {
    if (result.image.sample() == Sample::u8) invert<std::uint8_t>(result.image);
    if (result.image.sample() == Sample::u16) invert<std::uint16_t>(result.image);
  }
  return result;
}

}  // namespace

Image decode_tiff(const Source& source) {
  Decoded decoded = decode(source);
  return decoded.no_data.empty() ? std::move(decoded.image) : with_nan(decoded.image, decoded.no_data);
}

Image decode_tiff_counts(const Source& source) {
  Decoded decoded = decode(source);
  if (decoded.no_data.empty()) return std::move(decoded.image);
  if (decoded.image.sample() == Sample::f32) return with_nan(decoded.image, decoded.no_data);
  return with_zeros(std::move(decoded.image), decoded.no_data);
}

}  // namespace csca::io
