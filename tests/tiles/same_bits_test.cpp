// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "support/sanitized.hpp"
#include "tiles/pairs.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace csca {
namespace {

struct Case {
  std::string name;
  std::vector<Setting> settings = {};
  Sample sample = Sample::u16;
  int channels = 1;
  int width = 900;
  int height = 700;
  int first = 0;
  int levels = 24;
  int tile = 256;
  bool holes = false;
  bool masks = false;
};

void PrintTo(const Case& tried, std::ostream* out) { *out << tried.name; }

/// How many values of two maps differ, NaN being equal to itself.
template <class T>
std::size_t different(const Plane<T>& a, const Plane<T>& b) {
  if (a.size() != b.size()) return a.size() + b.size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += std::memcmp(a.data() + i, b.data() + i, sizeof(T)) != 0 ? 1 : 0;
  return count;
}

void punch_holes(Image& image, std::uint32_t seed) {
  Random random(seed);
  for (int hole = 0; hole < 12; ++hole) {
    const int left = random.whole(0, image.width() - 1);
    const int top = random.whole(0, image.height() - 1);
    for (int y = top; y < std::min(top + random.whole(1, 30), image.height()); ++y) {
      for (int x = left; x < std::min(left + 25, image.width()); ++x) {
        image.row<float>(y)[x * image.channels()] = std::numeric_limits<float>::quiet_NaN();
      }
    }
  }
}

Image random_mask(int width, int height, std::uint32_t seed) {
  Random random(seed);
  Image mask(width, height, 1, Sample::u8);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      mask.row<std::uint8_t>(y)[x] = (x / 40 + y / 50) % 7 == 0 || random.chance(0.001) ? 0 : 255;
    }
  }
  return mask;
}

class SameBits : public testing::TestWithParam<Case> {};

TEST_P(SameBits, TiledAndWhole) {
  const Case& tried = GetParam();
  if (slow && !tried.masks) GTEST_SKIP() << "too slow; some of the cases are tried";
  Images images = wavy_pair(tried.width, tried.height, tried.channels, tried.sample, tried.first, tried.levels - 4, 5);
  if (tried.holes) {
    punch_holes(images.left, 1);
    punch_holes(images.right, 2);
  }
  std::vector<Setting> settings = {
      {"check", "false"}, {"first", std::to_string(tried.first)}, {"levels", std::to_string(tried.levels)}};
  settings.insert(settings.end(), tried.settings.begin(), tried.settings.end());
  const Options options = make_options("bare", settings);
  ImageWindows left(images.left);
  ImageWindows right(images.right);
  const Image masks[2] = {random_mask(tried.width, tried.height, 3), random_mask(tried.width, tried.height, 4)};
  ImageWindows left_mask(masks[0]);
  ImageWindows right_mask(masks[1]);
  WindowedPair pair{left, right};
  Pair whole{images.left, images.right};
  if (tried.masks) {
    pair.left_mask = &left_mask;
    pair.right_mask = &right_mask;
    whole.left_mask = takes_part(masks[0]);
    whole.right_mask = takes_part(masks[1]);
  }
  const Result expected = match(whole, options);
  const TilePlan plan = plan_tiles(pair, options, {.size = tried.tile});
  EXPECT_TRUE(plan.exact) << plan.why_not;
  const bool cut = std::any_of(plan.windows.begin(), plan.windows.end(), [&](const Window& window) {
    return window.x > 0 && window.y > 0 && window.right() < tried.width;
  });
  EXPECT_TRUE(cut) << "all windows reach a side of the image";
  const Result tiled = match_in_tiles(pair, plan);
  EXPECT_EQ(different(tiled.disparity, expected.disparity), 0U);
  EXPECT_EQ(different(tiled.right_disparity, expected.right_disparity), 0U);
  EXPECT_EQ(different(tiled.confidence, expected.confidence), 0U);
  EXPECT_EQ(different(tiled.validity, expected.validity), 0U);
}

const Case cases[] = {
    {.name = "box_16_bit", .settings = {{"scales", "4"}}},
    {.name = "box_8_bit", .settings = {{"scales", "4"}}, .sample = Sample::u8, .channels = 3},
    {.name = "box_five_scales", .width = 1500, .height = 700},
    {.name = "box_one_scale", .settings = {{"scales", "1"}, {"box_radius", "9"}}, .width = 700, .height = 500},
    {.name = "box_checked_and_refined",
     .settings = {{"scales", "3"}, {"right", "diagonal"}, {"refine", "speckle,vote,median"}, {"speckle_size", "50"}},
     .width = 1300},
    {.name = "box_8_bit_checked_and_refined",
     .settings = {{"scales", "3"}, {"right", "diagonal"}, {"refine", "speckle,vote"}, {"speckle_size", "50"}},
     .sample = Sample::u8,
     .channels = 3,
     .width = 1300},
    {.name = "box_masks", .settings = {{"scales", "4"}}, .masks = true},
    {.name = "box_8_bit_masks", .settings = {{"scales", "4"}}, .sample = Sample::u8, .masks = true},
    {.name = "box_floats_with_holes_below_zero",
     .settings = {{"scales", "4"}},
     .sample = Sample::f32,
     .first = -17,
     .holes = true},
    {.name = "box_census_right_view",
     .settings = {{"scales", "3"}, {"cost", "cen"}, {"right", "full"}, {"confidence", "peak_ratio"}},
     .width = 1101,
     .first = -9},
    {.name = "gf_16_bit", .settings = {{"method", "gf"}, {"scales", "4"}}, .width = 1101, .height = 803},
    {.name = "gf_colour", .settings = {{"method", "gf"}, {"scales", "3"}}, .sample = Sample::u8, .channels = 3},
    {.name = "gf_five_scales", .settings = {{"method", "gf"}}, .width = 1700, .height = 900, .tile = 128},
    {.name = "gf_wide", .settings = {{"method", "gf"}, {"scales", "3"}, {"gf_radius", "21"}}, .width = 1200},
    {.name = "gf_masks", .settings = {{"method", "gf"}, {"scales", "3"}, {"gf_radius", "4"}}, .masks = true},
    {.name = "gf_floats_with_holes",
     .settings = {{"method", "gf"}, {"scales", "3"}, {"right", "diagonal"}},
     .sample = Sample::f32,
     .width = 1200,
     .first = -12,
     .holes = true},
    {.name = "gf_right_view",
     .settings = {{"method", "gf"}, {"scales", "3"}, {"right", "full"}, {"refine", "median"}},
     .width = 1203,
     .height = 600,
     .first = -5},
    {.name = "bf",
     .settings = {{"method", "bf"}, {"scales", "3"}, {"bf_radius", "5"}},
     .width = 700,
     .height = 500,
     .levels = 16,
     .tile = 128},
    {.name = "bf_colour_masks",
     .settings = {{"method", "bf"}, {"scales", "2"}, {"bf_radius", "4"}},
     .sample = Sample::u8,
     .channels = 3,
     .width = 500,
     .height = 400,
     .levels = 16,
     .tile = 128,
     .masks = true},
    {.name = "mixture", .settings = {{"method", "box+gf"}, {"scales", "3"}}},
};

INSTANTIATE_TEST_SUITE_P(Cases, SameBits, testing::ValuesIn(cases), [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace csca
