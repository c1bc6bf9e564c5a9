// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/match.hpp>
#include <csca/synth.hpp>
#include <csca/tiles_io.hpp>

#include "support/expect.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <new>
#include <string>
#include <vector>

#include "match/asked_blocks.hpp"

// One allocation after the other fails: that is an error, and no block is lost.
namespace csca {
namespace {

/// Whether that allocation was reached. What fails is an error that a caller can catch.
bool fails_at(int number, const std::function<void()>& work) {
  bool caught = false;
  refuse_block(number);
  try {
    work();
  } catch (const std::bad_alloc&) {
    caught = true;
  } catch (const Error&) {
    caught = true;
  }
  const bool reached = block_was_refused();
  refuse_block(0);
  EXPECT_TRUE(reached || !caught) << number;
  return reached;
}

/// Whatever fails, at most so many blocks more are held afterwards.
void expect_none_lost(const std::function<void()>& work, int most = 0) {
  if (!counts_blocks) GTEST_SKIP() << "sanitizers have an allocator of their own";
  for (int i = 0; i < 3; ++i) work();  // fills what is made once
  int number = 1;
  for (bool reached = true; reached; ++number) {
    const int before = held_blocks();
    reached = fails_at(number, work);
    ASSERT_LE(held_blocks(), before + most) << "allocation " << number;
  }
  EXPECT_GT(number, 5);
}

TEST(LostBlocks, NoneByAMatch) {
  const SynthPair pair = synthesize({.width = 40, .height = 24, .levels = 8});
  for (const char* preset : {"default", "dense", "fast", "satellite"}) {
    SCOPED_TRACE(preset);
    Options options = make_options(preset);
    options.range.levels = 8;
    options.run.threads = 1;
    expect_none_lost([&] { match(pair.left, pair.right, options); });
  }
}

TEST(LostBlocks, NoneByAnyMethod) {
  const SynthPair pair = synthesize({.width = 40, .height = 24, .levels = 8});
  for (const char* method : {"none", "box", "bf", "gf", "nl", "st", "sgm", "gf+st", "gf+sgm"}) {
    SCOPED_TRACE(method);
    for (const char* precision : {"auto", "float"}) {
      const std::vector<Setting> settings = {
          {"method", method}, {"precision", precision}, {"levels", "8"}, {"threads", "1"}};
      const Options options = make_options("bare", settings);
      expect_none_lost([&] { match(pair.left, pair.right, options); });
    }
  }
}

TEST(LostBlocks, NoneByReadersAndWriters) {
  const auto folder = std::filesystem::temp_directory_path() / "csca-lost-blocks";
  std::filesystem::create_directory(folder);
  const SynthPair pair = synthesize({.width = 40, .height = 24, .levels = 8});
  for (const char* name : {"map.pfm", "map.png", "map.tif", "map.npy"}) {
    SCOPED_TRACE(name);
    const auto file = folder / name;
    const int most = file.extension() == ".tif" ? 1 : 0;  // libtiff loses its list of tags where that cannot grow
    expect_none_lost([&] { write_disparity(file, pair.truth_left); }, most);
    if (file.extension() == ".tif") continue;  // libtiff reads that list all the same, and crashes
    expect_none_lost([&] { read_disparity(file); });
    if (file.extension() != ".npy") expect_none_lost([&] { read_image(file); });
  }
  std::filesystem::remove_all(folder);
}

// libtiff does not always say what it had no memory for.
TEST(LostBlocks, AMapInTilesIsRightOrAnError) {
  if (!counts_blocks) GTEST_SKIP() << "sanitizers have an allocator of their own";
  const auto file = std::filesystem::temp_directory_path() / "csca-lost-blocks.tif";
  const Plane<float> map = synthesize({.width = 48, .height = 32, .levels = 8}).truth_left;
  const Georeference where{.pixel_scale = {0.5, 0.5, 0},
                           .tiepoints = {0, 0, 0, 7, 45, 0},
                           .keys = {1, 1, 0, 1, 1024, 0, 1, 2},
                           .key_doubles = {6378137},
                           .key_text = "WGS 84|"};
  const auto write = [&] {
    TiledMapFile tiles(file, map.width(), map.height(), 48, where);
    tiles.write({0, 0, map.width(), map.height()}, map);
    tiles.finish();
  };
  for (int number = 1;; ++number) {
    std::filesystem::remove(file);
    const bool reached = fails_at(number, write);
    if (std::filesystem::exists(file)) {
      const Georeference read = read_georeference(file);
      ASSERT_EQ(read.pixel_scale, where.pixel_scale) << "allocation " << number;
      ASSERT_EQ(read.tiepoints, where.tiepoints) << "allocation " << number;
      ASSERT_EQ(read.keys, where.keys) << "allocation " << number;
      ASSERT_EQ(read.key_doubles, where.key_doubles) << "allocation " << number;
      ASSERT_EQ(read.key_text, where.key_text) << "allocation " << number;
      std::ifstream stream(file, std::ios::binary);
      const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
      ASSERT_NE(bytes.find("nan"), std::string::npos) << "no mark of missing data, allocation " << number;
      ASSERT_TRUE(same_bits(read_disparity(file), map)) << "allocation " << number;
    }
    if (!reached) break;
  }
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace csca
