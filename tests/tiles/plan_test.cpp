// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "tiles/pairs.hpp"

#include <csca/error.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace csca {
namespace {

Options bare(std::vector<Setting> settings = {}) {
  settings.insert(settings.begin(), {{"check", "false"}, {"first", "0"}, {"levels", "16"}});
  return make_options("bare", settings);
}

std::string error_of(const WindowedPair& pair, const Options& options, const TileOptions& tiles) {
  try {
    plan_tiles(pair, options, tiles);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(TilePlan, TilesMakeUpTheImageAndLieInTheirWindows) {
  const Images images = wavy_pair(1003, 517, 1, Sample::u16, 0, 8, 1);
  ImageWindows left(images.left);
  ImageWindows right(images.right);
  for (const char* method : {"box", "gf", "bf", "st"}) {
    const TilePlan plan = plan_tiles({left, right}, bare({{"method", method}, {"scales", "3"}}), {.size = 192});
    Plane<int> covered(1003, 517);
    for (std::size_t i = 0; i < plan.tiles.size(); ++i) {
      const Window& tile = plan.tiles[i];
      const Window& window = plan.windows[i];
      EXPECT_TRUE(window.x <= tile.x && window.y <= tile.y && window.right() >= tile.right() &&
                  window.bottom() >= tile.bottom() && window.x >= 0 && window.right() <= 1003 &&
                  window.bottom() <= 517);
      EXPECT_EQ(window.x % 4, 0);
      EXPECT_EQ(window.y % 4, 0);
      for (int y = tile.y; y < tile.bottom(); ++y) {
        for (int x = tile.x; x < tile.right(); ++x) ++covered(x, y);
      }
    }
    EXPECT_TRUE(std::all_of(covered.begin(), covered.end(), [](int count) { return count == 1; })) << method;
    EXPECT_EQ(plan.exact, std::string(method) != "st");
  }
}

TEST(TilePlan, DecidesAsAWholeMatchDoes) {
  Images images = wavy_pair(1200, 800, 3, Sample::f32, -6, 30, 2);
  images.left.row<float>(300)[3 * 700] = std::numeric_limits<float>::quiet_NaN();
  images.right.row<float>(40)[3 * 90 + 1] = 1e30F;
  ImageWindows left(images.left);
  ImageWindows right(images.right);
  const Pair whole{images.left, images.right};
  const Options options = make_options("default");
  const TilePlan plan = plan_tiles({left, right}, options, {.size = 256});
  const Options resolved = resolve_options(whole, options);
  EXPECT_EQ(plan.options.range.first, resolved.range.first);
  EXPECT_EQ(plan.options.range.levels, resolved.range.levels);
  EXPECT_EQ(plan.options.input.white, resolved.input.white);
  EXPECT_EQ(plan.options.scale.scales, resolved.scale.scales);
  EXPECT_EQ(plan.warnings, match(whole, options).warnings);
  EXPECT_FALSE(plan.warnings.empty());
}

TEST(TilePlan, KeepsToTheMemoryThatIsAllowed) {
  const Image image(6000, 5000, 1, Sample::u8);
  ImageWindows left(image);
  ImageWindows right(image);
  std::size_t before = 0;
  for (const std::size_t limit : {60'000'000UL, 150'000'000UL, 400'000'000UL}) {
    Options options = bare();
    options.run.max_memory = limit;
    EXPECT_FALSE(fits_whole({left, right}, options));
    const TilePlan plan = plan_tiles({left, right}, options);
    EXPECT_LE(plan.bytes, limit);
    EXPECT_GT(plan.tiles.size(), 1U);
    EXPECT_GT(static_cast<std::size_t>(plan.tiles.front().width), before);
    before = static_cast<std::size_t>(plan.tiles.front().width);
  }
  Options options = bare();
  options.run.max_memory = 4'000'000'000UL;
  EXPECT_TRUE(fits_whole({left, right}, options));
  EXPECT_EQ(plan_tiles({left, right}, options).tiles.size(), 1U);
  options.run.max_memory = 10'000'000UL;
  const std::string sentence = error_of({left, right}, options, {});
  EXPECT_NE(sentence.find("tiles of 256 pixels need"), std::string::npos) << sentence;
}

TEST(TilePlan, RefusesWhatTilesCannotDo) {
  const Image image(300, 200, 1, Sample::u8);
  const Image smaller(299, 200, 1, Sample::u8);
  ImageWindows left(image);
  ImageWindows right(smaller);
  EXPECT_NE(error_of({left, right}, bare(), {}).find("299 x 200"), std::string::npos);
  EXPECT_NE(error_of({left, left, &right}, bare(), {}).find("the left mask is 299 x 200"), std::string::npos);
  EXPECT_NE(error_of({left, left}, bare({{"confidence", "ambiguity"}}), {}).find("ambiguity"), std::string::npos);
  EXPECT_NE(error_of({left, left}, bare(), {.size = 1}).find("tile is 1"), std::string::npos);
  EXPECT_NE(error_of({left, left}, bare(), {.size = 64, .overlap = -1}).find("overlap is -1"), std::string::npos);
}

TEST(MatchTiles, TellsProgressAndStops) {
  const Images images = wavy_pair(700, 400, 1, Sample::u8, 0, 8, 3);
  ImageWindows left(images.left);
  ImageWindows right(images.right);
  const TilePlan plan = plan_tiles({left, right}, bare({{"scales", "2"}}), {.size = 192});
  double last = 0;
  std::stop_source stop;
  std::size_t tiles = 0;
  const auto count = [&](const Window&, const Result&) {
    if (++tiles == 3) stop.request_stop();
  };
  Hooks hooks;
  hooks.progress = [&](double done) {
    EXPECT_GE(done, last);
    EXPECT_LE(done, 1);
    last = done;
  };
  match_tiles(
      {left, right}, plan, [](const Window&, const Result&) {}, hooks);
  EXPECT_NEAR(last, 1, 1e-6);
  last = 0;
  hooks.stop = stop.get_token();
  try {
    match_tiles({left, right}, plan, count, hooks);
    ADD_FAILURE() << "was not stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::cancelled);
  }
  EXPECT_EQ(tiles, 3U);
}

TEST(MatchTiles, LocalRangesSearchLess) {
  // A low plain, and a hill on the left.
  const Image texture = random_texture(1200, 500, 1, 9);
  Image right(1200, 500, 1, Sample::u8);
  for (int y = 0; y < 500; ++y) {
    for (int x = 0; x < 1200; ++x) {
      right.row<std::uint8_t>(y)[x] = texture.row<std::uint8_t>(y)[std::min(x + (x < 200 ? 40 : 2), 1199)];
    }
  }
  ImageWindows left(texture);
  ImageWindows other(right);
  const Options options = make_options("bare", std::vector<Setting>{{"first", "0"}, {"levels", "64"}, {"scales", "2"}});
  const TilePlan plan = plan_tiles({left, other}, options, {.size = 256, .local_ranges = true});
  EXPECT_FALSE(plan.exact);
  EXPECT_GT(plan.ranges.front().last(), 40);
  EXPECT_LT(plan.ranges[3].last(), 20);
  const Result result = match_in_tiles({left, other}, plan);
  EXPECT_NEAR(result.disparity(150, 250), 40, 0.5);
  EXPECT_NEAR(result.disparity(900, 250), 2, 0.5);
}

}  // namespace
}  // namespace csca
