// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/tiff_blocks.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "io/tiff_checksum.hpp"

namespace csca::io {
namespace {

/// For files in which 0 is white. A second channel is alpha and stays.
template <class T>
void invert(Image& image) {
  for (int y = 0; y < image.height(); ++y) {
    T* row = image.row<T>(y);
    for (int x = 0; x < image.width(); ++x) row[x * image.channels()] = static_cast<T>(~row[x * image.channels()]);
  }
}

/// Copies `count` samples to every `step`-th place.
template <class From, class To>
void copy(const std::byte* from_bytes, std::byte* to_bytes, int count, int step) {
  const auto* from = reinterpret_cast<const From*>(from_bytes);
  auto* to = reinterpret_cast<To*>(to_bytes);
  for (int i = 0; i < count; ++i, to += step) *to = static_cast<To>(from[i]);
}

}  // namespace

/// Sample types that are read as they are; libtiff has put their bytes into the order of this machine.
struct TiffBlocks::Type {
  int format;
  int bits;
  Sample sample;
  void (*copy)(const std::byte* from, std::byte* to, int count, int step);
};

const TiffBlocks::Type TiffBlocks::types[] = {
    {SAMPLEFORMAT_UINT, 8, Sample::u8, copy<std::uint8_t, std::uint8_t>},
    {SAMPLEFORMAT_UINT, 16, Sample::u16, copy<std::uint16_t, std::uint16_t>},
    {SAMPLEFORMAT_UINT, 32, Sample::f32, copy<std::uint32_t, float>},
    {SAMPLEFORMAT_INT, 8, Sample::f32, copy<std::int8_t, float>},
    {SAMPLEFORMAT_INT, 16, Sample::f32, copy<std::int16_t, float>},
    {SAMPLEFORMAT_INT, 32, Sample::f32, copy<std::int32_t, float>},
    {SAMPLEFORMAT_IEEEFP, 32, Sample::f32, copy<float, float>},
    {SAMPLEFORMAT_IEEEFP, 64, Sample::f32, copy<double, float>},
};

void fail_tiff(const Source& source, const TiffMemory& memory) {
  if (memory.ended) fail_truncated(source, "TIFF");
  fail_damaged(source, std::string("libtiff says \"") + memory.text + '"');
}

void make_black_least(const TiffTags& tags, Image& image) {
  if (tags.colours != PHOTOMETRIC_MINISWHITE) return;
  if (image.sample() == Sample::u8) invert<std::uint8_t>(image);
  if (image.sample() == Sample::u16) invert<std::uint16_t>(image);
}

TiffBlocks::TiffBlocks(const Source& source, TIFF* tiff, const TiffTags& tags)
    : source_(source),
      tiff_(tiff),
      tags_(tags),
      type_(std::find_if(
          std::begin(types), std::end(types),
          [&](const Type& candidate) { return candidate.format == tags.format && candidate.bits == tags.bits; })),
      tiled_(TIFFIsTiled(tiff) != 0),
      width_(tags.width),
      height_(tags.height) {
  if (type_ == std::end(types)) fail_samples(source, tags);
  if (tiled_) {
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width_);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height_);
  } else {
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &height_);
    height_ = std::min(height_, tags.height);
  }
  row_bytes_ = std::uint64_t{width_} * tags.bits / 8 * (tags.planes == PLANARCONFIG_SEPARATE ? 1 : tags.channels);
  // Tiles may overhang the image, but not by much.
  constexpr std::uint32_t overhang = 8'192;
  const auto libtiff_row = tiled_ ? TIFFTileRowSize64(tiff) : TIFFScanlineSize64(tiff);
  if (width_ == 0 || height_ == 0 || width_ > tags.width + overhang || height_ > tags.height + overhang ||
      libtiff_row != row_bytes_) {
    fail_damaged(source, "the size of its strips or tiles makes no sense");
  }
}

Sample TiffBlocks::sample() const { return type_->sample; }

Image TiffBlocks::read(const TiffMemory& memory, const Window& window) const {
  Image image(window.width, window.height, tags_.channels, type_->sample);
  std::vector<std::byte> bytes(row_bytes_ * height_);
  const bool separate = tags_.planes == PLANARCONFIG_SEPARATE;
  const int together = separate ? 1 : tags_.channels;  // samples of a pixel that lie together in a block
  const std::uint16_t planes = separate ? tags_.channels : std::uint16_t{1};
  const auto begin_x = static_cast<std::uint32_t>(window.x);
  const auto begin_y = static_cast<std::uint32_t>(window.y);
  const auto end_x = static_cast<std::uint32_t>(window.right());
  const auto end_y = static_cast<std::uint32_t>(window.bottom());
  for (std::uint16_t plane = 0; plane < planes; ++plane) {
    for (std::uint32_t top = begin_y / height_ * height_; top < end_y; top += height_) {
      const std::uint32_t rows = std::min(height_, tags_.height - top);
      for (std::uint32_t left = begin_x / width_ * width_; left < end_x; left += width_) {
        const auto wanted = static_cast<tmsize_t>(row_bytes_ * (tiled_ ? height_ : rows));
        const std::uint32_t block =
            tiled_ ? TIFFComputeTile(tiff_, left, top, 0, plane) : TIFFComputeStrip(tiff_, top, plane);
        check_block(source_, tiff_, tags_, block, static_cast<std::uint64_t>(wanted));
        const tmsize_t got = tiled_ ? TIFFReadEncodedTile(tiff_, block, bytes.data(), wanted)
                                    : TIFFReadEncodedStrip(tiff_, block, bytes.data(), wanted);
        if (got != wanted) fail_tiff(source_, memory);
        const std::uint32_t from = std::max(left, begin_x);
        const int count = static_cast<int>(std::min(left + width_, end_x) - from) * together;
        const std::size_t in = std::size_t{from - left} * static_cast<std::size_t>(together) * tags_.bits / 8;
        const std::size_t out =
            (std::size_t{from - begin_x} * tags_.channels + plane) * bytes_per_sample(type_->sample);
        for (std::uint32_t y = std::max(top, begin_y); y < std::min(top + rows, end_y); ++y) {
          type_->copy(bytes.data() + (y - top) * row_bytes_ + in,
                      image.row<std::byte>(static_cast<int>(y - begin_y)) + out, count, tags_.channels / together);
        }
      }
    }
  }
  return image;
}

}  // namespace csca::io
