// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/tiles_io.hpp>

#include <cstddef>
#include <filesystem>
#include <vector>

#include "io/new_file.hpp"
#include "io/tiff_memory.hpp"

namespace csca::io {

/// A TIFF of tiles on its way to the disk.
class TiledTiff {
 public:
  struct Kind {
    int width;
    int height;
    int channels;
    Sample sample;
    int tile;  ///< of those that come; the file's own may be smaller
  };

  TiledTiff(const std::filesystem::path& file, const Kind& kind, const Georeference& georeference);

  /// `rows` hold the tile's pixels, `row_bytes` apart.
  void write(const Window& tile, const std::byte* rows, std::size_t row_bytes);
  void finish();

 private:
  void set_tags(const Georeference& georeference);
  [[noreturn]] void fail() const;

  std::filesystem::path file_;
  Kind kind_;
  int block_;  // pixels on a side of the file's own tiles
  NewFile out_;
  TiffMemory memory_;
  Tiff tiff_;
  std::vector<std::byte> block_bytes_;
};

/// The tags of an open TIFF, into one and out of one. False where libtiff has no memory for them.
bool set_georeference(TIFF* tiff, const Georeference& georeference);
Georeference georeference_of(TIFF* tiff);

/// Says by GDAL's tag that NaN is no data. The tags have to be known, as `set_georeference` makes them.
bool set_no_data(TIFF* tiff);

}  // namespace csca::io
