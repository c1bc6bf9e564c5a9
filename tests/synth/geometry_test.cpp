// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/synth.hpp>

#include "synth/scene.hpp"

#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace csca::synth {
namespace {

Surface upright(double disparity, double x, double half_width) {
  Surface surface;
  surface.disparity = disparity;
  surface.x = x;
  surface.half_width = half_width;
  return surface;
}

SynthPair render_whole(const Scene& scene, const SynthOptions& options) {
  return render(scene, options, {0, 0, options.width, options.height});
}

/// A board with disparity 10 stands at cyclopean X in [35, 45], before a wall with disparity 2. The left camera sees it
/// at [40, 50], the right one at [30, 40]; the wall behind it is hidden from the right camera at left x in [32, 42].
TEST(Render, OcclusionByHand) {
  const Scene scene{upright(2, 0, endless), upright(10, 40, 5)};
  const SynthPair pair = render_whole(scene, {.width = 80, .height = 5, .levels = 16});
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 80; ++x) {
      const bool board_left = x >= 40 && x <= 50;
      ASSERT_EQ(pair.truth_left(x, y), board_left ? 10.0F : 2.0F) << x;
      ASSERT_EQ(pair.visible_left(x, y), x < 2 || (x >= 32 && x <= 42 && !board_left) ? 0 : 255) << x;
      const bool board_right = x >= 30 && x <= 40;
      ASSERT_EQ(pair.truth_right(x, y), board_right ? 10.0F : 2.0F) << x;
      ASSERT_EQ(pair.visible_right(x, y), x > 77 || (x >= 38 && x <= 48 && !board_right) ? 0 : 255) << x;
    }
  }
}

/// d = 4 + X / 4 and x = X + d / 2 give d = (4 + x / 4) / (1 + 1 / 8) in the left view.
TEST(Render, SlantedPlaneByHand) {
  Surface plane;
  plane.disparity = 4;
  plane.slope_x = 0.25;
  const SynthPair pair = render_whole({plane}, {.width = 40, .height = 2, .first = -50, .levels = 100});
  for (int x = 0; x < 40; ++x) {
    EXPECT_FLOAT_EQ(pair.truth_left(x, 1), static_cast<float>((4 + x / 4.0) / 1.125));
    EXPECT_FLOAT_EQ(pair.truth_right(x, 1), static_cast<float>((4 + x / 4.0) / 0.875));
  }
}

/// The point on the ray lies on the surface, whatever its form.
TEST(Intersect, MeetsTheSurface) {
  Surface wavy = upright(12, 50, 40);
  wavy.form = Form::wave;
  wavy.slope_x = -0.1;
  wavy.slope_y = 0.3;
  wavy.amplitude = 1.5;
  wavy.period = 25;
  Surface ball = upright(12, 50, 30);
  ball.form = Form::ball;
  ball.half_height = ball.half_width;
  ball.amplitude = 9;
  int met = 0;
  for (const Side side : {Side::left, Side::right}) {
    for (double x = 0; x < 100; x += 0.7) {
      const double y = 3.25;
      if (const double d = intersect(wavy, side, x, y); !std::isnan(d)) {
        const double at = x - factor_of(side) * d;
        EXPECT_NEAR(d, 12 - 0.1 * (at - 50) + 0.3 * y + 1.5 * wave((at - 50) / 25), 1e-9);
        EXPECT_LE(d, nearest(wavy, side, {x - 0.5, x + 0.5, 3, 4}));
        ++met;
      }
      if (const double d = intersect(ball, side, x, y); !std::isnan(d)) {
        const double at = x - factor_of(side) * d;
        const double r2 = ((at - 50) * (at - 50) + y * y) / 900;
        EXPECT_NEAR((d - 12) * (d - 12) / 81 + r2, 1, 1e-9);
        ++met;
      }
    }
  }
  EXPECT_GT(met, 300);
}

