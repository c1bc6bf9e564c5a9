// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// tile_seams LEFT RIGHT MAP TILE COUNT [NAME=VALUE...]: how many pixels of a map that was made in tiles differ from
// those of crops matched as a whole? Crops lie across the corners of tiles, and see far more around them than tiles do.

#include <csca/error.hpp>
#include <csca/tiles_io.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

using csca::Window;

constexpr int crop = 512;     // pixels on a side
constexpr int around = 1536;  // pixels, a multiple of what windows have to begin at
constexpr int grid = 768;     // the same for every method that csca has, at five scales

struct Count {
  std::size_t pixels = 0;
  std::size_t other_bits = 0;
  std::size_t far = 0;  // by more than half a pixel
};

void compare(const csca::Plane<float>& whole, const csca::Image& map, Count& count) {
  for (int y = 0; y < whole.height(); ++y) {
    for (int x = 0; x < whole.width(); ++x) {
      const float a = whole(x, y);
      const float b = map.row<float>(y)[x];
      const bool same = a == b || (std::isnan(a) && std::isnan(b));
      ++count.pixels;
      count.other_bits += same ? 0 : 1;
      count.far += std::abs(a - b) > 0.5F || std::isnan(a) != std::isnan(b) ? 1 : 0;
    }
  }
}

/// A crop around a corner of tiles, and what is read for it.
std::pair<Window, Window> place(int x, int y, int width, int height) {
  Window inner{std::max(0, x - crop / 2), std::max(0, y - crop / 2), crop, crop};
  inner.width = std::min(crop, width - inner.x);
  inner.height = std::min(crop, height - inner.y);
  Window outer{std::max(0, inner.x - around) / grid * grid, std::max(0, inner.y - around) / grid * grid, 0, 0};
  outer.width = std::min(width, inner.right() + around) - outer.x;
  outer.height = std::min(height, inner.bottom() + around) - outer.y;
  return {inner, outer};
}

int run(int argc, char** argv) {
  if (argc < 6) {
    std::fprintf(stderr, "usage: tile_seams LEFT RIGHT MAP TILE COUNT [NAME=VALUE...]\n");
    return 2;
  }
  const auto left = csca::open_windows(argv[1]);
  const auto right = csca::open_windows(argv[2]);
  const auto map = csca::open_windows(argv[3]);
  const int tile = std::atoi(argv[4]);
  std::vector<csca::Setting> settings;
  for (int i = 6; i < argc; ++i) {
    const std::string word = argv[i];
    settings.emplace_back(word.substr(0, word.find('=')), word.substr(word.find('=') + 1));
  }
  const csca::WindowedPair pair{*left, *right};
  csca::TilePlan plan = csca::plan_tiles(pair, csca::make_options("bare", settings));
  const csca::Levels range = plan.ranges.front();
  plan.tiles.clear();
  plan.windows.clear();
  const int columns = std::max(1, (left->width() - 1) / tile);
  const int rows = std::max(1, (left->height() - 1) / tile);
  for (int i = 0; i < std::atoi(argv[5]); ++i) {
    // Steps that meet columns and rows of tiles in changing pairs.
    const auto [inner, outer] =
        place((1 + i * 7 % columns) * tile, (1 + i * 5 % rows) * tile, left->width(), left->height());
    plan.tiles.push_back(inner);
    plan.windows.push_back(outer);
  }
  plan.ranges.assign(plan.tiles.size(), range);
  plan.blend = 0;
  Count count;
  csca::match_tiles(pair, plan, [&](const Window& window, const csca::Result& result) {
    compare(result.disparity, map->read(window), count);
  });
  std::printf("%zu pixels across %zu corners of tiles: %zu with other bits, %zu off by more than half a pixel\n",
              count.pixels, plan.tiles.size(), count.other_bits, count.far);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const csca::Error& error) {
    std::fprintf(stderr, "tile_seams: %s\n", error.what());
    return 2;
  }
}
