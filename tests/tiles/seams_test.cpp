// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "tiles/pairs.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace csca {
namespace {

/// The share of pixels, of those that both maps have, that differ by more than half a pixel.
double different_share(const Plane<float>& a, const Plane<float>& b) {
  std::size_t both = 0;
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isnan(a.data()[i]) || std::isnan(b.data()[i])) continue;
    ++both;
    different += std::abs(a.data()[i] - b.data()[i]) > 0.5F ? 1 : 0;
  }
  return static_cast<double>(different) / static_cast<double>(std::max<std::size_t>(both, 1));
}

// Trees see a tile and what overlaps it, not the image: they come close, the closer the more overlaps.
TEST(Seams, OfTreesAreNarrow) {
  const Images images = wavy_pair(700, 500, 1, Sample::u8, 0, 12, 8);
  ImageWindows left(images.left);
  ImageWindows right(images.right);
  const std::vector<Setting> settings = {{"method", "st"}, {"scales", "2"}, {"levels", "16"}, {"check", "false"}};
  const Options options = make_options("bare", settings);
  const Result whole = match(images.left, images.right, options);
  const auto share = [&](int overlap) {
    const TilePlan plan = plan_tiles({left, right}, options, {.size = 192, .overlap = overlap});
    EXPECT_FALSE(plan.exact);
    EXPECT_EQ(plan.why_not, "method is st");
    return different_share(match_in_tiles({left, right}, plan).disparity, whole.disparity);
  };
  EXPECT_LT(share(128), 0.01);
  EXPECT_LE(share(128), share(0));
}

}  // namespace
}  // namespace csca
