// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/tiled_tiff.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

namespace csca {
namespace io {
namespace {

constexpr int usual_block = 256;

}  // namespace

TiledTiff::TiledTiff(const std::filesystem::path& file, const Kind& kind, const Georeference& georeference)
    : file_(file), kind_(kind), block_(std::gcd(kind.tile, usual_block)), out_(behind_links(file)) {
  if (out_.descriptor() < 0) io::fail("write", file_, errno);
  memory_.writing = true;
  memory_.descriptor = out_.descriptor();
  // Classic TIFF has 32-bit offsets; "l" and "8" make the bytes the same on every machine and every size possible.
  constexpr double classic_limit = 0xF000'0000;
  const std::size_t pixel = bytes_per_sample(kind.sample) * static_cast<std::size_t>(kind.channels);
  const double bytes = static_cast<double>(pixel) * kind.width * kind.height;
  tiff_ = open_tiff(memory_, bytes < classic_limit ? "wl" : "wl8");
  if (tiff_ == nullptr) fail();
  set_tags(georeference);
  block_bytes_.resize(pixel * static_cast<std::size_t>(block_) * static_cast<std::size_t>(block_));
}

void TiledTiff::set_tags(const Georeference& georeference) {
  const auto set = [&](std::uint32_t tag, auto value) {
    if (TIFFSetField(tiff_.get(), tag, value) == 0) fail();
  };
  const bool floats = kind_.sample == Sample::f32;
  set(TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(kind_.width));
  set(TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(kind_.height));
  set(TIFFTAG_SAMPLESPERPIXEL, kind_.channels);
  set(TIFFTAG_BITSPERSAMPLE, static_cast<int>(8 * bytes_per_sample(kind_.sample)));
  set(TIFFTAG_SAMPLEFORMAT, floats ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT);
  set(TIFFTAG_PHOTOMETRIC, kind_.channels >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
  set(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  set(TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
  set(TIFFTAG_PREDICTOR, floats ? PREDICTOR_FLOATINGPOINT : PREDICTOR_HORIZONTAL);
  set(TIFFTAG_ZIPQUALITY, 4);  // of 9: sooner done than 6
  set(TIFFTAG_TILEWIDTH, static_cast<std::uint32_t>(block_));
  set(TIFFTAG_TILELENGTH, static_cast<std::uint32_t>(block_));
  if (set_georeference(tiff_.get(), georeference) && (!floats || set_no_data(tiff_.get()))) return;
  give_up(tiff_);
  fail();
}

void TiledTiff::write(const Window& tile, const std::byte* rows, std::size_t row_bytes) {
  const std::size_t pixel = bytes_per_sample(kind_.sample) * static_cast<std::size_t>(kind_.channels);
  const std::size_t block_row = pixel * static_cast<std::size_t>(block_);
  for (int y = 0; y < tile.height; y += block_) {
    for (int x = 0; x < tile.width; x += block_) {
      std::fill(block_bytes_.begin(), block_bytes_.end(), std::byte{0});  // beyond the image
      const std::size_t bytes = pixel * static_cast<std::size_t>(std::min(block_, tile.width - x));
      for (int v = 0; v < std::min(block_, tile.height - y); ++v) {
        std::memcpy(block_bytes_.data() + block_row * static_cast<std::size_t>(v),
                    rows + row_bytes * static_cast<std::size_t>(y + v) + pixel * static_cast<std::size_t>(x), bytes);
      }
      const std::uint32_t number = TIFFComputeTile(tiff_.get(), static_cast<std::uint32_t>(tile.x + x),
                                                   static_cast<std::uint32_t>(tile.y + y), 0, 0);
      const auto size = static_cast<tmsize_t>(block_bytes_.size());
      if (writing([&] { return TIFFWriteEncodedTile(tiff_.get(), number, block_bytes_.data(), size); }) < 0) fail();
    }
  }
}

void TiledTiff::finish() {
  if (writing([&] { return TIFFFlush(tiff_.get()); }) == 0 || memory_.error != 0) fail();
  tiff_.reset();
  if (memory_.error != 0) fail();
  if (const int error = NewFile::appear({&out_})) io::fail("write", file_, error);
}

void TiledTiff::fail() const {
  if (memory_.error != 0) io::fail("write", file_, memory_.error);
  throw Error("cannot write " + quoted(file_) + ": libtiff says \"" + memory_.text + "\"; try another format");
}

}  // namespace io

TiledMapFile::TiledMapFile(const std::filesystem::path& file, int width, int height, int size,
                           const Georeference& georeference)
    : tiff_(std::make_unique<io::TiledTiff>(file, io::TiledTiff::Kind{width, height, 1, Sample::f32, size},
                                            georeference)) {}

TiledMapFile::~TiledMapFile() = default;

void TiledMapFile::write(const Window& tile, const Plane<float>& map) {
  Plane<float> marked = map;
  for (float& value : marked) {
    if (!std::isfinite(value)) value = std::numeric_limits<float>::quiet_NaN();
  }
  tiff_->write(tile, reinterpret_cast<const std::byte*>(marked.data()),
               sizeof(float) * static_cast<std::size_t>(tile.width));
}

void TiledMapFile::finish() { tiff_->finish(); }

TiledImageFile::TiledImageFile(const std::filesystem::path& file, int width, int height, int channels, Sample sample,
                               int size)
    : tiff_(std::make_unique<io::TiledTiff>(file, io::TiledTiff::Kind{width, height, channels, sample, size},
                                            Georeference())) {}

TiledImageFile::~TiledImageFile() = default;

void TiledImageFile::write(const Window& tile, const Image& image) {
  tiff_->write(tile, image.row<std::byte>(0), image.row_bytes());
}

void TiledImageFile::finish() { tiff_->finish(); }

}  // namespace csca
