// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>
#include <csca/tiles.hpp>

#include <filesystem>
#include <memory>
#include <vector>

namespace csca::io {
class TiledTiff;
}

#pragma GCC visibility push(default)
namespace csca {

/// An image file of which windows are read: strips and tiles of a TIFF as they are needed; images in other formats, and
/// TIFFs of bitmaps, palettes and their like, are read as a whole and held.
std::unique_ptr<WindowReader> open_windows(const std::filesystem::path& file);

/// Where on Earth a TIFF's pixels lie, as GeoTIFF tags say it; nothing is made of them but a copy.
struct Georeference {
  std::vector<double> pixel_scale = {};
  std::vector<double> tiepoints = {};
  std::vector<double> transformation = {};
  std::vector<std::uint16_t> keys = {};
  std::vector<double> key_doubles = {};
  std::string key_text = {};

  bool empty() const { return keys.empty() && pixel_scale.empty() && transformation.empty(); }
};

/// That of a file; empty for files that have none.
Georeference read_georeference(const std::filesystem::path& file);

/// A float map that is written tile by tile: a TIFF of tiles, deflated with a predictor, BigTIFF where it may grow
/// beyond 4 GB. Unknown is NaN, which GDAL's tag says too. The file appears whole or not at all.
class TiledMapFile {
 public:
  /// Tiles that come are `size` pixels on a side, but for the last ones of rows and columns: a multiple of 16.
  TiledMapFile(const std::filesystem::path& file, int width, int height, int size,
               const Georeference& georeference = {});
  ~TiledMapFile();
  TiledMapFile(const TiledMapFile&) = delete;
  TiledMapFile& operator=(const TiledMapFile&) = delete;

  /// Throws Error where the disk is full.
  void write(const Window& tile, const Plane<float>& map);
  /// After the last tile: gives the file its name.
  void finish();

 private:
  std::unique_ptr<io::TiledTiff> tiff_;
};

/// An image of 8- or 16-bit samples in the same form, for pictures that are made tile by tile.
class TiledImageFile {
 public:
  TiledImageFile(const std::filesystem::path& file, int width, int height, int channels, Sample sample, int size);
  ~TiledImageFile();
  TiledImageFile(const TiledImageFile&) = delete;
  TiledImageFile& operator=(const TiledImageFile&) = delete;

  void write(const Window& tile, const Image& image);
  void finish();

 private:
  std::unique_ptr<io::TiledTiff> tiff_;
};

}  // namespace csca
#pragma GCC visibility pop
