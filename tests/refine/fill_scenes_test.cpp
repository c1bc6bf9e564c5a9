// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "maps.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

// Drawn scenes with holes, and what a good filling makes of them.
namespace csca {
namespace {

using Draw = std::function<float(int x, int y)>;

Plane<float> drawn(Size size, const Draw& draw) {
  Plane<float> map(size.width, size.height);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) map(x, y) = draw(x, y);
  }
  return map;
}

struct Hole {
  std::function<bool(int x, int y)> inside;
  std::uint8_t why = Validity::occluded;
};

/// The scene with a hole in it, filled again.
Map filled(const Plane<float>& scene, const Hole& hole, const Plane<float>& image, int threads = 1) {
  Map map(scene, {{image}, {}});
  map.threads = threads;
  for (int y = 0; y < scene.height(); ++y) {
    for (int x = 0; x < scene.width(); ++x) {
      if (!hole.inside(x, y)) continue;
      map.disparity(x, y) = unknown;
      map.validity(x, y) = hole.why;
    }
  }
  RefineOptions options;
  options.fill = Fill::all;
  refine_fill(map.refinement(), options);
  return map;
}

float largest_error(const Map& map, const Plane<float>& truth) {
  float most = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const float error = std::abs(map.disparity.data()[i] - truth.data()[i]);
    most = std::isnan(error) ? std::numeric_limits<float>::infinity() : std::max(most, error);
  }
  return most;
}

constexpr Size size{120, 80};
constexpr float dark = 0.1F;
constexpr float bright = 0.9F;

TEST(FillScenes, AWallGoesOnBehindAnObject) {
  const auto object = [](int x) { return x >= 70 && x < 95; };
  const Plane<float> scene = drawn(size, [&](int x, int y) {
    return object(x) ? 30 : 4 + 0.1F * static_cast<float>(x) + 0.02F * static_cast<float>(y);
  });
  const Plane<float> image = drawn(size, [&](int x, int) { return object(x) ? bright : dark; });
  const Map map = filled(scene, {[](int x, int) { return x >= 45 && x < 70; }}, image);
  EXPECT_LT(largest_error(map, scene), 0.5F);
}

TEST(FillScenes, AWallGoesOnToTheLeftBorder) {
  const Plane<float> scene = drawn(size, [](int x, int) { return 20 - 0.08F * static_cast<float>(x); });
  const Map map = filled(scene, {[](int x, int) { return x < 24; }}, Plane<float>(size.width, size.height));
  // Nearer than any known disparity is not invented.
  const float nearest = scene(24, 0);
  for (int x = 0; x < 24; ++x) EXPECT_NEAR(map.disparity(x, 40), std::min(scene(x, 40), nearest), 0.3F) << x;
  const Plane<float> other = drawn(size, [](int x, int) { return 8 + 0.08F * static_cast<float>(x); });
  const Map rising =
      filled(other, {[](int x, int y) { return x < 24 && y > 0; }}, Plane<float>(size.width, size.height));
  EXPECT_LT(largest_error(rising, other), 0.3F);
}

TEST(FillScenes, ARoadGoesOnBetweenPosts) {
  const auto post = [](int x) { return (x >= 30 && x < 36) || (x >= 80 && x < 86); };
  const Plane<float> scene = drawn(size, [&](int x, int y) { return post(x) ? 32 : 4 + 0.2F * static_cast<float>(y); });
  const Plane<float> image = drawn(size, [&](int x, int) { return post(x) ? dark : bright; });
  const Hole hole{[](int x, int y) { return x >= 36 && x < 80 && y >= 20 && y < 60; }};
  EXPECT_LT(largest_error(filled(scene, hole, image), scene), 1.5F);
}

TEST(FillScenes, WrongRowsLeaveNoStreaks) {
  // Beside the hole, some rows end in a wrong disparity lower than the wall's.
  const auto hole = [](int x, int) { return x >= 40 && x < 70; };
  Plane<float> scene = drawn(size, [](int x, int) { return x >= 70 ? 25.0F : 10.0F; });
  const Plane<float> truth = drawn(size, [](int x, int) { return x >= 70 ? 25.0F : 10.0F; });
  const Plane<float> image = drawn(size, [](int x, int) { return x >= 70 ? bright : dark; });
  for (const int y : {20, 33, 34, 50}) {
    for (int x = 37; x < 40; ++x) scene(x, y) = 2;
  }
  const Map map = filled(scene, {hole}, image);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 45; x < 70; ++x) ASSERT_NEAR(map.disparity(x, y), truth(x, y), 0.5F) << x << ' ' << y;
  }
}

