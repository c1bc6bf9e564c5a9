// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tool.hpp"

#include <gtest/gtest.h>
#include <csca/io.hpp>
#include <csca/tiles_io.hpp>

#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace csca::test {
namespace {

constexpr const char* settings = " --preset bare --range 0..31 --scales 3 --right diagonal --refine median -q ";

/// A pair of 16 bits as TIFFs of tiles.
void make_pair(const Folder& folder) {
  ASSERT_EQ(folder.csca("synth pair --width 1300 --height 600 --levels 32 --bits 16 --grey --tiles").exit_code, 0);
}

std::size_t different(const Plane<float>& a, const Plane<float>& b) {
  if (a.size() != b.size()) return a.size() + b.size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += std::memcmp(a.data() + i, b.data() + i, sizeof(float)) != 0;
  return count;
}

TEST(Tiles, GiveTheMapOfTheWholePair) {
  const Folder folder;
  make_pair(folder);
  for (const std::string method : {"box", "gf"}) {
    const std::string command = "match pair/left.tif pair/right.tif" + std::string(settings) + "--method " + method;
    ASSERT_EQ(folder.csca(command + " -o whole.tif --right-output right.tif").exit_code, 0);
    const Outcome tiled = folder.csca(command + " -o tiled.tif --right-output right_tiled.tif --tile 256");
    ASSERT_EQ(tiled.exit_code, 0) << tiled.err;
    EXPECT_EQ(tiled.err, "");
    EXPECT_EQ(different(read_disparity(folder / "tiled.tif"), read_disparity(folder / "whole.tif")), 0U) << method;
    EXPECT_EQ(different(read_disparity(folder / "right_tiled.tif"), read_disparity(folder / "right.tif")), 0U);
  }
}

TEST(Tiles, AreTakenWhereMemoryAsksForThem) {
  const Folder folder;
  make_pair(folder);
  const std::string command = "match pair/left.tif pair/right.tif" + std::string(settings);
  const Outcome plan = folder.csca(command + "--max-memory 60M --dry-run");
  ASSERT_EQ(plan.exit_code, 0) << plan.err;
  EXPECT_NE(plan.out.find("tiles = "), std::string::npos) << plan.out;
  EXPECT_NE(plan.out.find("same bits as without tiles = yes"), std::string::npos);
  EXPECT_EQ(folder.csca(command + "--max-memory 600M --dry-run").out.find("tiles = "), std::string::npos);
  ASSERT_EQ(folder.csca(command + "--max-memory 60M -o tiled.tif").exit_code, 0);
  ASSERT_EQ(folder.csca(command + "-o whole.tif").exit_code, 0);
  EXPECT_EQ(different(read_disparity(folder / "tiled.tif"), read_disparity(folder / "whole.tif")), 0U);
}

TEST(Tiles, RefuseWhatTheyCannotWrite) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth pair --width 300 --height 200 --levels 16 --tiles").exit_code, 0);
  const std::string command = "match pair/left.tif pair/right.tif --range 0..15 --tile 128";
  const auto sentence = [&](const std::string& more) {
    const Outcome run = folder.csca(command + more);
    EXPECT_EQ(run.exit_code, 2) << more;
    EXPECT_EQ(folder.listing(), "pair");
    return run.err;
  };
  EXPECT_NE(sentence(" -o map.pfm").find("let the name end in .tif"), std::string::npos);
  EXPECT_NE(sentence(" -o map.tif --preview look.png").find("tiles make maps alone"), std::string::npos);
  EXPECT_NE(sentence(" -o map.tif --confidence ambiguity").find("ambiguity"), std::string::npos);
  EXPECT_NE(sentence(" -o map.tif --save-volume raw").find("leave out --tile"), std::string::npos);
  EXPECT_NE(sentence("").find("give -o FILE"), std::string::npos);
  EXPECT_NE(sentence(" -o map.tif --tile-overlap 9999").find("overlap is 9999"), std::string::npos);
}

/// An 8-bit image as a TIFF of floats that lies somewhere on Earth.
void place_on_earth(const std::filesystem::path& from, const std::filesystem::path& to, const Georeference& place) {
  const Image image = read_image(from);
  Plane<float> plane(image.width(), image.height());
  for (int y = 0; y < image.height(); ++y) {
    std::copy_n(image.row<std::uint8_t>(y), image.width(), plane.row(y));
  }
  TiledMapFile file(to, image.width(), image.height(), 512, place);
  file.write({0, 0, image.width(), image.height()}, plane);
  file.finish();
}

TEST(Tiles, CarryTheGeoreferenceOver) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth pair --width 400 --height 300 --levels 16 --grey").exit_code, 0);
  const Georeference place{.pixel_scale = {0.3, 0.3, 0}, .tiepoints = {0, 0, 0, 7, 8, 0}, .keys = {1, 1, 0, 0}};
  place_on_earth(folder / "pair/left.png", folder / "left.tif", place);
  place_on_earth(folder / "pair/right.png", folder / "right.tif", {});
  for (const std::string tiles : {"", " --tile 128"}) {
    ASSERT_EQ(folder.csca("match left.tif right.tif --range 0..15 -o map.tif" + tiles).exit_code, 0);
    EXPECT_EQ(read_georeference(folder / "map.tif").pixel_scale, place.pixel_scale);
    EXPECT_EQ(read_georeference(folder / "map.tif").tiepoints, place.tiepoints);
    EXPECT_EQ(read_georeference(folder / "map.tif").keys, place.keys);
    EXPECT_EQ(read_disparity(folder / "map.tif").width(), 400);
  }
}

