// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <gtest/gtest.h>
#include <csca/io.hpp>
#include <csca/tiles_io.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace csca::test {
namespace {

/// ENVI's form, which csca itself does not read: samples as they are, and a text beside them.
class Gdal : public testing::Test {
 protected:
  Gdal() {
    EXPECT_EQ(folder.csca("synth pair --width 700 --height 420 --levels 24 --bits 16 --grey --tiles").exit_code, 0);
    for (const char* side : {"left", "right"}) write_envi(side);
  }

  void write_envi(const std::string& side) {
    Image image = read_image(folder / ("pair/" + side + ".tif"));
    const bool left = side == "left";
    std::string bytes;
    for (int y = 0; y < image.height(); ++y) {
      auto* row = image.row<std::uint16_t>(y);
      for (int x = 0; x < image.width(); ++x) {
        if (row[x] == 0) row[x] = 1;
        if (left && x >= 300 && x < 340 && y >= 100 && y < 140) row[x] = 0;
      }
      bytes.append(reinterpret_cast<const char*>(row), image.row_bytes());
    }
    write(folder / (side + ".img"), bytes);
    write(folder / (side + ".hdr"),
          "ENVI\nsamples = 700\nlines = 420\nbands = 1\nheader offset = 0\nfile type = ENVI Standard\n"
          "data type = 12\ninterleave = bsq\nbyte order = 0\ndata ignore value = 0\n"
          "map info = {UTM, 1, 1, 500000, 4000000, 0.5, 0.5, 17, North, WGS-84}\n");
    Plane<float> plane(image.width(), image.height());
    for (int y = 0; y < image.height(); ++y) {
      for (int x = 0; x < image.width(); ++x) {
        const float value = image.row<std::uint16_t>(y)[x];
        plane(x, y) = value == 0 ? std::nanf("") : value;
      }
    }
    write_disparity(folder / (side + ".tif"), plane);
  }

  Folder folder;
};

TEST_F(Gdal, GivesTheMapOfTheSamePixels) {
  const std::string settings = " --range 0..23 --scales 3 --white 65535 -q ";
  ASSERT_EQ(folder.csca("match left.tif right.tif -o own.tif" + settings).exit_code, 0);
  for (const std::string tiles : {"", "--tile 256", "--max-memory 130M"}) {
    const Outcome run = folder.csca("match left.img right.img --gdal -o map.tif" + settings + tiles);
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const Plane<float> map = read_disparity(folder / "map.tif");
    const Plane<float> own = read_disparity(folder / "own.tif");
    EXPECT_EQ(std::memcmp(map.data(), own.data(), map.size() * sizeof(float)), 0) << tiles;
    EXPECT_TRUE(std::isnan(map(320, 120)));
    EXPECT_FALSE(std::isnan(map(500, 300)));
    const Georeference place = read_georeference(folder / "map.tif");
    EXPECT_EQ(place.pixel_scale, (std::vector<double>{0.5, 0.5, 0})) << tiles;
    ASSERT_EQ(place.tiepoints.size(), 6U);
    EXPECT_EQ(place.tiepoints[3], 500000);
    EXPECT_FALSE(place.keys.empty());
  }
}

TEST_F(Gdal, ServesABatch) {
  write(folder / "pairs.csv", "left,right,name\nleft.img,right.img,a\n");
  const Outcome run = folder.csca("batch pairs.csv --out out --gdal --form tif --range 0..23");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(std::isnan(read_disparity(folder / "out/maps/a.tif")(320, 120)));
}

TEST_F(Gdal, RefusesInASentence) {
  const auto refused = [&](const std::string& left, const std::string& word) {
    const Outcome run = folder.csca("match " + left + " right.img --gdal -o map.tif --range 0..23");
    EXPECT_EQ(run.exit_code, 2) << left;
    EXPECT_NE(run.err.find(word), std::string::npos) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  };
  refused("none.img", "no such file");
  write(folder / "rubbish.img", "rubbish");
  refused("rubbish.img", "cannot read 'rubbish.img' by GDAL");
  write(folder / "short.img", contents(folder / "left.img").substr(0, 1000));
  write(folder / "short.hdr", contents(folder / "left.hdr"));
  refused("short.img", "short.img");
  std::string bands = contents(folder / "left.hdr");
  bands.replace(bands.find("lines = 420"), 11, "lines = 210");
  bands.replace(bands.find("bands = 1"), 9, "bands = 2");
  write(folder / "bands.img", contents(folder / "left.img"));
  write(folder / "bands.hdr", bands);
  refused("bands.img", "it has 2 bands");
  // Without the flag it is a file that csca does not know.
  const Outcome plain = folder.csca("match left.img right.img -o map.tif");
  EXPECT_EQ(plain.exit_code, 2);
  EXPECT_NE(plain.err.find("is not an image that csca reads"), std::string::npos);
}

}  // namespace
}  // namespace csca::test