TEST(FillScenes, EdgesFollowTheImage) {
  // A hole of wrong matches over the slanted edge of an object: only the image knows where the edge is.
  const auto object = [](int x, int y) { return x + y / 2 > 80; };
  const Plane<float> scene = drawn(size, [&](int x, int y) { return object(x, y) ? 20.0F : 8.0F; });
  const Plane<float> image = drawn(size, [&](int x, int y) { return object(x, y) ? bright : dark; });
  const Map map =
      filled(scene, {[](int x, int y) { return x >= 45 && x < 75 && y >= 25 && y < 55; }, Validity::mismatched}, image);
  int wrong = 0;
  for (std::size_t i = 0; i < scene.size(); ++i) wrong += std::abs(map.disparity.data()[i] - scene.data()[i]) > 1;
  EXPECT_LE(wrong, 9);  // 1 % of the hole
}

TEST(FillScenes, WrongMatchesOnAnObjectStayOnIt) {
  // The row's left end is background, and the hole is not.
  const auto object = [](int x, int y) { return x >= 50 && y >= 20 && y < 70; };
  const Plane<float> scene = drawn(size, [&](int x, int y) { return object(x, y) ? 20.0F : 8.0F; });
  const Plane<float> image = drawn(size, [&](int x, int y) { return object(x, y) ? bright : dark; });
  const Map map =
      filled(scene, {[](int x, int y) { return x >= 50 && x < 80 && y >= 35 && y < 55; }, Validity::mismatched}, image);
  EXPECT_LT(largest_error(map, scene), 0.5F);
}

TEST(FillScenes, TheSkyIsFarAndNotTheHouse) {
  // Houses of different heights, far hills between them, and nothing known above.
  const auto house = [](int x, int y) { return y >= 30 && ((x >= 10 && x < 45) || (x >= 75 && x < 110)); };
  const auto sky = [&](int x, int y) { return y < 40 && !house(x, y); };
  const Plane<float> scene = drawn(size, [&](int x, int y) { return house(x, y) ? 18.0F : 2.0F; });
  const Plane<float> image = drawn(size, [&](int x, int y) { return sky(x, y) ? bright : dark; });
  const Map map = filled(scene, {sky, Validity::mismatched}, image);
  for (int y = 30; y < 40; ++y) {
    for (int x = 45; x < 75; ++x) ASSERT_NEAR(map.disparity(x, y), 2, 0.5F) << x << ' ' << y;
  }
}

TEST(FillScenes, NoValueLeavesTheRangeOfTheKnownOnes) {
  const Plane<float> scene =
      drawn(size, [](int x, int y) { return 0.4F * static_cast<float>(x) - 0.4F * static_cast<float>(y); });
  const Map map = filled(scene, {[](int x, int y) { return x < 40 || x >= 80 || y < 25 || y >= 55; }},
                         Plane<float>(size.width, size.height));
  const float lowest = scene(40, 54);
  const float highest = scene(79, 25);
  for (const float d : map.disparity) {
    ASSERT_GE(d, lowest);
    ASSERT_LE(d, highest);
  }
}

TEST(FillScenes, AnImageWithoutDataDoesNoHarm) {
  const Plane<float> scene(size.width, size.height, 5);
  for (const float sample : {unknown, std::numeric_limits<float>::infinity(), -1e30F}) {
    const Plane<float> image(size.width, size.height, sample);
    EXPECT_EQ(largest_error(filled(scene, {[](int x, int) { return x % 20 > 8; }}, image), scene), 0);
  }
}

TEST(FillScenes, ThreadsDoNotChangeABit) {
  for (const Size odd : odd_sizes) {
    const Plane<float> scene = random_map(odd, 0, false, 11);
    const Plane<float> holes = random_map(odd, 0.6, true, 12);
    const Plane<float> image = random_map(odd, 0, false, 13);
    const Hole hole{[&](int x, int y) { return std::isnan(holes(x, y)); }, Validity::mismatched};
    const Map one = filled(scene, hole, image);
    for (const int threads : {2, 3, 7}) {
      const Map several = filled(scene, hole, image, threads);
      EXPECT_TRUE(same_bits(one.disparity, several.disparity));
    }
  }
}

}  // namespace
}  // namespace csca
