// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <tiffio.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "io/samples.hpp"

namespace {

void put_sample(const TiffKind& kind, std::uint8_t* to, int i, int y) {
  const auto put = [&](auto value) { std::memcpy(to, &value, sizeof value); };
  const std::uint32_t byte = sample_at(i, y, 8);
  if (kind.format == SAMPLEFORMAT_IEEEFP && kind.bits == 32) return put(static_cast<float>(byte) / 4);
  if (kind.format == SAMPLEFORMAT_IEEEFP) return put(static_cast<double>(byte) / 4);
  if (kind.bits == 8) return put(static_cast<std::uint8_t>(byte));
  if (kind.bits == 16) return put(static_cast<std::uint16_t>(sample_at(i, y, 16)));
  put(byte);
}

/// A block of the image, or of its plane when `plane` is not negative, packed as libtiff wants it.
std::vector<std::uint8_t> block(const TiffKind& kind, int left, int top, int width, int height, int plane) {
  const int together = plane < 0 ? kind.channels : 1;
  const int row_bytes = (width * together * kind.bits + 7) / 8;
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(row_bytes * height));
  for (int y = 0; y < height; ++y) {
    for (int i = 0; i < width * together; ++i) {
      const int place = plane < 0 ? left * kind.channels + i : (left + i) * kind.channels + plane;
      std::uint8_t* row = bytes.data() + y * row_bytes;
      if (kind.bits >= 8) {
        put_sample(kind, row + i * kind.bits / 8, place, top + y);
      } else if ((sample_at(place, top + y, 8) & 1) != 0) {
        row[i / 8] = static_cast<std::uint8_t>(row[i / 8] | 128 >> i % 8);
      }
    }
  }
  return bytes;
}

void write_pixels(TIFF* tiff, const TiffKind& kind) {
  constexpr int rows = 5, tile = 16;
  TIFFSetField(tiff, kind.tiled ? TIFFTAG_TILEWIDTH : TIFFTAG_ROWSPERSTRIP, kind.tiled ? tile : rows);
  if (kind.tiled) TIFFSetField(tiff, TIFFTAG_TILELENGTH, tile);
  const int step_x = kind.tiled ? tile : kind.width;
  const int step_y = kind.tiled ? tile : rows;
  std::uint32_t index = 0;
  for (int plane = 0; plane < (kind.separate ? kind.channels : 1); ++plane) {
    for (int top = 0; top < kind.height; top += step_y) {
      for (int left = 0; left < kind.width; left += step_x) {
        const int height = kind.tiled ? tile : std::min(rows, kind.height - top);
        auto bytes = block(kind, left, top, step_x, height, kind.separate ? plane : -1);
        const auto size = static_cast<tmsize_t>(bytes.size());
        kind.tiled ? TIFFWriteEncodedTile(tiff, index, bytes.data(), size)
                   : TIFFWriteEncodedStrip(tiff, index, bytes.data(), size);
        ++index;
      }
    }
  }
}

void write_tiff(TIFF* tiff, const TiffKind& kind) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, kind.width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, kind.height);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, kind.channels);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, kind.bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, kind.format);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, kind.colours);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, kind.compression);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, kind.separate ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  if (kind.channels % 2 == 0) {
    const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha);
  }
  if (kind.colours == PHOTOMETRIC_PALETTE) {  // entry i is (i, 2i, 255 - i) in 8 bits
    std::vector<std::uint16_t> red(256), green(256), blue(256);
    for (std::size_t i = 0; i < 256; ++i) {
      red[i] = static_cast<std::uint16_t>(i * 257);
      green[i] = static_cast<std::uint16_t>(i * 2 % 256 * 257);
      blue[i] = static_cast<std::uint16_t>((255 - i) * 257);
    }
    TIFFSetField(tiff, TIFFTAG_COLORMAP, red.data(), green.data(), blue.data());
  }
  write_pixels(tiff, kind);
}

}  // namespace

std::string make_tiff(const std::string& mode, const std::function<void(tiff*)>& fill) {
  std::string name = (std::filesystem::temp_directory_path() / "csca-tiff-XXXXXX").string();
  TIFF* tiff = TIFFFdOpen(::mkstemp(name.data()), name.c_str(), mode.c_str());
  fill(tiff);
  TIFFClose(tiff);
  std::ifstream in(name, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(name);
  return bytes;
}

std::string make_tiff(const TiffKind& kind) {
  return make_tiff(kind.mode, [&](TIFF* tiff) { write_tiff(tiff, kind); });
}