/// At a visible left pixel the right view's truth, read at x - d, is d. Where a depth edge or a crease passes between
/// the right pixels that it is read from, a line through them says nothing: those are left out, but not many may be.
void expect_consistent(const SynthPair& pair) {
  int used = 0;
  int seen = 0;
  const int width = pair.truth_left.width();
  for (int y = 0; y < pair.truth_left.height(); ++y) {
    const float* right = pair.truth_right.row(y);
    for (int x = 0; x < width; ++x) {
      const float d = pair.truth_left(x, y);
      const float at = static_cast<float>(x) - d;
      const int i = static_cast<int>(std::floor(at));
      if (pair.visible_left(x, y) == 0 || i < 1 || i + 2 >= width) continue;
      ++seen;
      const float bend = std::max(std::abs(right[i - 1] - 2 * right[i] + right[i + 1]),
                                  std::abs(right[i] - 2 * right[i + 1] + right[i + 2]));
      if (bend > 0.02F) continue;
      ++used;
      const float t = at - static_cast<float>(i);
      ASSERT_NEAR((1 - t) * right[i] + t * right[i + 1], d, 0.02) << x << " " << y;
    }
  }
  EXPECT_GT(used, seen * 7 / 10);
}

TEST(Truth, BothViewsAgree) {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    for (const int first : {0, -40, 25}) {
      expect_consistent(synthesize({.width = 231, .height = 140, .first = first, .levels = 33, .seed = seed}));
    }
  }
}

/// Fills the range, and leaves it nowhere, even where render() would not clip.
TEST(Truth, FillsTheRange) {
  Some some;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    for (const int first : {0, -70, 12}) {
      for (const bool slanted : {true, false}) {
        if (some.leaves_out()) continue;
        SynthOptions options{.width = 320, .height = 240, .first = first, .levels = 48, .seed = seed};
        options.slanted = slanted;
        const Scene scene = make_scene(options);
        options.first -= 100;
        options.levels += 200;
        const SynthPair pair = render_whole(scene, options);
        for (const auto* truth : {&pair.truth_left, &pair.truth_right}) {
          const auto [low, high] = std::minmax_element(truth->begin(), truth->end());
          EXPECT_LT(*low, first + 1) << "seed " << seed;
          EXPECT_GT(*high, first + 46) << "seed " << seed;
          EXPECT_GE(*low, first - 1e-4);
          EXPECT_LE(*high, first + 47 + 1e-4);
        }
      }
    }
  }
}

TEST(Scene, SwitchesRemoveParts) {
  const SynthOptions all;
  const auto count = [](const SynthOptions& options, auto&& is) {
    const Scene scene = make_scene(options);
    return std::count_if(scene.begin(), scene.end(), is);
  };
  const auto slanted = [](const Surface& s) { return s.slope_x != 0 || s.slope_y != 0; };
  const auto curved = [](const Surface& s) { return s.form != Form::plane; };
  const auto thin = [](const Surface& s) { return std::min(s.half_width, s.half_height) < 5; };
  const auto plain = [](const Surface& s) { return s.texture.pattern == Pattern::plain; };
  const auto periodic = [](const Surface& s) { return s.texture.pattern > Pattern::noise; };
  EXPECT_GT(count(all, slanted), 5);
  EXPECT_GT(count(all, curved), 2);
  EXPECT_GT(count(all, thin), 3);
  EXPECT_EQ(count(all, plain), 1);
  EXPECT_GT(count(all, periodic), 1);
  EXPECT_EQ(count({.slanted = false}, slanted), 0);
  EXPECT_EQ(count({.curved = false}, curved), 0);
  EXPECT_EQ(count({.thin = false}, thin), 0);
  EXPECT_EQ(count({.textureless = false}, plain), 0);
  EXPECT_EQ(count({.repetitive = false}, periodic), 0);
}

}  // namespace
}  // namespace csca::synth
