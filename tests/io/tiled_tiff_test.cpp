// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/io_test.hpp"

#include <tiffio.h>
#include <csca/tiles_io.hpp>

#include "support/random.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace csca {
namespace {

class TiledTiffTest : public IoTest {};

Plane<float> numbers(int width, int height) {
  Plane<float> plane(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) plane(x, y) = static_cast<float>(x) - 0.25F * static_cast<float>(y);
  }
  return plane;
}

Plane<float> part(const Plane<float>& plane, const Window& window) {
  Plane<float> result(window.width, window.height);
  for (int y = 0; y < window.height; ++y) std::copy_n(plane.row(window.y + y) + window.x, window.width, result.row(y));
  return result;
}

void write_tiles(TiledMapFile& file, const Plane<float>& plane, int size) {
  for (int y = 0; y < plane.height(); y += size) {
    for (int x = 0; x < plane.width(); x += size) {
      const Window tile{x, y, std::min(size, plane.width() - x), std::min(size, plane.height() - y)};
      file.write(tile, part(plane, tile));
    }
  }
}

const Georeference somewhere{.pixel_scale = {0.5, 0.5, 0},
                             .tiepoints = {0, 0, 0, 500000.25, 4649776.5, 0},
                             .transformation = {},
                             .keys = {1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32617},
                             .key_doubles = {6378137},
                             .key_text = "WGS 84|"};

TEST_F(TiledTiffTest, HoldsTheMapAndWhereItLies) {
  Plane<float> plane = numbers(301, 150);
  plane(17, 9) = std::numeric_limits<float>::quiet_NaN();
  plane(300, 149) = std::numeric_limits<float>::infinity();
  for (const int size : {64, 128, 320}) {
    TiledMapFile file(folder / "map.tif", 301, 150, size, somewhere);
    write_tiles(file, plane, size);
    EXPECT_EQ(files_in_folder(), size == 64 ? 0U : 1U);
    file.finish();
    const Plane<float> read = read_disparity(folder / "map.tif");
    ASSERT_EQ(read.width(), 301);
    EXPECT_TRUE(std::isnan(read(17, 9)));
    EXPECT_TRUE(std::isnan(read(300, 149)));
    for (int y = 0; y < 150; ++y) {
      for (int x = 0; x < 301; ++x) {
        if (!std::isnan(read(x, y))) {
          ASSERT_EQ(read(x, y), plane(x, y));
        }
      }
    }
    const Georeference again = read_georeference(folder / "map.tif");
    EXPECT_EQ(again.pixel_scale, somewhere.pixel_scale);
    EXPECT_EQ(again.tiepoints, somewhere.tiepoints);
    EXPECT_EQ(again.keys, somewhere.keys);
    EXPECT_EQ(again.key_doubles, somewhere.key_doubles);
    EXPECT_EQ(again.key_text, somewhere.key_text);
    EXPECT_TRUE(again.transformation.empty());
  }
}

TEST_F(TiledTiffTest, AppearsWholeOrNotAtAll) {
  {
    TiledMapFile file(folder / "map.tif", 200, 200, 64);
    write_tiles(file, numbers(200, 200), 64);
  }
  EXPECT_EQ(files_in_folder(), 0U);
  EXPECT_IN("cannot write", error_of([&] { TiledMapFile file(folder / "none" / "map.tif", 9, 9, 64); }));
}

TEST_F(TiledTiffTest, WindowsAreThoseOfTheWholeImage) {
  for (const int channels : {1, 3}) {
    const Image image = random_texture(333, 140, channels, 4);
    TiledImageFile file(folder / "tiled.tif", 333, 140, channels, Sample::u8, 64);
    for (int y = 0; y < 140; y += 64) {
      for (int x = 0; x < 333; x += 64) {
        const Window tile{x, y, std::min(64, 333 - x), std::min(64, 140 - y)};
        file.write(tile, ImageWindows(image).read(tile));
      }
    }
    file.finish();
    ASSERT_EQ(read_image(folder / "tiled.tif"), image);
    write_png(folder / "whole.png", image);
    for (const char* name : {"tiled.tif", "whole.png"}) {
      const std::unique_ptr<WindowReader> windows = open_windows(folder / name);
      EXPECT_EQ(windows->width(), 333);
      EXPECT_EQ(windows->channels(), channels);
      Random random(7);
      for (int i = 0; i < 40; ++i) {
        const int x = random.whole(0, 332);
        const int y = random.whole(0, 139);
        const Window window{x, y, random.whole(1, 333 - x), random.whole(1, 140 - y)};
        ASSERT_EQ(windows->read(window), ImageWindows(image).read(window)) << name;
      }
    }
  }
}

TEST_F(TiledTiffTest, WindowsWithoutDataAreNaN) {
  // A map's own tag says that NaN is no data; here 7 is.
  Plane<float> plane = numbers(100, 80);
  TiledMapFile file(folder / "map.tif", 100, 80, 64);
  write_tiles(file, plane, 64);
  file.finish();
  TIFF* tiff = TIFFOpen((folder / "map.tif").c_str(), "r+");
  ASSERT_NE(tiff, nullptr);
  TIFFSetField(tiff, 42113, 2U, "7");  // libtiff takes tags that it does not know with a count
  TIFFRewriteDirectory(tiff);
  TIFFClose(tiff);
  const std::unique_ptr<WindowReader> windows = open_windows(folder / "map.tif");
  const Image window = windows->read({0, 0, 10, 1});
  EXPECT_TRUE(std::isnan(window.row<float>(0)[7]));
  EXPECT_EQ(window.row<float>(0)[6], 6);
}

TEST_F(TiledTiffTest, DamagedFilesAreRefusedWithASentence) {
  TiledMapFile file(folder / "map.tif", 500, 400, 64);
  write_tiles(file, numbers(500, 400), 64);
  file.finish();
  const std::string bytes = get(folder / "map.tif");
  const auto read_all = [&](std::string_view damaged) {
    const std::unique_ptr<WindowReader> windows = open_windows(put("damaged.tif", damaged));
    windows->read({0, 0, windows->width(), windows->height()});
  };
  EXPECT_NO_THROW(read_all(bytes));
  for (std::size_t size = 5; size < bytes.size(); size += bytes.size() / 17) {
    EXPECT_IN("damaged.tif", error_of([&] { read_all(std::string_view(bytes).substr(0, size)); }));
  }
}

}  // namespace
}  // namespace csca