TEST(Tiles, LeaveNothingWhereTheDiskIsFull) {
  const Folder folder;
  make_pair(folder);
  const Outcome run = folder.csca(
      "match pair/left.tif pair/right.tif" + std::string(settings) + "--tile 256 -o map.tif", "ulimit -f 200;");
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("cannot write 'map.tif'"), std::string::npos) << run.err;
  EXPECT_EQ(folder.listing(), "pair");
}

TEST(Tiles, LeaveNothingWhenTheyAreKilled) {
  const Folder folder;
  make_pair(folder);
  const std::string work =
      "match pair/left.tif pair/right.tif --method gf --range 0..500 --threads 1 -q --tile 256 -o map.tif";
  const Outcome run = folder.csca(work, "timeout -s KILL 1 ");
  EXPECT_NE(run.exit_code, 0);
  EXPECT_EQ(folder.listing(), "pair");
}

TEST(Tiles, AreMadeInPartsByManyProcesses) {
  const Folder folder;
  make_pair(folder);
  for (const std::string method : {"gf", "st"}) {
    const std::string command = "match pair/left.tif pair/right.tif" + std::string(settings) + "--tile 512 --method " +
                                method + " --right-output ";
    ASSERT_EQ(folder.csca(command + "whole_right.tif -o whole.tif").exit_code, 0);
    const auto part = [&](const std::string& name) {
      return folder.csca(command + "right.tif -o map.tif --tile-part " + name);
    };
    const Outcome plan = part("plan");
    ASSERT_EQ(plan.exit_code, 0) << plan.err;
    EXPECT_NE(plan.out.find("\"tiles\":6,"), std::string::npos) << plan.out;
    EXPECT_EQ(part("merge").exit_code, 2);
    for (const char* tile : {"5", "3", "4", "0", "2", "1"}) ASSERT_EQ(part(tile).exit_code, 0);
    EXPECT_NE(part("3").out.find("\"before\":true"), std::string::npos);
    EXPECT_NE(part("plan").out.find("\"done\":6,"), std::string::npos);
    ASSERT_EQ(part("merge").exit_code, 0);
    EXPECT_EQ(contents(folder / "map.tif"), contents(folder / "whole.tif")) << method;
    EXPECT_EQ(contents(folder / "right.tif"), contents(folder / "whole_right.tif")) << method;
    EXPECT_EQ(part("6").exit_code, 2);
    EXPECT_EQ(part("x").exit_code, 2);
  }
  // Other images: the plan is not theirs.
  ASSERT_EQ(folder.csca("synth pair --width 1300 --height 600 --levels 32 --bits 16 --grey --tiles --seed 9").exit_code,
            0);
  const Outcome stale = folder.csca("match pair/left.tif pair/right.tif -o map.tif --tile-part 1");
  EXPECT_EQ(stale.exit_code, 2);
  EXPECT_NE(stale.err.find("of other images"), std::string::npos) << stale.err;
}

/// Floats with NaN, 16 bits in PNGs, disparities of both signs.
TEST(Tiles, OfSatellitePairsAreTheWhole) {
  const char* data = std::getenv("CSCA_DATA");
  if (data == nullptr) GTEST_SKIP() << "CSCA_DATA is not set";
  const Folder folder;
  for (const std::string pair : {"mgm_rectified/left.tif|mgm_rectified/right.tif",
                                 "us3d_JAX_122_019_005/left.png|us3d_JAX_122_019_005/right.png"}) {
    const std::string place = std::string(data) + "/satellite/";
    const std::size_t bar = pair.find('|');
    const std::string images = place + pair.substr(0, bar) + " " + place + pair.substr(bar + 1);
    if (!std::filesystem::exists(place + pair.substr(0, bar))) GTEST_SKIP() << "no satellite pairs";
    const std::string command = "match " + images + " --preset satellite --range -24..24 -q -o ";
    ASSERT_EQ(folder.csca(command + "whole.tif").exit_code, 0);
    ASSERT_EQ(folder.csca(command + "tiled.tif --tile 256").exit_code, 0);
    EXPECT_EQ(different(read_disparity(folder / "tiled.tif"), read_disparity(folder / "whole.tif")), 0U) << pair;
  }
}

TEST(Tiles, SynthRendersTheSamePixels) {
  const Folder folder;
  ASSERT_EQ(folder.csca("synth tiled --width 1100 --height 1050 --levels 16 --noise 0.02 --tiles").exit_code, 0);
  ASSERT_EQ(folder.csca("synth whole --width 1100 --height 1050 --levels 16 --noise 0.02").exit_code, 0);
  EXPECT_EQ(read_image(folder / "tiled/left.tif"), read_image(folder / "whole/left.png"));
  EXPECT_EQ(read_image(folder / "tiled/right.tif"), read_image(folder / "whole/right.png"));
  EXPECT_EQ(read_image(folder / "tiled/nonocc.tif"), read_image(folder / "whole/nonocc.png"));
  EXPECT_EQ(different(read_disparity(folder / "tiled/gt_left.tif"), read_disparity(folder / "whole/gt_left.pfm")), 0U);
}

}  // namespace
}  // namespace csca::test
