// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/tiff_checksum.hpp"

#include <zlib.h>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace csca::io {
namespace {

bool has_checksums(TIFF* tiff, const TiffTags& tags) {
  std::uint16_t order = FILLORDER_MSB2LSB;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_FILLORDER, &order);
  return order == FILLORDER_MSB2LSB &&  // bits of the other order would have to be turned first
         (tags.compression == COMPRESSION_DEFLATE || tags.compression == COMPRESSION_ADOBE_DEFLATE);
}

/// Whether a stream of zlib's ends, with the checksum of its bytes, or lacks nothing but that. The last strip may hold
/// more rows than the image has.
bool fits(std::vector<Bytef>& raw, std::uint64_t bytes) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return true;  // out of memory, as libtiff will say
  stream.next_in = raw.data();
  stream.avail_in = static_cast<uInt>(raw.size());
  std::vector<Bytef> decoded(std::size_t{1} << 16);
  int answer = Z_OK;
  while (answer == Z_OK && stream.total_out <= 2 * bytes + decoded.size()) {
    stream.next_out = decoded.data();
    stream.avail_out = static_cast<uInt>(decoded.size());
    answer = inflate(&stream, Z_NO_FLUSH);
  }
  inflateEnd(&stream);
  return answer == Z_STREAM_END || answer == Z_MEM_ERROR || (answer == Z_BUF_ERROR && stream.total_out == bytes);
}

}  // namespace

void check_block(const Source& source, TIFF* tiff, const TiffTags& tags, std::uint32_t block, std::uint64_t bytes) {
  if (!has_checksums(tiff, tags)) return;
  const std::uint64_t size = TIFFGetStrileByteCount(tiff, block);
  // What the file cannot hold, libtiff tells.
  if (size == 0 || size > source.size() || size > std::numeric_limits<uInt>::max()) return;
  std::vector<Bytef> raw(size);
  const auto wanted = static_cast<tmsize_t>(size);
  const tmsize_t got = TIFFIsTiled(tiff) != 0 ? TIFFReadRawTile(tiff, block, raw.data(), wanted)
                                              : TIFFReadRawStrip(tiff, block, raw.data(), wanted);
  if (got == wanted && !fits(raw, bytes)) {
    fail_damaged(source, "the checksum of strip or tile " + std::to_string(block) + " does not fit its pixels");
  }
}

void check_blocks(const Source& source, TIFF* tiff, const TiffTags& tags) {
  if (!has_checksums(tiff, tags)) return;
  const bool tiled = TIFFIsTiled(tiff) != 0;
  const std::uint32_t count = tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
  const std::uint64_t bytes = tiled ? TIFFTileSize64(tiff) : TIFFStripSize64(tiff);
  for (std::uint32_t block = 0; block < count; ++block) check_block(source, tiff, tags, block, bytes);
}

}  // namespace csca::io
